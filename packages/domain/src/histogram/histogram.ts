import { type HistogramLayout, middleNs, sameLayout, type ValueRange } from "./layout.ts";

/** A range of values with the number of samples that fell into it (a whole number above zero). */
export interface HistogramBucket extends ValueRange {
  readonly count: number;
}

/**
 * Latencies of one measurement, in nanoseconds: plain data, decoded once, never changed.
 * Only ranges that hold samples are listed, in ascending order.
 */
export interface LatencyHistogram {
  readonly layout: HistogramLayout;
  readonly buckets: readonly HistogramBucket[];
  /** Number of samples, the sum of all counts; exact up to 2^53 - 1. */
  readonly totalCount: number;
}

/** Mean, deviation and extremes of a histogram; `empty` when nothing was recorded. */
export type HistogramSummary =
  | { readonly kind: "empty" }
  | {
      readonly kind: "summary";
      readonly totalCount: number;
      readonly minNs: number;
      readonly maxNs: number;
      readonly meanNs: number;
      /** Population standard deviation, in nanoseconds. */
      readonly standardDeviationNs: number;
    };

/**
 * Summarises a histogram. Minimum and maximum are the edges of the outermost ranges, mean and deviation use the
 * middle of each range, exactly as the recording side (Rust `hdrhistogram`) computes them.
 */
export function summarizeHistogram(histogram: LatencyHistogram): HistogramSummary {
  const { buckets, totalCount } = histogram;
  const first = buckets[0];
  const last = buckets.at(-1);
  if (first === undefined || last === undefined) return { kind: "empty" };
  const meanNs = buckets.reduce((sum, bucket) => sum + middleNs(bucket) * bucket.count, 0) / totalCount;
  const squares = buckets.reduce((sum, bucket) => sum + (middleNs(bucket) - meanNs) ** 2 * bucket.count, 0);
  const standardDeviationNs = Math.sqrt(squares / totalCount);
  return { kind: "summary", totalCount, minNs: first.lowestNs, maxNs: last.highestNs, meanNs, standardDeviationNs };
}

/**
 * Adds histograms sample by sample: the only right way to percentiles of a group, since percentiles cannot be averaged.
 *
 * @returns the sum, or `undefined` for an empty list.
 * @throws RangeError when the histograms count different ranges or the sum passes 2^53 - 1.
 */
export function mergeHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram | undefined {
  const [first] = histograms;
  if (first === undefined) return undefined;
  const stranger = histograms.find((histogram) => !sameLayout(histogram.layout, first.layout));
  if (stranger !== undefined) throw new RangeError(layoutMismatch(first.layout, stranger.layout));
  const byLowest = new Map<number, HistogramBucket>();
  for (const { buckets } of histograms) {
    for (const bucket of buckets) {
      const sum = bucket.count + (byLowest.get(bucket.lowestNs)?.count ?? 0);
      byLowest.set(bucket.lowestNs, { ...bucket, count: sum });
    }
  }
  return histogramOf(
    first.layout,
    [...byLowest.values()].sort((a, b) => a.lowestNs - b.lowestNs),
  );
}

/** Builds a histogram from its ascending buckets; counts the total and refuses one that a double cannot hold. */
export function histogramOf(layout: HistogramLayout, buckets: readonly HistogramBucket[]): LatencyHistogram {
  const totalCount = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  if (!Number.isSafeInteger(totalCount)) {
    throw new RangeError(`A histogram of ${totalCount} samples cannot be counted exactly: the limit is 2^53 - 1.`);
  }
  return { layout, buckets, totalCount };
}

function layoutMismatch(a: HistogramLayout, b: HistogramLayout): string {
  const say = (layout: HistogramLayout) =>
    `${layout.significantDigits} significant digits from ${layout.lowestDiscernibleNs} ns`;
  return `Histograms of different layouts cannot be merged: ${say(a)} against ${say(b)}. Record both with one layout.`;
}
