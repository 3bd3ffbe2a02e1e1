import type { Plot, PlotHeat } from "../prepare/plot";
import { lineText, notesOf, type Picked } from "../prepare/plot-reading";
import { ChartTooltip } from "./chart-tooltip";

/** Of the level that a count lies in. */
function colorOf({ levels }: PlotHeat, count: number): string {
  return levels.findLast(({ from }) => count >= from)?.color ?? "var(--surface)";
}

/** More lines than this have their notes only at the one that is meant. */
const linesWithNotes = 4;
const maxLines = 14;

/** Exact figures of what is pointed at, and what each is based on. */
export function PlotTooltip({ plot, picked }: { plot: Plot; picked: Picked }) {
  const { readings, chosen } = picked;
  const shown = readings.slice(0, maxLines);
  const left = readings.length - shown.length;
  return (
    <ChartTooltip
      title={chosen.point.thing === undefined ? plot.x.format(chosen.point.x) : undefined}
      more={left > 0 ? `and ${left} more` : undefined}
      lines={shown.map(({ series, point }) => {
        const meant = series === chosen.series && point === chosen.point;
        const own = meant || readings.length <= linesWithNotes ? notesOf(plot, point) : [];
        // One that lies so close that it is read with the column, at another place of its own.
        const isThere = point.x === chosen.point.x || point.thing !== undefined;
        const notes = isThere ? own : [plot.x.format(point.x), ...own];
        return {
          key: `${series.id} ${point.x} ${point.y} ${point.thing?.name ?? point.label}`,
          color: plot.heat ? colorOf(plot.heat, point.count ?? 0) : series.color,
          bars: series.bars === true || plot.heat !== undefined,
          hollow: series.hollow === true,
          form: point.form ?? series.form,
          dash: series.dash,
          ...lineText(plot, { series, point }),
          strong: meant && readings.length > 1,
          note: notes.length > 0 ? notes.join("; ") : undefined,
        };
      })}
    />
  );
}
