import { type ReactNode, useId } from "react";
import { cn } from "./classes";

interface PanelProps {
  readonly title: string;
  /** Beside the title: what the figures are, or when they are from. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Without padding, for a table that reaches the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a page. Never one inside another. */
export function Panel({ title, note, actions, className, flush, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("min-w-0 rounded-lg border bg-surface", className)}>
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 max-sm:py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {note ? <span className="text-muted text-table">{note}</span> : null}
        {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}
