import { boundWords, type ComparisonMetric, isLatency, metricOf } from "@crosspoint/domain";
import { type Measure, measureAxis, measureOf } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { PlotToCome } from "../../../charts/prepare/plot-to-come.ts";
import type { Family } from "../model/families.ts";
import { cellAt, type Matrix, type Reading, readAt, supportOf } from "../model/matrix.ts";
import { formsByColor } from "./forms.ts";

type RateMetric = "iops" | "bytesPerSecond";

interface Axes {
  readonly rate: RateMetric;
  readonly latency: ComparisonMetric;
  readonly scale: "linear" | "logarithmic";
}

/** What a drive delivers against what each operation then takes: one line a series, its points labelled by depth. */
export function prepareThroughputLatency(matrix: Matrix, families: readonly Family[], axes: Axes): PlotToCome[] {
  const drawn = families
    .filter(({ axis }) => axis === "depth")
    .map((family) => ({ family, places: matrix.series.map((_, index) => placesOf(matrix, family, index, axes)) }));
  const figures = drawn
    .flatMap(({ places }) => places.flat())
    .flatMap((place) => (place.kind === "gap" ? [] : [place]));
  const rates = figures.map(({ x }) => x.value);
  const measures = {
    rate: measureOf(axes.rate, rates),
    latency: measureOf(
      axes.latency,
      figures.map(({ y }) => y.value),
    ),
    rateTo: rates.reduce((most, rate) => Math.max(most, rate), 0) * 1.04,
  };
  return drawn.flatMap(({ family, places }) => {
    const names = matrix.series.flatMap(({ name }, index) => (isDrawn(places[index]) ? [name] : []));
    if (names.length === 0) return [];
    const title = `Latency against throughput: ${family.title}`;
    return [{ title, names, prepare: () => plotOf(matrix, { family, places }, axes, measures) }];
  });
}

interface Measures {
  readonly rate: Measure;
  readonly latency: Measure;
  readonly rateTo: number;
}

interface Drawn {
  readonly family: Family;
  /** Of each series. */
  readonly places: readonly (readonly Place[])[];
}

function isDrawn(places: readonly Place[] = []): boolean {
  return places.some(({ kind }) => kind === "place");
}

function plotOf(matrix: Matrix, { family, places }: Drawn, axes: Axes, { rate, latency, rateTo }: Measures): Plot {
  const formOf = formsByColor(matrix.series);
  return {
    title: family.title,
    x: { ...measureAxis(rate, "linear"), ...(rateTo > 0 ? { from: 0, to: rateTo } : {}) },
    y: measureAxis(latency, axes.scale),
    reads: "point",
    series: matrix.series.flatMap((series, index): PlotSeries[] => {
      if (!isDrawn(places[index])) return [];
      const points = lineOf(matrix, places[index] ?? [], index, axes);
      const { id, name: label, color, isPublished: hollow } = series;
      return [{ id, label, color, hollow, line: true, form: formOf(id), points }];
    }),
    // Of several series one alone may stand here: which?
    legend: matrix.series.length > 1,
    empty: "No series has both figures here.",
    table: {
      header: ["workload", "series", "depth", axes.rate, `${axes.rate}_bound`, axes.latency, `${axes.latency}_bound`],
      rows: matrix.series.flatMap(({ name }, index) =>
        (places[index] ?? []).flatMap((place) =>
          place.kind === "gap"
            ? []
            : [[family.title, name, place.depth, ...[place.x, place.y].flatMap(({ value, bound }) => [value, bound])]],
        ),
      ),
    },
  };
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
function lineOf(matrix: Matrix, places: readonly Place[], index: number, axes: Axes): PlotPoint[] {
  const points: PlotPoint[] = [];
  for (const place of places) {
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
