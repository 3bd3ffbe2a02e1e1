/** Metrics in the order in which a table shows them, with their heads. */
export const metricHeads = {
  iops: "IOPS",
  bytesPerSecond: "Throughput",
  latencyNsMean: "Mean",
  latencyNsP50: "p50",
  latencyNsP99: "p99",
  latencyNsP999: "p99.9",
  latencyNsP9999: "p99.99",
  latencyNsP99999: "p99.999",
  latencyNsMax: "Max",
  transactionsOver1msPercent: "Transactions over 1 ms",
  transactionsOver2msPercent: "Transactions over 2 ms",
  iopsStandardDeviationLast200s: "Standard deviation of IOPS, last 200 s",
  score: "Score",
} as const;
export type PublishedMetricName = keyof typeof metricHeads;

interface Row {
  readonly metrics: readonly { readonly metric: PublishedMetricName }[];
}

/** A column is worth its room from this share of the rows on. */
const leastFilledShare = 0.25;

/** Metrics with a column of their own, and those that few rows state: they stand together in one. */
export function publishedColumns(rows: readonly Row[]): {
  readonly own: readonly PublishedMetricName[];
  readonly other: readonly PublishedMetricName[];
} {
  const filled = (metric: PublishedMetricName) =>
    rows.filter(({ metrics }) => metrics.some((each) => each.metric === metric)).length;
  const stated = (Object.keys(metricHeads) as PublishedMetricName[]).filter((metric) => filled(metric) > 0);
  const own = stated.filter((metric) => filled(metric) >= leastFilledShare * rows.length);
  return { own, other: stated.filter((metric) => !own.includes(metric)) };
}
