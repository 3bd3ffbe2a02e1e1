import { Children, type ReactNode } from "react";
import { cn } from "@/ui/classes";

/** A row of charts with their legends and the room between. */
const rowPx = 480;

/** About how high so many charts are in a usual window. */
export function chartsHeight(count: number): number {
  return Math.ceil(count / 2) * rowPx;
}

/** Charts of one scale beside each other, where there is room for it. */
export function SmallMultiples({ label, children }: { label: string; children: ReactNode }) {
  const count = Children.count(children);
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div role="group" aria-label={label} className="@container">
      <div className={cn("grid gap-x-6 gap-y-5 [&>*]:min-w-0", count > 1 && "@min-3xl:grid-cols-2")}>{children}</div>
    </div>
  );
}
