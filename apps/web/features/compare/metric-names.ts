import type { ComparisonMetric } from "@crosspoint/domain";

/** What a metric is called on a tab, and in full. */
export const metricNames: Readonly<Record<ComparisonMetric, { readonly short: string; readonly full: string }>> = {
  iops: { short: "IOPS", full: "Operations per second" },
  bytesPerSecond: { short: "MB/s", full: "Throughput" },
  latencyNsMean: { short: "Mean", full: "Mean latency" },
  latencyNsP50: { short: "Median", full: "Median latency" },
  latencyNsP99: { short: "99th", full: "99th percentile of latency" },
  latencyNsP99999: { short: "99.999th", full: "99.999th percentile of latency" },
};
