export * from "./analysis/statistics.ts";
export * from "./compare/comparison.ts";
export * from "./health/findings.ts";
export * from "./health/health.ts";
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
export * from "./smart/nvme-status.ts";
export * from "./smart/smart.ts";
export * from "./units/bound.ts";
export * from "./units/power-limit.ts";
export * from "./units/units.ts";
export * from "./workload/workload.ts";
