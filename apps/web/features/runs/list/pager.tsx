import { Button } from "@/ui/button";

interface PagerProps {
  readonly first: boolean;
  readonly next: string | undefined;
  readonly onFirst: () => void;
  readonly onNext: (next: string) => void;
}

/** To the newest and to older runs. */
export function Pager({ first, next, onFirst, onNext }: PagerProps) {
  if (first && next === undefined) return null;
  return (
    <div className="flex justify-end gap-2 border-t px-4 py-2">
      {first ? null : (
        <Button size="small" onClick={onFirst}>
          Newest
        </Button>
      )}
      {next === undefined ? null : (
        <Button size="small" onClick={() => onNext(next)}>
          Older
        </Button>
      )}
    </div>
  );
}
