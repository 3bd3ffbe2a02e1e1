import {
  bytesPerSecondPer,
  chooseThroughputUnit,
  formatCount,
  formatIops,
  formatLatency,
  formatThroughput,
  nanosecondsPer,
} from "@crosspoint/domain";
import { directionColor } from "../../ui/series-color.ts";
import { directionDash } from "../marks/dash.ts";
import { ioCount } from "./io-count.ts";
import type { Plot, PlotAxis, PlotPoint, PlotSeries } from "./plot.ts";
import type { SecondFigures, SecondRow, SecondsChart } from "./seconds-over-time.ts";
import { tickText } from "./tick-text.ts";
import type { Scale } from "./value-axis.ts";

type Direction = "read" | "write";
type Figure = Exclude<keyof SecondFigures, "operations">;

const directionNames = { read: "Reads", write: "Writes" } as const;

/** Operations or bytes per second over the seconds of a point, whose frame is as long as the point is to be. */
export function throughputPlot(chart: SecondsChart, quantity: "iops" | "bytes", spanSeconds: number): Plot {
  const figure = quantity === "iops" ? "iops" : "bytesPerSecond";
  const series = chart.directions.map((direction) =>
    seriesOf(chart, direction, figure, { id: direction, label: directionNames[direction] }),
  );
  if (quantity === "iops") {
    const y = { title: "IOPS", format: (value: number) => formatIops(value).text, ...scaleOf("linear") };
    return plotOf(chart, "IOPS over time", y, series, spanSeconds);
  }
  const unit = chooseThroughputUnit(chart.largestBytesPerSecond);
  const y = {
    title: `Throughput (${unit})`,
    perUnit: bytesPerSecondPer(unit),
    format: (value: number) => formatThroughput(value, unit).text,
    ...scaleOf("linear"),
  };
  return plotOf(chart, "Throughput over time", y, series, spanSeconds);
}

/** Of one color and dash: the middle is the boldest. */
const latencyLines = [
  { figure: "latencyNsP99", name: "p99", width: 1 },
  { figure: "latencyNsMean", name: "mean", width: 1.5 },
  { figure: "latencyNsP50", name: "p50", width: 2.5 },
] as const;

/** Mean, median and 99th percentile of each second. */
export function latencyPlot(chart: SecondsChart, spanSeconds: number, scale: Scale = "linear"): Plot {
  const { directions, latencyUnit: unit } = chart;
  const series = directions.flatMap((direction) =>
    latencyLines.map(({ figure, name, width }) => {
      const label = `${directionNames[direction]}, ${name}`;
      return seriesOf(chart, direction, figure, { id: `${direction} ${figure}`, label, width });
    }),
  );
  const y = {
    title: `Latency (${unit}) of each second`,
    perUnit: nanosecondsPer(unit),
    format: (value: number) => formatLatency(value, unit).text,
  };
  return plotOf(chart, "Latency over time", { ...y, ...scaleOf(scale) }, series, spanSeconds);
}

function scaleOf(scale: Scale): Pick<PlotAxis, "scale" | "fromZero"> {
  return scale === "linear" ? { scale, fromZero: true } : { scale: "log10" };
}

function plotOf(
  { rampSeconds, missingSeconds, table }: SecondsChart,
  title: string,
  y: PlotAxis,
  series: readonly PlotSeries[],
  spanSeconds: number,
): Plot {
  const warmUp = (seconds: number) => (seconds <= rampSeconds ? ", warm-up (excluded)" : "");
  return {
    title,
    note: missingSeconds > 0 ? `${formatCount(missingSeconds)} seconds missing: gaps` : undefined,
    x: {
      title: "Time since the point's start (s)",
      scale: "linear",
      from: 0,
      to: spanSeconds,
      format: (seconds) => `Up to ${tickText(seconds)} s${warmUp(seconds)}`,
    },
    y,
    series,
    bands: rampSeconds > 0 ? [{ axis: "x", from: 0, to: rampSeconds, label: "warm-up" }] : [],
    table,
  };
}

function seriesOf(
  { rows }: SecondsChart,
  direction: Direction,
  figure: Figure,
  own: Pick<PlotSeries, "id" | "label" | "width">,
): PlotSeries {
  const points = rows.map((row) => pointOf(row, direction, figure));
  return { ...own, color: directionColor[direction], dash: directionDash[direction], line: true, points };
}

function pointOf(row: SecondRow, direction: Direction, figure: Figure): PlotPoint {
  const { operations, [figure]: value } = row[direction];
  if (operations === null) return { x: row.atSeconds, y: null, gap: "not reported" };
  if (value === null) return { x: row.atSeconds, y: null, gap: "nothing completed" };
  return { x: row.atSeconds, y: value, details: [ioCount(operations)] };
}
