import type { Bound, ComparisonMetric } from "@crosspoint/domain";
import { CatalogError } from "./catalog-error.ts";

/** What a published figure measures: the metrics of a comparison, and those that only some sources report. */
export type PublishedMetricName =
  | ComparisonMetric
  | "transactionsOver1msPercent"
  | "transactionsOver2msPercent"
  | "iopsStandardDeviationLast200s"
  | "score";

export type PublishedUnit = "iops" | "bytes/s" | "ns" | "percent" | "points";

/** One figure in base units, with the figure as its source prints it. */
export interface PublishedMetric {
  readonly metric: PublishedMetricName;
  readonly value: number;
  readonly unit: PublishedUnit;
  readonly bound: Bound;
  /** The source's own text and unit, not rounded or converted ("413.0", "MB/s"). */
  readonly printed: { readonly text: string; readonly unit: string };
}

interface Conversion {
  readonly metric: PublishedMetricName;
  readonly unit: PublishedUnit;
  /** Base units in one printed unit. */
  readonly factor: number;
  readonly printedUnit: string;
}

const MICROSECONDS = { unit: "ns", factor: 1_000, printedUnit: "µs" } as const;
const PERCENT = { unit: "percent", factor: 1, printedUnit: "%" } as const;
const OPERATIONS = { unit: "iops", factor: 1, printedUnit: "IOPS" } as const;

/** Names in data/published-results.yaml, of results and of table columns. */
const CONVERSIONS: Record<string, Conversion> = {
  iops: { metric: "iops", ...OPERATIONS },
  iops_stddev_last_200s: { metric: "iopsStandardDeviationLast200s", ...OPERATIONS },
  mb_s: { metric: "bytesPerSecond", unit: "bytes/s", factor: 1_000_000, printedUnit: "MB/s" },
  throughput_bytes_s: { metric: "bytesPerSecond", unit: "bytes/s", factor: 1, printedUnit: "bytes/s" },
  mean_us: { metric: "latencyNsMean", ...MICROSECONDS },
  mean_latency_us: { metric: "latencyNsMean", ...MICROSECONDS },
  median_us: { metric: "latencyNsP50", ...MICROSECONDS },
  median_latency_us: { metric: "latencyNsP50", ...MICROSECONDS },
  p99_us: { metric: "latencyNsP99", ...MICROSECONDS },
  p99999_us: { metric: "latencyNsP99999", ...MICROSECONDS },
  max_latency_us: { metric: "latencyNsMax", ...MICROSECONDS },
  transactions_over_1ms_percent: { metric: "transactionsOver1msPercent", ...PERCENT },
  transactions_over_2ms_percent: { metric: "transactionsOver2msPercent", ...PERCENT },
  score: { metric: "score", unit: "points", factor: 1, printedUnit: "points" },
};

/** Converts a figure as printed to base units. `entry` names it in an error. */
export function publishedMetric(entry: string, name: string, text: string, bound: Bound): PublishedMetric {
  const conversion = CONVERSIONS[name];
  if (conversion === undefined) throw new CatalogError(`${entry}: there is no metric "${name}".`);
  const { metric, unit, factor, printedUnit } = conversion;
  // 48.7 * 1e6 is 48700000.00000001 in binary; no source prints fractions of a byte or of a nanosecond.
  const value = factor === 1 ? Number(text) : Math.round(Number(text) * factor);
  return { metric, value, unit, bound, printed: { text, unit: printedUnit } };
}
