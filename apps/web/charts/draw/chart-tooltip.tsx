import type { ReactNode } from "react";
import { cn } from "@/ui/classes";
import { Swatch, type SwatchLook } from "../marks/swatch";

export interface TooltipLine extends SwatchLook {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
  /** The one of many that is pointed at. */
  readonly strong?: boolean;
}

interface ChartTooltipProps {
  /** The place that all lines are of; without it each says its own. */
  readonly title: string | undefined;
  readonly lines: readonly TooltipLine[];
  readonly more?: string | undefined;
  /** In pixels, where it must leave room for what stands beside it. */
  readonly maxWidth?: number | undefined;
}

/** Exact figures at one place of a chart. */
export function ChartTooltip({ title, lines, more, maxWidth }: ChartTooltipProps) {
  if (lines.length === 0) return null;
  return (
    <div
      className="w-max max-w-[min(26rem,calc(100vw-2rem))] rounded-md border bg-surface px-2.5 py-2 text-xs shadow-lg"
      style={{ maxWidth }}
    >
      {title === undefined ? null : <p className="mb-1 font-medium">{title}</p>}
      <ul className="grid gap-1">
        {lines.map(({ key, label, value, note, strong, ...look }) => (
          <li key={key} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2">
            <span className="self-center">
              <Swatch {...look} />
            </span>
            <span className={cn("min-w-0 break-words", strong && "font-semibold")}>{label}</span>
            <span className={cn("whitespace-nowrap text-right font-medium", strong && "font-semibold")}>{value}</span>
            {note ? <span className="col-start-2 col-end-4 text-muted">{note}</span> : null}
          </li>
        ))}
      </ul>
      {more ? <p className="mt-1 text-muted">{more}</p> : null}
    </div>
  );
}
