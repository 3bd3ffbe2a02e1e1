import type { ReactNode } from "react";
import { cn } from "./classes";

interface RenewingProps {
  /** What is shown is of what was asked for before. */
  readonly renewing: boolean;
  readonly children: ReactNode;
}

/** Keeps what was asked for before in its place while something else is read: it is faint, says so, and leads nowhere. */
export function Renewing({ renewing, children }: RenewingProps) {
  return (
    <div className="relative" aria-busy={renewing}>
      <p role="status" className="pointer-events-none absolute inset-x-0 top-10 z-10 text-center">
        {renewing ? <span className="rounded-md border bg-surface px-3 py-1.5 shadow-lg">Loading…</span> : null}
      </p>
      <div inert={renewing} className={cn(renewing && "opacity-40")}>
        {children}
      </div>
    </div>
  );
}
