import { formatCount, formatLatency, nanosecondsPer } from "@crosspoint/domain";
import type { MarkForm } from "../marks/mark-form.ts";
import { percentileLabel } from "./nines.ts";
import type { PercentileChart, PercentilePoint } from "./percentiles-by-nines.ts";
import type { Plot, PlotPoint, PlotSeries } from "./plot.ts";
import type { Scale } from "./value-axis.ts";

/** How each series is told from the others; an id is a curve's or a published row's. */
export interface PercentileLooks {
  readonly colorOf: (id: string) => string;
  readonly dashOf: (id: string) => string | undefined;
  /** Form of a published mark. */
  readonly formOf: (id: string) => MarkForm;
}

interface PercentilesPlotInput {
  readonly chart: PercentileChart;
  readonly title: string;
  readonly looks: PercentileLooks;
  readonly scale: Scale;
}

/** Latency over percentiles by nines: curves of what was measured, hollow marks of what was published. */
export function percentilesPlot({ chart, title, looks, scale }: PercentilesPlotInput): Plot {
  const { unit, series, marks, xDomain, table } = chart;
  const logarithmic = scale === "logarithmic";
  return {
    title,
    source: [...new Set(marks.map(({ source }) => source))].join("; ") || undefined,
    x: {
      title: "Percentile",
      scale: "nines",
      from: xDomain[0],
      to: xDomain[1],
      format: (nines) => `≤ ${percentileLabel(nines)}`,
    },
    y: {
      title: `Latency (${unit})`,
      scale: logarithmic ? "log10" : "linear",
      fromZero: !logarithmic,
      perUnit: nanosecondsPer(unit),
      format: (ns) => formatLatency(ns, unit).text,
    },
    series: [...series.map((curve) => curveOf(curve, looks)), ...publishedOf(chart, looks)],
    empty: "No result here has enough samples for its percentiles.",
    table,
  };
}

function curveOf({ id, label, solid, faded }: PercentileChart["series"][number], looks: PercentileLooks): PlotSeries {
  // The faded part begins at the last solid point.
  const rest = solid.length === 0 ? faded : faded.slice(1);
  return {
    id,
    label,
    color: looks.colorOf(id),
    dash: looks.dashOf(id),
    line: true,
    points: [...solid.map((point) => measured(point, false)), ...rest.map((point) => measured(point, true))],
  };
}

function measured({ nines, ns, samplesAbove }: PercentilePoint, thin: boolean): PlotPoint {
  const support = `${formatCount(samplesAbove)} ${samplesAbove === 1 ? "sample" : "samples"} above`;
  return { x: nines, y: ns, thin, details: [support] };
}

/** The marks of one published row are one series. */
function publishedOf({ marks }: PercentileChart, { colorOf, formOf }: PercentileLooks): PlotSeries[] {
  return [...Map.groupBy(marks, ({ id }) => id)].map(([id, own]) => ({
    id,
    label: `${own[0]?.label} (${own[0]?.source})`,
    color: colorOf(id),
    form: formOf(id),
    hollow: true,
    points: own.map(({ nines, ns, bound, source }) => ({ x: nines, y: ns, bound, details: [`published, ${source}`] })),
  }));
}
