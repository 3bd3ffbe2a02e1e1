import { type ComparedMetric, formatBlockSize, metricOf, queueDepthOf, type SweptPart } from "@crosspoint/domain";
import { directionDash } from "../../../charts/marks/dash.ts";
import { markForm, markForms } from "../../../charts/marks/mark-form.ts";
import type { ChartTable } from "../../../charts/prepare/csv.ts";
import { type Measure, measureAxis, measureOf, type Shown } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotAxis, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { PlotToCome } from "../../../charts/prepare/plot-to-come.ts";
import type { Family } from "../model/families.ts";
import {
  cellAt,
  type Matrix,
  type MatrixSeries,
  type Reading,
  readAt,
  relativeTo,
  supportOf,
} from "../model/matrix.ts";
import { ordersByColor } from "./forms.ts";

/** What a person chose to look at. */
export interface Look {
  readonly metric: ComparedMetric;
  readonly scale: "linear" | "logarithmic";
  readonly shown: Exclude<Shown, "percent">;
  /** Place of the baseline among the series. */
  readonly baseline: number;
}

/** One curve a series over each family: small multiples on one scale, each prepared once it is drawn. */
export function prepareCurves(matrix: Matrix, families: readonly Family[], look: Look): PlotToCome[] {
  const readings = families.map((family) =>
    matrix.series.map((_, series) => family.places.map(({ point }) => lookAt(matrix, point, series, look))),
  );
  const values = readings.flat(2).flatMap((reading) => (reading.kind === "figure" ? [reading.value] : []));
  const measure = measureOf(look.metric, values, look.shown);
  const ends = endsOf(values, look.scale);
  const names = matrix.series.map(({ name }) => name);
  return families.map((family, index) => ({
    title: `${metricOf(look.metric).name}: ${family.title}`,
    names,
    prepare: () => plotOf(matrix, family, readings[index] ?? [], { look, measure, ends }),
  }));
}

/** A metric of one point and series as it is looked at: its own value, or times the baseline's. */
export function lookAt(matrix: Matrix, point: number, series: number, { metric, shown, baseline }: Look): Reading {
  const own = readAt(matrix, point, series, metric);
  return shown === "absolute" ? own : relativeTo(own, readAt(matrix, point, baseline, metric));
}

interface Drawn {
  readonly look: Look;
  readonly measure: Measure;
  readonly ends: Pick<PlotAxis, "from" | "to">;
}

/** One scale for all: from zero, or from the decade below the smallest, to the largest. */
function endsOf(values: readonly number[], scale: Look["scale"]): Drawn["ends"] {
  const above = values.filter((value) => value > 0);
  if (above.length === 0) return {};
  const [low, high] = [Math.min(...above), Math.max(...above)];
  return scale === "linear" ? { from: 0, to: high * 1.04 } : { from: low / 1.1, to: high * 1.1 };
}

function plotOf(
  matrix: Matrix,
  family: Family,
  readings: readonly (readonly Reading[])[],
  { look, measure, ends }: Drawn,
): Plot {
  const forms = ordersByColor(matrix.series);
  const series = matrix.series.flatMap((each, index): PlotSeries[] => {
    const points = (readings[index] ?? []).map((reading, place) => pointOf(matrix, family, { index, place, reading }));
    // A series without any figure here has no line; the table says why.
    return points.every(({ y }) => y === null) ? [] : [{ ...lookOf(each, family, matrix, forms), points }];
  });
  return {
    title: family.title,
    x: xAxis(family.axis),
    y: { ...measureAxis(measure, look.scale), ...ends },
    series,
    // Of several series one alone may stand here: which?
    legend: matrix.series.length > 1,
    empty: `None of the series has this figure here: ${metricOf(look.metric).name}.`,
    table: tableOf(matrix, family, readings, look),
  };
}

function lookOf(
  series: MatrixSeries,
  family: Family,
  { points }: Matrix,
  forms: ReadonlyMap<string, number>,
): Omit<PlotSeries, "points"> {
  const [first] = family.places;
  const direction = points[first?.point ?? 0]?.direction ?? "read";
  return {
    id: series.id,
    label: series.name,
    color: series.color,
    form: formOf(series, family, forms, points[first?.point ?? 0]?.workload),
    dash: direction === "both" ? undefined : directionDash[direction],
    hollow: series.isPublished,
    line: true,
  };
}

/** Where depth is the axis a form is free to tell series of one color apart; elsewhere it is the depth's. */
function formOf(
  { id }: MatrixSeries,
  { axis }: Family,
  forms: ReadonlyMap<string, number>,
  workload: Matrix["points"][number]["workload"] | undefined,
) {
  const order = forms.get(id) ?? 0;
  if (axis === "depth" || order > 0 || workload === undefined) return markForms[order % markForms.length];
  return markForm(queueDepthOf(workload));
}

interface At {
  readonly index: number;
  readonly place: number;
  readonly reading: Reading;
}

function pointOf(matrix: Matrix, family: Family, { index, place, reading }: At): PlotPoint {
  const { x, point } = family.places[place] ?? { x: 0, point: 0 };
  if (reading.kind === "missing") return { x, y: null, gap: reading.reason };
  const { value: y, bound, thin } = reading;
  const source = matrix.series[index]?.source ?? "";
  return { x, y, bound, thin, details: supportOf(cellAt(matrix, point, index), reading, source) };
}

/** The axis that a family runs over. */
export function xAxis(axis: SweptPart): PlotAxis {
  if (axis === "depth") return { title: "Queue depth, all threads", scale: "log2", format: (value) => `QD${value}` };
  if (axis === "size") {
    return { title: "Block size", scale: "log2", format: (value) => formatBlockSize(value).text };
  }
  return { title: "Reads (%)", scale: "linear", from: 0, to: 100, format: (value) => `${value}/${100 - value}` };
}

function tableOf(
  { series }: Matrix,
  { axis, places, title }: Family,
  readings: readonly (readonly Reading[])[],
  { metric, shown }: Look,
): ChartTable {
  const value = shown === "absolute" ? metric : `${metric}_times_baseline`;
  return {
    header: ["workload", axis, "series", value, "bound", "samples_above", "gap"],
    rows: places.flatMap(({ x }, place) =>
      series.map(({ name }, index) => {
        const reading = readings[index]?.[place];
        if (reading?.kind !== "figure") return [title, x, name, undefined, undefined, undefined, reading?.reason];
        return [title, x, name, reading.value, reading.bound, reading.samplesAbove, undefined];
      }),
    ),
  };
}
