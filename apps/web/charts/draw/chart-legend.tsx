import { cn } from "@/ui/classes";
import { HollowShape } from "../marks/hollow-mark";
import type { MarkForm } from "../marks/mark-form";

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  /** Published figures are drawn hollow. */
  readonly hollow?: boolean;
  readonly form?: MarkForm | undefined;
  readonly dash?: string | undefined;
  /** Of the line; 2.5 where nothing is said. */
  readonly width?: number;
}

interface ChartLegendProps {
  readonly entries: readonly LegendEntry[];
  readonly isHidden: (id: string) => boolean;
  readonly onToggle: (id: string) => void;
  readonly onPoint: (id: string | undefined) => void;
}

/** The series by name: a click hides one, pointing at one brings it forward. */
export function ChartLegend({ entries, isHidden, onToggle, onPoint }: ChartLegendProps) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-1 gap-y-0.5" aria-label="Series">
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0">
          <button
            type="button"
            aria-pressed={!isHidden(entry.id)}
            title={isHidden(entry.id) ? `Show ${entry.label}` : `Hide ${entry.label}`}
            onClick={() => onToggle(entry.id)}
            onPointerEnter={() => onPoint(entry.id)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(entry.id)}
            onBlur={() => onPoint(undefined)}
            className={cn(
              "flex max-w-full items-center gap-1.5 rounded px-1.5 py-1 text-left text-table hover:bg-hover",
              isHidden(entry.id) && "text-muted line-through",
            )}
          >
            <Swatch entry={entry} />
            <span className="truncate">{entry.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ entry }: { entry: LegendEntry }) {
  if (entry.hollow) {
    return (
      <svg width="14" height="14" aria-hidden className="shrink-0">
        <HollowShape form={entry.form ?? "square"} x={7} y={7} color={entry.color} />
      </svg>
    );
  }
  return (
    <svg width="18" height="12" aria-hidden className="shrink-0">
      <line
        x1="1"
        x2="17"
        y1="6"
        y2="6"
        stroke={entry.color}
        strokeWidth={entry.width ?? 2.5}
        strokeDasharray={entry.dash}
      />
    </svg>
  );
}
