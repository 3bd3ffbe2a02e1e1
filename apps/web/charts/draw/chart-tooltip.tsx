import type { ReactNode } from "react";

export interface TooltipLine {
  readonly key: string;
  readonly color: string;
  readonly hollow?: boolean;
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
}

/** Exact figures at one place of a chart. */
export function ChartTooltip({ title, lines }: { title: string; lines: readonly TooltipLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="max-w-[22rem] rounded-md border bg-surface px-2.5 py-2 text-xs shadow-lg">
      <p className="mb-1 font-medium">{title}</p>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line.key} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2">
            <svg width="9" height="9" aria-hidden>
              <rect
                x="1"
                y="1"
                width="7"
                height="7"
                fill={line.hollow ? "none" : line.color}
                stroke={line.color}
                strokeWidth="1.5"
              />
            </svg>
            <span className="min-w-0 break-words">{line.label}</span>
            <span className="whitespace-nowrap text-right font-medium">{line.value}</span>
            {line.note ? <span className="col-start-2 col-end-4 text-muted">{line.note}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
