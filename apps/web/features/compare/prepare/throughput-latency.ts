import { type ComparisonMetric, isLatency } from "@crosspoint/domain";
import { markForms } from "../../../charts/marks/mark-form.ts";
import { measureAxis, measureOf } from "../../../charts/prepare/measure.ts";
import type { Plot, PlotPoint, PlotSeries } from "../../../charts/prepare/plot.ts";
import type { Family } from "../model/families.ts";
import { type Matrix, readAt } from "../model/matrix.ts";

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
      if (line.length === 0) return [];
      const { id, name: label, color, isPublished: hollow } = series;
      return [{ id, label, color, hollow, line: true, form: markForms[0], points: line }];
    }),
    empty: "No series has both figures here.",
    table: {
      header: ["workload", "series", "depth", axes.rate, axes.latency],
      rows: lines.flatMap((line, index) =>
        line.map(({ x, y, label }) => [family.title, matrix.series[index]?.name, label, x, y ?? undefined]),
      ),
    },
  }));
}

/** Points that have both figures; one that lacks either has no place in the plane, and the table below says so. */
function lineOf(matrix: Matrix, family: Family, index: number, { rate, latency }: Axes): PlotPoint[] {
  if (!isLatency(latency)) return [];
  return family.places.flatMap(({ point, x: depth }): PlotPoint[] => {
    const x = readAt(matrix, point, index, rate);
    const y = readAt(matrix, point, index, latency);
    if (x.kind === "missing" || y.kind === "missing") return [];
    const { value, bound, thin } = y;
    return [{ x: x.value, y: value, bound, thin, label: `QD${depth}` }];
  });
}
