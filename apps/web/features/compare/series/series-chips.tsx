import { ArrowLeft, ArrowRight, ChevronDown, Flag, X } from "lucide-react";
import { memo } from "react";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Menu, MenuItem } from "@/ui/menu";
import type { MatrixSeries } from "../model/matrix";
import { SeriesMark } from "./series-mark";

interface SeriesChipsProps {
  readonly series: readonly MatrixSeries[];
  /** Place of the baseline. */
  readonly baseline: number;
  /** Undefined where nothing may be changed: a shared comparison. */
  readonly onOrder?: ((ids: readonly string[]) => void) | undefined;
  readonly onBaseline: (id: string) => void;
}

/** What is compared, in its order: one chip a series, with what can be done to it. */
export const SeriesChips = memo(function SeriesChips({ series, baseline, onOrder, onBaseline }: SeriesChipsProps) {
  const ids = series.map(({ id }) => id);
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Compared series">
      {series.map((each, index) => (
        <li
          key={each.id}
          className={cn(
            "flex max-w-full items-center gap-1.5 rounded-full border bg-surface py-0.5 pr-0.5 pl-2.5 text-table",
            index === baseline && "border-accent",
          )}
        >
          <SeriesMark series={each} />
          <ChipName series={each} />
          {index === baseline && series.length > 1 ? <span className="text-muted text-xs">baseline</span> : null}
          <ChipMenu name={each.name} {...{ ids, index, baseline, onOrder, onBaseline }} />
          {onOrder === undefined ? null : (
            <Button
              variant="ghost"
              size="icon-small"
              className="rounded-full"
              aria-label={`Remove ${each.name}`}
              onClick={() => onOrder(ids.filter((id) => id !== each.id))}
            >
              <X className="size-3.5!" aria-hidden />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
});

/** The end that tells two series of one drive apart is never cut. */
function ChipName({ series: { name, detail, source } }: { series: MatrixSeries }) {
  const end = detail === undefined ? "" : `, ${detail}`;
  return (
    <span className="flex min-w-0" title={`${name}: ${source}`}>
      <span className="truncate">{name.slice(0, name.length - end.length)}</span>
      {end === "" ? null : (
        <span className={end.length > 24 ? "truncate whitespace-pre" : "shrink-0 whitespace-pre"}>{end}</span>
      )}
    </span>
  );
}

interface ChipMenuProps extends Pick<SeriesChipsProps, "baseline" | "onOrder" | "onBaseline"> {
  readonly name: string;
  readonly ids: readonly string[];
  readonly index: number;
}

function ChipMenu({ name, ids, index, baseline, onOrder, onBaseline }: ChipMenuProps) {
  if (ids.length < 2) return null;
  return (
    <Menu
      label={`Options of ${name}`}
      trigger={
        <Button variant="ghost" size="icon-small" className="rounded-full" aria-label={`Options of ${name}`}>
          <ChevronDown className="size-3.5!" aria-hidden />
        </Button>
      }
    >
      <MenuItem disabled={index === baseline} onSelect={() => onBaseline(ids[index] ?? "")}>
        <Flag aria-hidden /> Use as baseline
      </MenuItem>
      {onOrder === undefined ? null : (
        <>
          <MenuItem disabled={index === 0} onSelect={() => onOrder(movedBy(ids, index, -1))}>
            <ArrowLeft aria-hidden /> Move left
          </MenuItem>
          <MenuItem disabled={index === ids.length - 1} onSelect={() => onOrder(movedBy(ids, index, 1))}>
            <ArrowRight aria-hidden /> Move right
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function movedBy(ids: readonly string[], index: number, by: 1 | -1): string[] {
  const moved = [...ids];
  const [id] = moved.splice(index, 1);
  if (id !== undefined) moved.splice(index + by, 0, id);
  return moved;
}
