import type { MethodId } from "../methods.ts";
import { DEFAULT_SEED, seededDraw } from "../random.ts";
import { tooLittle } from "../result.ts";
import { bcaInterval, bootstrapReplicates, percentileInterval, statisticOf } from "./bootstrap.ts";
import { CONFIDENCE, type Interval, type IntervalResult, type Statistic } from "./interval.ts";
import { studentInterval } from "./student.ts";

/** Below so many repeats a bootstrap is too narrow: Student's t, which knows that they are few, gives the mean's interval. */
export const BOOTSTRAP_REPEATS_MIN = 10;
/** Most repeats that one estimate is made of. */
export const REPEATS_MAX = 1000;
const RESAMPLES = 2000;
/** Values drawn for one interval, at most: fewer resamples of more values. */
const DRAWS_MAX = 1_000_000;

/**
 * The mean or the median of repeated runs with its interval. Under ten repeats: the mean by Student's t, and no median.
 * From ten on: BCa, or percentiles of the bootstrap where BCa is undefined; at most a million values are drawn.
 *
 * @param values one of each repeat, at most 1,000.
 */
export function intervalOfRepeats(
  values: readonly number[],
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
  if (values.length > REPEATS_MAX) throw new RangeError(`More than ${REPEATS_MAX} repeats: ${values.length}.`);
  const needs = statistic === "mean" ? 2 : BOOTSTRAP_REPEATS_MIN;
  if (values.length < needs) return tooLittle("repeats", needs, values.length);
  const isFew = values.length < BOOTSTRAP_REPEATS_MIN;
  const resamples = isFew ? 0 : Math.min(RESAMPLES, Math.floor(DRAWS_MAX / values.length));
  const [method, interval] = isFew
    ? (["studentT", studentInterval(values, confidence)] as const)
    : bootstrapped(values, statistic, confidence, resamples, seed);
  return {
    kind: "interval",
    method,
    statistic,
    estimate: statisticOf(statistic)(values),
    ...interval,
    confidence,
    basis: { kind: "repeats", repeats: values.length, resamples },
  };
}

function bootstrapped(
  values: readonly number[],
  statistic: Statistic,
  confidence: number,
  resamples: number,
  seed: number,
): readonly [MethodId, Interval] {
  const replicates = bootstrapReplicates(values, drawn(values.length, resamples, seed), statistic);
  const bca = bcaInterval(values, replicates, statistic, confidence);
  return bca === undefined ? ["percentileBootstrap", percentileInterval(replicates, confidence)] : ["bca", bca];
}

function* drawn(count: number, resamples: number, seed: number): Generator<Uint32Array> {
  const draw = seededDraw(seed);
  for (let resample = 0; resample < resamples; resample += 1) {
    yield Uint32Array.from({ length: count }, () => draw(count));
  }
}
