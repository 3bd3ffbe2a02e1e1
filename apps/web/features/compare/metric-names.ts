import type { ComparisonMetric } from "@crosspoint/domain";

/** What a metric is called on a tab, and in full. */
export const metricNames: Readonly<Record<ComparisonMetric, { readonly short: string; readonly full: string }>> = {
  iops: { short: "IOPS", full: "IOPS" },
  bytesPerSecond: { short: "MB/s", full: "Throughput" },
  latencyNsMean: { short: "Mean", full: "Mean latency" },
  latencyNsP50: { short: "p50", full: "p50 latency" },
  latencyNsP99: { short: "p99", full: "p99 latency" },
  latencyNsP99999: { short: "p99.999", full: "p99.999 latency" },
};
