import { cn } from "./classes";

/** A share of a whole, small enough for a table's cell; the number stands beside it. */
export function Bar({
  percent,
  tone = "bg-accent",
  className,
}: {
  percent: number;
  tone?: string;
  className?: string;
}) {
  const width = Math.min(Math.max(percent, 0), 100);
  return (
    <span
      aria-hidden
      className={cn("inline-block h-1.5 w-12 shrink-0 overflow-hidden rounded-full bg-border", className)}
    >
      <span className={cn("block h-full rounded-full", tone)} style={{ width: `${width}%` }} />
    </span>
  );
}
