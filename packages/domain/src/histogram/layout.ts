/**
 * How an HDR histogram maps a slot of its counts array to a range of values, as the reference implementation
 * does it (HdrHistogram, "How it works", http://hdrhistogram.org).
 */
export interface HistogramLayout {
  /** Smallest difference between two values that is kept apart, in nanoseconds; at least 1. */
  readonly lowestDiscernibleNs: number;
  /** Decimal digits to which every value is kept, 0 to 5. */
  readonly significantDigits: number;
}

/** Range of values counted together: `lowestNs` and `highestNs` are both inside. */
export interface ValueRange {
  readonly lowestNs: number;
  readonly highestNs: number;
}

/** Whether two histograms count the same ranges, so that they can be added slot by slot. */
export function sameLayout(a: HistogramLayout, b: HistogramLayout): boolean {
  return unitMagnitude(a) === unitMagnitude(b) && a.significantDigits === b.significantDigits;
}

/** Returns the function from a slot's index (0 upwards) to the range of values counted there. */
export function slotRanges(layout: HistogramLayout): (slot: number) => ValueRange {
  const halfBits = subBucketHalfBits(layout);
  const halfCount = 2 ** halfBits;
  const unit = 2 ** unitMagnitude(layout);
  return (slot) => {
    // The first bucket has twice as many slots as every later one: its lower half has no finer bucket below it.
    const bucket = Math.max(Math.floor(slot / halfCount) - 1, 0);
    const subBucket = slot - bucket * halfCount;
    const size = unit * 2 ** bucket;
    const lowestNs = subBucket * size;
    return { lowestNs, highestNs: lowestNs + size - 1 };
  };
}

/** The slot whose range holds a value (a whole number below 2^53). */
export function slotOf(layout: HistogramLayout, ns: number): number {
  const halfCount = 2 ** subBucketHalfBits(layout);
  let subBucket = Math.floor(ns / 2 ** unitMagnitude(layout));
  let bucket = 0;
  while (subBucket >= 2 * halfCount) {
    subBucket = Math.floor(subBucket / 2);
    bucket += 1;
  }
  return subBucket + bucket * halfCount;
}

/** The last slot whose values are below 2^53 ns, which a double holds exactly; no latency lies beyond. */
export function lastExactSlot(layout: HistogramLayout): number {
  const halfBits = subBucketHalfBits(layout);
  const buckets = Math.max(53 - unitMagnitude(layout) - halfBits, 1);
  return (buckets + 1) * 2 ** halfBits - 1;
}

/** The value that stands for a range in means and deviations: its middle, as the reference implementation rounds it. */
export function middleNs(range: ValueRange): number {
  return range.lowestNs + Math.floor((range.highestNs - range.lowestNs + 1) / 2);
}

/** A bucket has twice two to this many slots. */
function subBucketHalfBits({ significantDigits }: HistogramLayout): number {
  const subBucketBits = Math.ceil(Math.log2(2 * 10 ** significantDigits));
  return Math.max(subBucketBits, 1) - 1;
}

function unitMagnitude(layout: HistogramLayout): number {
  return Math.floor(Math.log2(layout.lowestDiscernibleNs));
}
