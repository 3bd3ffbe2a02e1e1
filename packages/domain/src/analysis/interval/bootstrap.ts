import { normalCdf, normalQuantile } from "../distribution/normal.ts";
import { mean, median, quantileOfSorted } from "../statistics.ts";
import type { Interval, Statistic } from "./interval.ts";

/** The statistic of each resample; a resample lists the indices of the values that it drew. */
export function bootstrapReplicates(
  values: ArrayLike<number>,
  resamples: Iterable<ArrayLike<number>>,
  statistic: Statistic,
): number[] {
  const of = statisticOf(statistic);
  const replicates: number[] = [];
  for (const indices of resamples) {
    replicates.push(of(Float64Array.from(indices, (index) => values[index] ?? 0)));
  }
  return replicates;
}

/** The middle part of the replicates (B. Efron, Annals of Statistics 7, 1979); quantiles of type 7. */
export function percentileInterval(replicates: ArrayLike<number>, confidence: number): Interval {
  const sorted = Float64Array.from(replicates).sort();
  const tail = (1 - confidence) / 2;
  return { low: quantileOfSorted(sorted, tail), high: quantileOfSorted(sorted, 1 - tail) };
}

/**
 * Bias-corrected and accelerated (B. Efron, "Better Bootstrap Confidence Intervals", 1987). Undefined where the correction
 * would be infinite (all replicates on one side of the estimate) or turn around, and where the jackknife has no spread. Quadratic in the values.
 */
export function bcaInterval(
  values: readonly number[],
  replicates: readonly number[],
  statistic: Statistic,
  confidence: number,
): Interval | undefined {
  const estimate = statisticOf(statistic)(values);
  // Replicates that equal the estimate count half.
  const below = replicates.reduce((sum, each) => sum + (each < estimate ? 1 : each === estimate ? 0.5 : 0), 0);
  const acceleration = accelerationOf(values, statistic);
  if (below === 0 || below === replicates.length || acceleration === undefined) return undefined;
  const bias = normalQuantile(below / replicates.length);
  const sorted = Float64Array.from(replicates).sort();
  const z = normalQuantile((1 - confidence) / 2);
  const divisors = [z, -z].map((each) => 1 - acceleration * (bias + each));
  // Past its pole the correction turns around.
  if (divisors.some((divisor) => divisor <= 0)) return undefined;
  const levels = [z, -z].map((each, side) => normalCdf(bias + (bias + each) / (divisors[side] ?? 1)));
  return { low: quantileOfSorted(sorted, levels[0] ?? 0), high: quantileOfSorted(sorted, levels[1] ?? 1) };
}

function accelerationOf(values: readonly number[], statistic: Statistic): number | undefined {
  const of = statisticOf(statistic);
  const jackknife = values.map((_, left) => of(values.filter((_, index) => index !== left)));
  const center = mean(jackknife);
  const cubes = jackknife.reduce((sum, each) => sum + (center - each) ** 3, 0);
  const squares = jackknife.reduce((sum, each) => sum + (center - each) ** 2, 0);
  return squares === 0 ? undefined : cubes / (6 * squares ** 1.5);
}

export function statisticOf(statistic: Statistic): (values: ArrayLike<number>) => number {
  return statistic === "mean" ? mean : median;
}
