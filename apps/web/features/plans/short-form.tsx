import { useId } from "react";
import { Input } from "@/ui/input";
import type { ShortText } from "./short-text";

interface ShortFormProps {
  readonly value: ShortText | undefined;
  /** Null for the whole plan. */
  readonly onChange: (text: string | null) => void;
}

const usualSeconds = "10";

/** A trial of the plan instead of the whole: the same steps, with shorter points. */
export function ShortForm({ value, onChange }: ShortFormProps) {
  const noteId = useId();
  return (
    <div className="grid gap-1 border-t px-4 py-2.5 text-table">
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-(--accent)"
            checked={value !== undefined}
            onChange={({ target }) => onChange(target.checked ? usualSeconds : null)}
          />
          Shortened: points of at most
        </label>
        <Input
          className="h-7 w-16"
          inputMode="numeric"
          aria-label="Longest point (s)"
          aria-describedby={noteId}
          aria-invalid={value?.error !== undefined}
          disabled={value === undefined}
          value={value?.text ?? usualSeconds}
          onChange={({ target }) => onChange(target.value)}
        />
        s
      </div>
      <p id={noteId} className={value?.error === undefined ? "text-muted" : "text-danger"}>
        {value?.error ?? "A trial of the plan: don't compare its figures."}
      </p>
    </div>
  );
}
