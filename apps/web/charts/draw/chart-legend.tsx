import { memo } from "react";
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
        <Entry key={entry.id} {...entry} hidden={isHidden(entry.id)} {...{ onToggle, onPoint }} />
      ))}
    </ul>
  );
}

type EntryProps = LegendEntry & Pick<ChartLegendProps, "onToggle" | "onPoint"> & { readonly hidden: boolean };

/** What it shows it is given piece by piece: while another figure is looked at, or one entry pointed at, no other is drawn anew. */
const Entry = memo(function Entry({ id, label, hidden, onToggle, onPoint, ...look }: EntryProps) {
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={!hidden}
        title={hidden ? `Show ${label}` : `Hide ${label}`}
        onClick={() => onToggle(id)}
        onPointerEnter={() => onPoint(id)}
        onPointerLeave={() => onPoint(undefined)}
        onFocus={() => onPoint(id)}
        onBlur={() => onPoint(undefined)}
        className={cn(
          "flex max-w-full items-center gap-1.5 rounded px-1.5 py-1 text-left text-table hover:bg-hover",
          hidden && "text-muted line-through",
        )}
      >
        <Swatch {...look} />
        <span className="min-w-0 break-words sm:truncate">{label}</span>
      </button>
    </li>
  );
});
