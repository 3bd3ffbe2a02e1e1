import { cn } from "@/ui/classes";
import { Swatch, type SwatchLook } from "../marks/swatch";

export interface LegendEntry extends SwatchLook {
  readonly id: string;
  readonly label: string;
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
    <ul className="mt-1 flex flex-wrap gap-x-1 gap-y-0.5" aria-label="Series" data-legend>
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
            <Swatch {...entry} />
            <span className="min-w-0 break-words sm:truncate">{entry.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
