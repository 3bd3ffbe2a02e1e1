import { formatCount } from "../units/units.ts";
import type { LatencyHistogram } from "./histogram.ts";

/** The percentiles shown everywhere, in order: the median, then one more nine at a time. */
export const PERCENTILES = ["50", "90", "99", "99.9", "99.99", "99.999"] as const;

/** Name of a percentile, as written ("99.999"). */
export type Percentile = (typeof PERCENTILES)[number];

/** With fewer samples than this above it, a percentile is an indication: its relative error is above 1/sqrt(10). */
export const THIN_SAMPLES_ABOVE = 10;

/** One sample in this many stands above the percentile; whole numbers keep ranks exact where 0.99999 is not. */
const ONE_SAMPLE_ABOVE_IN: Record<Percentile, number> = {
  "50": 2,
  "90": 10,
  "99": 100,
  "99.9": 1_000,
  "99.99": 10_000,
  "99.999": 100_000,
};

/** A percentile as far as the samples carry it. */
export type PercentileReading =
  | {
      readonly kind: "value";
      readonly percentile: Percentile;
      /** Upper edge of the range that holds the percentile, in nanoseconds. */
      readonly ns: number;
      /** Samples that stand above it in rank: what the figure is based on. */
      readonly samplesAbove: number;
      /** Fewer than {@link THIN_SAMPLES_ABOVE} samples stand above: draw it faded, call it an indication. */
      readonly thin: boolean;
    }
  | {
      readonly kind: "tooFewSamples";
      readonly percentile: Percentile;
      readonly totalCount: number;
      /** Samples needed before one stands above this percentile. */
      readonly samplesNeeded: number;
    };

/** Reads one percentile: the smallest recorded value that at least this share of all samples does not exceed. */
export function readPercentile(histogram: LatencyHistogram, percentile: Percentile): PercentileReading {
  const samplesAbove = samplesAbovePercentile(percentile, histogram.totalCount);
  const [ns] = samplesAbove === 0 ? [] : valuesAtRanks(histogram, [histogram.totalCount - samplesAbove]);
  return keptPercentile(percentile, ns, histogram.totalCount);
}

/** A percentile that was read before and kept with the number of its samples; `ns` is undefined where they were too few. */
export function keptPercentile(percentile: Percentile, ns: number | undefined, totalCount: number): PercentileReading {
  const samplesAbove = samplesAbovePercentile(percentile, totalCount);
  if (samplesAbove === 0 || ns === undefined) {
    return { kind: "tooFewSamples", percentile, totalCount, samplesNeeded: ONE_SAMPLE_ABOVE_IN[percentile] };
  }
  return { kind: "value", percentile, ns, samplesAbove, thin: samplesAbove < THIN_SAMPLES_ABOVE };
}

function samplesAbovePercentile(percentile: Percentile, totalCount: number): number {
  return Math.floor(totalCount / ONE_SAMPLE_ABOVE_IN[percentile]);
}

/** Reads every percentile of {@link PERCENTILES}, in order. */
export function readPercentiles(histogram: LatencyHistogram): PercentileReading[] {
  return PERCENTILES.map((percentile) => readPercentile(histogram, percentile));
}

/** What to say beside a percentile that is based on few samples; `undefined` where there are enough. */
export function percentileSampleNote(reading: PercentileReading): string | undefined {
  if (reading.kind === "tooFewSamples") {
    const { percentile, samplesNeeded, totalCount } = reading;
    return `p${percentile} needs at least ${formatCount(samplesNeeded)} samples; there are ${formatCount(totalCount)}.`;
  }
  if (!reading.thin) return undefined;
  const samples = reading.samplesAbove === 1 ? "one sample" : `${reading.samplesAbove} samples`;
  return `Only ${samples} above p${reading.percentile}: indicative only.`;
}

/**
 * The latency that half of the samples do not exceed, of however few; undefined of none. For choosing a unit: a figure
 * that is shown goes through `readPercentile`, which says how many samples it stands on.
 */
export function roughMedianNs(histogram: LatencyHistogram): number | undefined {
  if (histogram.totalCount === 0) return undefined;
  return valuesAtRanks(histogram, [Math.ceil(histogram.totalCount / 2)])[0];
}

/** A point of the curve of percentiles by nines. */
export interface PercentileCurvePoint {
  /** -log10(1 - p): 1 is the 90th percentile, 2 the 99th, 5 the 99.999th. Zero is the minimum. */
  readonly nines: number;
  readonly ns: number;
  readonly samplesAbove: number;
  readonly thin: boolean;
}

/** Most points a curve is given between two nines. */
const POINTS_PER_NINE_LIMIT = 100;

/**
 * The latency at evenly spaced -log10(1 - p), from the minimum to the last percentile with a sample above it.
 * Empty for fewer than two samples: there the curve has no length.
 *
 * @param pointsPerNine points between two nines, 1 to 100.
 */
export function percentileCurve(histogram: LatencyHistogram, pointsPerNine: number): PercentileCurvePoint[] {
  if (!Number.isInteger(pointsPerNine) || pointsPerNine < 1 || pointsPerNine > POINTS_PER_NINE_LIMIT) {
    throw new RangeError(`pointsPerNine must be a whole number from 1 to ${POINTS_PER_NINE_LIMIT}: ${pointsPerNine}`);
  }
  const { totalCount } = histogram;
  if (totalCount < 2) return [];
  const end = Math.log10(totalCount);
  const steps = Array.from({ length: Math.ceil(end * pointsPerNine) }, (_, step) => step / pointsPerNine);
  const nines = [...steps.filter((x) => x < end), end];
  const above = nines.map((x, index) => (index === nines.length - 1 ? 1 : samplesAboveNines(totalCount, x)));
  const values = valuesAtRanks(
    histogram,
    above.map((samples) => Math.max(totalCount - samples, 1)),
  );
  return nines.map((x, index) => {
    const samplesAbove = above[index] ?? 0;
    return { nines: x, ns: values[index] ?? 0, samplesAbove, thin: samplesAbove < THIN_SAMPLES_ABOVE };
  });
}

/** Division by a whole power of ten is exact where multiplication by 0.1, 0.01 … is not. */
function samplesAboveNines(totalCount: number, nines: number): number {
  return Math.max(Math.floor(totalCount / 10 ** nines), 1);
}

/** Upper edges of the ranges that hold the given ranks (1 is the smallest sample); ranks ascending. One pass. */
function valuesAtRanks(histogram: LatencyHistogram, ascendingRanks: readonly number[]): number[] {
  const { buckets } = histogram;
  let index = 0;
  let upTo = buckets[0]?.count ?? 0;
  return ascendingRanks.map((rank) => {
    while (upTo < rank && index + 1 < buckets.length) {
      index += 1;
      upTo += buckets[index]?.count ?? 0;
    }
    return buckets[index]?.highestNs ?? 0;
  });
}
