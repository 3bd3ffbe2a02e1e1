import {
  bytesPerSecondPer,
  chooseThroughputUnit,
  formatIops,
  formatLatency,
  formatThroughput,
  nanosecondsPer,
} from "@crosspoint/domain";
import { linearTicks } from "./linear-axis.ts";
import type { SecondFigures, SecondsChart } from "./seconds-over-time.ts";
import { linearValueAxis, type ValueAxis } from "./value-axis.ts";

type Direction = "read" | "write";
type Figure = Exclude<keyof SecondFigures, "operations">;

/** One line of a chart over time. Its direction decides the hue, its look tells lines of one direction apart. */
export interface SecondsSeries {
  readonly id: string;
  readonly label: string;
  readonly direction: Direction;
  readonly figure: Figure;
  readonly look: "main" | "dotted" | "thin";
}

/** A quantity over the seconds of a point: its lines, its axis, and how a value is written. */
export interface SecondsPane {
  readonly title: string;
  readonly axisTitle: string;
  readonly axis: ValueAxis;
  readonly series: readonly SecondsSeries[];
  readonly format: (value: number) => string;
}

const directionNames = { read: "Reads", write: "Writes" } as const;

/** Operations or bytes per second. */
export function throughputPane(chart: SecondsChart, quantity: "iops" | "bytes"): SecondsPane {
  const series = chart.directions.map(
    (direction): SecondsSeries => ({
      id: direction,
      label: directionNames[direction],
      direction,
      figure: quantity === "iops" ? "iops" : "bytesPerSecond",
      look: "main",
    }),
  );
  if (quantity === "iops") {
    const axis = linearValueAxis(chart.largestIops, { aboutTicks });
    return { title: "IOPS over time", axisTitle: "IOPS", axis, series, format: (value) => formatIops(value).text };
  }
  const unit = chooseThroughputUnit(chart.largestBytesPerSecond);
  return {
    title: "Throughput over time",
    axisTitle: `Throughput (${unit})`,
    axis: linearValueAxis(chart.largestBytesPerSecond, { perUnit: bytesPerSecondPer(unit), aboutTicks }),
    series,
    format: (value) => formatThroughput(value, unit).text,
  };
}

const aboutTicks = 4;
const latencyLines = [
  { figure: "latencyNsP99", name: "p99", look: "thin" },
  { figure: "latencyNsMean", name: "mean", look: "dotted" },
  { figure: "latencyNsP50", name: "p50", look: "main" },
] as const;

/** Mean, median and 99th percentile of each second. */
export function latencyPane({ directions, rows, latencyUnit: unit }: SecondsChart): SecondsPane {
  const series = directions.flatMap((direction) =>
    latencyLines.map(
      ({ figure, name, look }): SecondsSeries => ({
        id: `${direction} ${figure}`,
        label: `${directionNames[direction]}, ${name}`,
        direction,
        figure,
        look,
      }),
    ),
  );
  const largest = rows.reduce((most, row) => {
    const values = latencyLines.flatMap(({ figure }) => [row.read[figure] ?? 0, row.write[figure] ?? 0]);
    return Math.max(most, ...values);
  }, 0);
  return {
    title: "Latency over time",
    axisTitle: `Latency (${unit}) of each second`,
    axis: linearValueAxis(largest, { perUnit: nanosecondsPer(unit), aboutTicks }),
    series,
    format: (value) => formatLatency(value, unit).text,
  };
}

/** The seconds of a point as an axis of fixed length, so that a running point fills its frame as it goes. */
export function pointTimeAxis(spanSeconds: number): { readonly max: number; readonly ticks: readonly number[] } {
  return { max: spanSeconds, ticks: linearTicks(spanSeconds, 6).filter((tick) => tick <= spanSeconds) };
}
