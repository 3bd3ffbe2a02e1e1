import { chooseLatencyUnit, formatLatency, nanosecondsPer } from "@crosspoint/domain";
import { middleOf } from "./middle";
import type { PlotAxis, PlotSeries } from "./plot";

/** An axis of latencies, in the unit that suits these nanoseconds; its title names it: "Mean latency (ms)". */
export function latencyAxis(name: string, values: readonly number[], scale: "log10" | "linear" = "log10"): PlotAxis {
  const unit = chooseLatencyUnit(middleOf(values));
  return {
    title: `${name} (${unit})`,
    scale,
    fromZero: scale === "linear",
    perUnit: nanosecondsPer(unit),
    format: (value) => formatLatency(value).text,
  };
}

/** All that series show. */
export function shownValues(series: readonly PlotSeries[]): number[] {
  return series.flatMap(({ points }) => points.flatMap(({ y }) => (y === null ? [] : [y])));
}
