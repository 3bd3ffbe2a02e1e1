import { cn } from "./classes";

/** Holds the place of what is being read, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse rounded bg-border/70", className)} />;
}

export function PanelSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cn("rounded-lg border bg-surface", className)}>
      <div className="flex h-11 items-center border-b px-4">
        <Skeleton className="h-4 w-40" />
      </div>
    </div>
  );
}
