import { DEFAULT_SEED, type Draw, seededDraw } from "../random.ts";
import { type TooLittle, tooLittle } from "../result.ts";
import { blockLengthFor } from "./block-length.ts";
import { percentileInterval, statisticOf } from "./bootstrap.ts";
import { CONFIDENCE, type IntervalResult, type Statistic } from "./interval.ts";
import { ofBlocks } from "./moving-blocks.ts";

/** A day of seconds, the most that one estimate is made of. */
export const SECONDS_MAX = 86_400;
/** Fewer seconds don't show how they hang together. */
export const SECONDS_MIN = 30;
/** Fewer blocks are no sample. */
const BLOCKS_MIN = 6;
const RESAMPLES = 1000;
/** Values laid end to end for the interval of a median, about at most: fewer resamples of longer runs. */
const LAID_MAX = 20_000_000;
const RESAMPLES_MIN = 200;

/** The seconds of a run, ready to be drawn again and again. */
export interface ResampledSeconds {
  readonly kind: "resampled";
  readonly estimate: number;
  readonly seconds: number;
  readonly missingSeconds: number;
  readonly blockSeconds: number;
  readonly resamples: number;
  /** The statistic of one resample. */
  readonly replicate: (draw: Draw) => number;
}

/**
 * The mean or the median of a run's seconds with its interval, by blocks of neighboring seconds: those are alike, and drawn
 * one by one they would look like far more than they tell. It says how sure this run's figure is, and nothing of how much
 * the next run may differ.
 *
 * @param seconds one value a second, at most 86,400; null is a gap, which is left out.
 */
export function intervalOfSeconds(
  seconds: readonly (number | null)[],
  {
    statistic = "mean",
    confidence = CONFIDENCE,
    seed = DEFAULT_SEED,
  }: {
    readonly statistic?: Statistic;
    readonly confidence?: number;
    readonly seed?: number;
  } = {},
): IntervalResult {
  const resampled = resampledSeconds(seconds, statistic);
  if (resampled.kind === "tooLittle") return resampled;
  const { replicate, estimate, kind: _, ...basis } = resampled;
  const draw = seededDraw(seed);
  const replicates = Float64Array.from({ length: basis.resamples }, () => replicate(draw));
  return {
    kind: "interval",
    method: "movingBlocks",
    statistic,
    estimate,
    ...percentileInterval(replicates, confidence),
    confidence,
    basis: { kind: "seconds", ...basis },
  };
}

/** Linear in time and memory, but for the correlation (length^1.5). */
export function resampledSeconds(
  seconds: readonly (number | null)[],
  statistic: Statistic,
): ResampledSeconds | TooLittle {
  if (seconds.length > SECONDS_MAX) throw new RangeError(`More than ${SECONDS_MAX} seconds: ${seconds.length}.`);
  const values = Float64Array.from(seconds.filter((value) => value !== null));
  if (values.length < SECONDS_MIN) return tooLittle("seconds", SECONDS_MIN, values.length);
  const blockSeconds = blockLengthFor(values);
  const blocks = Math.floor(values.length / blockSeconds);
  if (blocks < BLOCKS_MIN) return tooLittle("independentSeconds", BLOCKS_MIN, blocks);
  const of = ofBlocks(values, blockSeconds, statistic);
  const starts = new Uint32Array(Math.ceil(values.length / blockSeconds));
  return {
    kind: "resampled",
    estimate: statisticOf(statistic)(values),
    seconds: values.length,
    missingSeconds: seconds.length - values.length,
    blockSeconds,
    resamples: resamplesOf(values.length, statistic),
    replicate: (draw) => of(starts.map(() => draw(values.length - blockSeconds + 1))),
  };
}

function resamplesOf(length: number, statistic: Statistic): number {
  if (statistic === "mean") return RESAMPLES;
  return Math.min(RESAMPLES, Math.max(RESAMPLES_MIN, Math.floor(LAID_MAX / length)));
}
