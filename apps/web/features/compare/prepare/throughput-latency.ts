import { boundWords, type ComparisonMetric, isLatency, metricOf } from "@crosspoint/domain";
import { markForms } from "../../../charts/marks/mark-form.ts";
import { measureAxis, measureOf } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { Family } from "../model/families.ts";
import { cellAt, type Matrix, type Reading, readAt, supportOf } from "../model/matrix.ts";

type RateMetric = "iops" | "bytesPerSecond";

interface Axes {
  readonly rate: RateMetric;
  readonly latency: ComparisonMetric;
  readonly scale: "linear" | "logarithmic";
}

/** What a drive delivers against what each operation then takes: one line a series, its points labelled by depth. */
export function prepareThroughputLatency(matrix: Matrix, families: readonly Family[], axes: Axes): Plot[] {
  const drawn = families
    .filter(({ axis }) => axis === "depth")
    .map((family) => ({ family, lines: matrix.series.map((_, index) => lineOf(matrix, family, index, axes)) }));
  const points = drawn.flatMap(({ lines }) => lines.flat());
  const rate = measureOf(
    axes.rate,
    points.map(({ x }) => x),
  );
  const latency = measureOf(
    axes.latency,
    points.flatMap(({ y }) => (y === null ? [] : [y])),
  );
  const xTo = Math.max(0, ...points.map(({ x }) => x)) * 1.04;
  return drawn.map(({ family, lines }) => ({
    title: family.title,
    x: { ...measureAxis(rate, "linear"), ...(xTo > 0 ? { from: 0, to: xTo } : {}) },
    y: measureAxis(latency, axes.scale),
    reads: "point",
    series: matrix.series.flatMap((series, index): PlotSeries[] => {
      const line = lines[index] ?? [];
      if (line.every(({ y }) => y === null)) return [];
      const { id, name: label, color, isPublished: hollow } = series;
      return [{ id, label, color, hollow, line: true, form: markForms[0], points: line }];
    }),
    empty: "No series has both figures here.",
    table: {
      header: ["workload", "series", "depth", axes.rate, `${axes.rate}_bound`, axes.latency, `${axes.latency}_bound`],
      rows: matrix.series.flatMap(({ name }, index) =>
        placesOf(matrix, family, index, axes).flatMap((place) =>
          place.kind === "gap"
            ? []
            : [[family.title, name, place.depth, ...[place.x, place.y].flatMap(({ value, bound }) => [value, bound])]],
        ),
      ),
    },
  }));
}

type Figure = Extract<Reading, { kind: "figure" }>;
type Place =
  | { readonly kind: "gap" }
  | { readonly kind: "place"; readonly point: number; readonly depth: number; readonly x: Figure; readonly y: Figure };

/** Each depth with both figures; one that lacks either has no place in the plane. */
function placesOf(matrix: Matrix, family: Family, index: number, { rate, latency }: Axes): Place[] {
  if (!isLatency(latency)) return [];
  return family.places.map(({ point, x: depth }) => {
    const x = readAt(matrix, point, index, rate);
    const y = readAt(matrix, point, index, latency);
    return x.kind === "missing" || y.kind === "missing" ? { kind: "gap" } : { kind: "place", point, depth, x, y };
  });
}

/** A line from depth to depth, and none across a depth that has no place. */
function lineOf(matrix: Matrix, family: Family, index: number, axes: Axes): PlotPoint[] {
  const points: PlotPoint[] = [];
  for (const place of placesOf(matrix, family, index, axes)) {
    const { x: last } = points.at(-1) ?? {};
    if (place.kind === "place") points.push(pointOf(matrix, place, index, axes));
    else if (last !== undefined) points.push({ x: last, y: null, silent: true });
  }
  return points;
}

function pointOf(
  matrix: Matrix,
  { point, depth, x, y }: Extract<Place, { kind: "place" }>,
  index: number,
  { rate }: Axes,
): PlotPoint {
  const { value, bound, thin } = y;
  const support = supportOf(cellAt(matrix, point, index), y, matrix.series[index]?.source ?? "");
  const ofRate = x.bound === "exact" ? [] : [`${metricOf(rate).name}: ${boundWords(x.bound)}`];
  return { x: x.value, y: value, bound, thin, label: `QD${depth}`, details: [...ofRate, ...support] };
}
