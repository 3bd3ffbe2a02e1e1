import type { ReactNode } from "react";

/** One figure that a page is about. */
export function Stat({ label, children, note }: { label: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="text-muted text-xs">{label}</div>
      <div className="mt-0.5 truncate font-semibold text-lg leading-6">{children}</div>
      {note ? <div className="text-muted text-xs">{note}</div> : null}
    </div>
  );
}
