import { formatLatency, formatPercent, nanosecondsPer } from "@crosspoint/domain";
import { ioCount } from "./io-count.ts";
import type { DistributionChart, DistributionStep } from "./latency-distribution.ts";
import type { Plot, PlotPoint, PlotSeries } from "./plot.ts";
import type { Scale } from "./value-axis.ts";

interface DistributionPlotInput {
  readonly chart: DistributionChart;
  readonly title: string;
  readonly looksOf: (id: string) => Pick<PlotSeries, "color" | "dash">;
  /** Of the shares: logarithmic where a tail of one in a million is to be seen beside the body. */
  readonly scale: Scale;
}

/** How many operations took how long: equal steps on a logarithmic axis. */
export function distributionPlot({ chart, title, looksOf, scale }: DistributionPlotInput): Plot {
  const { unit, series, table } = chart;
  const ends = new Map(series.flatMap(({ steps }) => steps.map(({ fromNs, toNs }) => [fromNs, toNs] as const)));
  const text = (ns: number) => formatLatency(ns, unit).text;
  const logarithmic = scale === "logarithmic";
  return {
    title,
    x: {
      title: `Latency (${unit})`,
      scale: "log10",
      perUnit: nanosecondsPer(unit),
      format: (ns) => `${text(ns)} to ${text(ends.get(ns) ?? ns)}`,
    },
    y: {
      title: "Share of I/Os (%)",
      scale: logarithmic ? "log10" : "linear",
      fromZero: !logarithmic,
      format: (percent) => formatPercent(percent).text,
    },
    series: series.map(({ id, label, steps }) => ({
      id,
      label,
      ...looksOf(id),
      width: 1.5,
      line: true,
      steps: true,
      area: true,
      points: pointsOf(steps),
    })),
    empty: "No operation completed, so there are no latencies.",
    table,
  };
}

/** A last point ends the last step. */
function pointsOf(steps: readonly DistributionStep[]): PlotPoint[] {
  const last = steps.at(-1);
  return [
    ...steps.map(({ fromNs, sharePercent, count }) => ({
      x: fromNs,
      y: sharePercent,
      details: [ioCount(count)],
    })),
    ...(last === undefined ? [] : [{ x: last.toNs, y: 0, silent: true }]),
  ];
}
