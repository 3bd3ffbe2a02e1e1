import { cn } from "./classes";

interface BarProps {
  readonly percent: number;
  /** A background class, or a color of the series palette. */
  readonly tone?: string;
  readonly color?: string | undefined;
  readonly className?: string;
}

/** A share of a whole, small enough for a table's cell; the number stands beside it. */
export function Bar({ percent, tone = "bg-accent", color, className }: BarProps) {
  const width = `${Math.min(Math.max(percent, 0), 100)}%`;
  return (
    <span
      aria-hidden
      className={cn("inline-block h-1.5 w-12 shrink-0 overflow-hidden rounded-full bg-border", className)}
    >
      <span className={cn("block h-full rounded-full", tone)} style={{ width, backgroundColor: color }} />
    </span>
  );
}
