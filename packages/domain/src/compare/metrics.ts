/** What two results can be compared by. */
interface Metric {
  readonly id: string;
  /** In which its values are: operations or bytes a second, or nanoseconds. */
  readonly unit: "iops" | "bytesPerSecond" | "ns";
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
  { id: "latencyNsP99999", unit: "ns", short: "p99.999", name: "p99.999 latency", better: "lower" },
] as const satisfies readonly Metric[];

export type ComparisonMetric = (typeof METRICS)[number]["id"];

export const COMPARISON_METRICS: readonly ComparisonMetric[] = METRICS.map(({ id }) => id);

const BY_ID = new Map<ComparisonMetric, Metric>(METRICS.map((metric) => [metric.id, metric]));

export function metricOf(id: ComparisonMetric): Metric {
  const metric = BY_ID.get(id);
  if (metric === undefined) throw new RangeError(`There is no metric ${id}.`);
  return metric;
}

/** Whether the metric is a latency, in nanoseconds. */
export function isLatency(id: ComparisonMetric): id is Exclude<ComparisonMetric, "iops" | "bytesPerSecond"> {
  return metricOf(id).unit === "ns";
}

/** Whether a larger value of the metric is the better one. */
export function isHigherBetter(id: ComparisonMetric): boolean {
  return metricOf(id).better === "higher";
}
