import { chooseLatencyUnit, formatIops, formatLatency, formatThroughput, type Tracked } from "@crosspoint/domain";
import { middleOf } from "../../../../charts/prepare/middle";

/** How a tracked metric is called, and its figures written: all of one rounds in one unit. */
export interface FigureWords {
  readonly name: string;
  /** "Mean latency (µs)", for an axis or a column. */
  readonly title: string;
  readonly unit: string;
  readonly perUnit: number;
  readonly format: (value: number) => string;
  /** Without its unit, for a column that has it in its head. */
  readonly bare: (value: number) => string;
}

const nsPer = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 } as const;

export function figureWords(metric: Tracked["metric"], values: readonly (number | null)[]): FigureWords {
  if (metric === "iops") {
    return {
      name: "IOPS",
      title: "IOPS",
      unit: "IOPS",
      perUnit: 1,
      format: (value) => formatIops(value).text,
      bare: (value) => formatIops(value).value,
    };
  }
  if (metric === "bandwidth") {
    const format = (value: number) => formatThroughput(value, "MB/s").text;
    const bare = (value: number) => formatThroughput(value, "MB/s").value;
    return { name: "throughput", title: "Throughput (MB/s)", unit: "MB/s", perUnit: 1e6, format, bare };
  }
  const known = values.filter((value) => value !== null);
  const unit = chooseLatencyUnit(known.length === 0 ? 1 : middleOf(known));
  return {
    name: "mean latency",
    title: `Mean latency (${unit})`,
    unit,
    perUnit: nsPer[unit],
    format: (value) => formatLatency(value, unit).text,
    bare: (value) => formatLatency(value, unit).value,
  };
}
