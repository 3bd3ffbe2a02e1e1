import { type ComparedMetric, metricOf } from "@crosspoint/domain";
import { markForms } from "../../../charts/marks/mark-form.ts";
import { measureAxis, measureOf, percentText } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { DifferenceAt } from "../model/difference-cells.ts";
import type { Family } from "../model/families.ts";
import type { Matrix } from "../model/matrix.ts";
import { xAxis } from "./curves.ts";

interface Against {
  readonly metric: ComparedMetric;
  readonly baseline: number;
  readonly cellOf: DifferenceAt;
}

/** Every series' difference from the baseline along each sweep, each with its interval, all on one scale around zero. */
export function prepareDifferenceCurves(matrix: Matrix, families: readonly Family[], against: Against): Plot[] {
  const drawn = families.map((family) => ({ family, series: seriesOf(matrix, family, against) }));
  const ends = drawn.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y ?? 0, low ?? 0, high ?? 0])),
  );
  // Zero is on the axis, and room beyond the ends: nothing falls by more than 100 %.
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = Math.max(1, 0.05 * (high - low));
  const measure = measureOf(against.metric, [], "percent");
  return drawn.map(({ family, series }) => ({
    title: `${metricOf(against.metric).name}: ${family.title}`,
    x: xAxis(family.axis),
    y: { ...measureAxis(measure, "linear"), fromZero: false, from: low - room, to: high + room },
    series,
    lines: [{ from: { y: 0 }, to: { y: 0 }, label: "baseline" }],
    empty: "No series has a figure beside the baseline's here.",
    table: {
      header: ["workload", family.axis, "series", "percent", "low", "high", "basis"],
      rows: series.flatMap(({ label, points }) =>
        points.map(({ x, y, low, high, details, gap }) => [
          ...[family.title, x, label, y ?? undefined, low, high],
          details?.join("; ") ?? gap,
        ]),
      ),
    },
  }));
}

function seriesOf(matrix: Matrix, family: Family, { baseline, cellOf }: Against): PlotSeries[] {
  return matrix.series.flatMap(({ id, name: label, color, isPublished: hollow }, index): PlotSeries[] => {
    if (index === baseline) return [];
    const points = family.places.map(({ point, x }) => pointOf(x, cellOf(matrix.points[point]?.key ?? "", id)));
    if (points.every(({ y }) => y === null)) return [];
    return [{ id, label, color, hollow, form: markForms[0], line: true, points }];
  });
}

function pointOf(x: number, cell: ReturnType<DifferenceAt>): PlotPoint {
  if (cell === undefined) return { x, y: null, gap: "One of the two has no figure here." };
  if (cell.kind === "tooLittle") return { x, y: cell.percent, bound: cell.bound, thin: true, details: [cell.reason] };
  const { percent, interval, verdict, basis } = cell;
  const range = `${percentText(interval.low).value} to ${percentText(interval.high).text}`;
  // Noise is a finding, told with its interval, and no weaker than another.
  const noise = verdict === "noise" ? { thin: true, thinWords: "" } : {};
  return { x, y: percent, ...interval, ...noise, details: [`${verdict}, ${range}`, basis] };
}
