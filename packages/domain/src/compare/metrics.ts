import type { Percentile } from "../histogram/percentiles.ts";

/** What two results can be compared by. */
interface Metric {
  readonly id: string;
  /** In which its values are: operations or bytes a second, nanoseconds, or operations for each second of a CPU or watt. */
  readonly unit: "iops" | "bytesPerSecond" | "ns" | "iopsPerCpu" | "iopsPerWatt";
  /** What it is called on a tab or in a table's head, and in full. */
  readonly short: string;
  readonly name: string;
  readonly better: "higher" | "lower";
}

/** Every metric of a comparison, in the order in which pages and files show them. */
export const METRICS = [
  { id: "iops", unit: "iops", short: "IOPS", name: "IOPS", better: "higher" },
  { id: "bytesPerSecond", unit: "bytesPerSecond", short: "MB/s", name: "Throughput", better: "higher" },
  { id: "latencyNsMean", unit: "ns", short: "Mean", name: "Mean latency", better: "lower" },
  { id: "latencyNsP50", unit: "ns", short: "p50", name: "p50 latency", better: "lower" },
  { id: "latencyNsP99", unit: "ns", short: "p99", name: "p99 latency", better: "lower" },
  { id: "latencyNsP999", unit: "ns", short: "p99.9", name: "p99.9 latency", better: "lower" },
  { id: "latencyNsP9999", unit: "ns", short: "p99.99", name: "p99.99 latency", better: "lower" },
  { id: "latencyNsP99999", unit: "ns", short: "p99.999", name: "p99.999 latency", better: "lower" },
  { id: "latencyNsMax", unit: "ns", short: "Max", name: "Maximum latency", better: "lower" },
] as const satisfies readonly Metric[];

/** What a rate costs. */
export const EFFICIENCY = [
  { id: "iopsPerCpu", unit: "iopsPerCpu", short: "IOPS/CPU", name: "IOPS per CPU", better: "higher" },
  { id: "iopsPerWatt", unit: "iopsPerWatt", short: "IOPS/W", name: "IOPS per watt", better: "higher" },
] as const satisfies readonly Metric[];

export type ComparisonMetric = (typeof METRICS)[number]["id"];
export type EfficiencyMetric = (typeof EFFICIENCY)[number]["id"];
export type ComparedMetric = ComparisonMetric | EfficiencyMetric;

export const COMPARISON_METRICS: readonly ComparisonMetric[] = METRICS.map(({ id }) => id);
export const COMPARED_METRICS: readonly ComparedMetric[] = [...METRICS, ...EFFICIENCY].map(({ id }) => id);

const BY_ID = new Map<ComparedMetric, Metric>([...METRICS, ...EFFICIENCY].map((metric) => [metric.id, metric]));

export function metricOf(id: ComparedMetric): Metric {
  const metric = BY_ID.get(id);
  if (metric === undefined) throw new RangeError(`There is no metric ${id}.`);
  return metric;
}

/** Whether the metric is a latency, in nanoseconds. */
export function isLatency(id: ComparedMetric): id is Exclude<ComparisonMetric, "iops" | "bytesPerSecond"> {
  return metricOf(id).unit === "ns";
}

/** Whether a larger value of the metric is the better one. */
export function isHigherBetter(id: ComparedMetric): boolean {
  return metricOf(id).better === "higher";
}

/** The percentile that a metric is; undefined of any other. */
export function percentileOf(id: ComparedMetric): Percentile | undefined {
  return percentiles[id];
}

const percentiles: Partial<Record<ComparedMetric, Percentile>> = {
  latencyNsP50: "50",
  latencyNsP99: "99",
  latencyNsP999: "99.9",
  latencyNsP9999: "99.99",
  latencyNsP99999: "99.999",
};
