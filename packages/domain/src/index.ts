export * from "./bound.ts";
export * from "./comparison.ts";
export * from "./findings.ts";
export * from "./health.ts";
export { decodeHistogram, HistogramDecodeError } from "./histogram/decode.ts";
export * from "./histogram/distribution.ts";
export {
  type HistogramBucket,
  type HistogramSummary,
  type LatencyHistogram,
  mergeHistograms,
  summarizeHistogram,
} from "./histogram/histogram.ts";
export type { HistogramLayout, ValueRange } from "./histogram/layout.ts";
export * from "./histogram/percentiles.ts";
export * from "./nvme-status.ts";
export * from "./power-limit.ts";
export * from "./smart.ts";
export * from "./statistics.ts";
export * from "./units.ts";
export * from "./workload.ts";
