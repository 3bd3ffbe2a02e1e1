import { type ComparedMetric, metricOf } from "@crosspoint/domain";
import { measureAxis, measureOf, percentText } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { Range } from "../../../charts/prepare/plot-axis.ts";
import type { PlotToCome } from "../../../charts/prepare/plot-to-come.ts";
import type { DifferenceAt } from "../model/difference-cells.ts";
import type { Family } from "../model/families.ts";
import type { Matrix } from "../model/matrix.ts";
import { xAxis } from "./curves.ts";
import { formsByColor } from "./forms.ts";

interface Against {
  readonly metric: ComparedMetric;
  readonly baseline: number;
  readonly cellOf: DifferenceAt;
}

/** Every series' difference from the baseline along each sweep, each with its interval, all on one scale around zero. */
export function prepareDifferenceCurves(matrix: Matrix, families: readonly Family[], against: Against): PlotToCome[] {
  const ends = endsOf(matrix, families, against);
  const names = matrix.series.flatMap(({ name }, index) => (index === against.baseline ? [] : [name]));
  return families.map((family) => ({
    title: `Difference of ${metricOf(against.metric).name}: ${family.title}`,
    names,
    prepare: () => plotOf(matrix, family, against, ends),
  }));
}

/** Zero, and all that is drawn. */
function endsOf(matrix: Matrix, families: readonly Family[], { baseline, cellOf }: Against): Range {
  const values = families.flatMap(({ places }) =>
    places.flatMap(({ point }) =>
      matrix.series.flatMap(({ id }, index) => {
        const cell = index === baseline ? undefined : cellOf(matrix.points[point]?.key ?? "", id);
        if (cell === undefined) return [];
        return cell.kind === "tooLittle" ? [cell.percent] : [cell.percent, cell.interval.low, cell.interval.high];
      }),
    ),
  );
  return { min: Math.min(0, ...values), max: Math.max(0, ...values) };
}

function plotOf(matrix: Matrix, family: Family, against: Against, { min: low, max: high }: Range): Plot {
  const series = seriesOf(matrix, family, against);
  // Room beyond the ends: nothing falls by more than 100 %.
  const room = Math.max(1, 0.05 * (high - low));
  const measure = measureOf(against.metric, [], "percent");
  return {
    title: `${metricOf(against.metric).name}: ${family.title}`,
    x: xAxis(family.axis),
    y: { ...measureAxis(measure, "linear"), fromZero: false, from: low - room, to: high + room },
    series,
    lines: [{ from: { y: 0 }, to: { y: 0 }, label: "baseline" }],
    // Of several series one alone may stand here: which?
    legend: matrix.series.length > 1,
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
  };
}

function seriesOf(matrix: Matrix, family: Family, { baseline, cellOf }: Against): PlotSeries[] {
  const formOf = formsByColor(matrix.series);
  return matrix.series.flatMap(({ id, name: label, color, isPublished: hollow }, index): PlotSeries[] => {
    if (index === baseline) return [];
    const points = family.places.map(({ point, x }) => pointOf(x, cellOf(matrix.points[point]?.key ?? "", id)));
    if (points.every(({ y }) => y === null)) return [];
    return [{ id, label, color, hollow, form: formOf(id), line: true, points }];
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
