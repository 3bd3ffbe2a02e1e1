import { mean, median } from "./statistics.ts";

/** Beyond this modified z-score a value is taken for an outlier, as its authors recommend. */
export const OUTLIER_SCORE = 3.5;
/** Among fewer values nothing says what is usual. */
export const USUAL_OF_MIN = 4;

/** How far each value lies from the median, by the usual distance; with its sign. */
export interface ModifiedScores {
  readonly median: number;
  /** Infinite where one value differs from others that are all equal. */
  readonly scores: readonly number[];
}

/**
 * The modified z-score of Iglewicz and Hoaglin (How to Detect and Handle Outliers, 1993; NIST/SEMATECH e-Handbook 1.3.5.17),
 * which one bad value does not hide from, as it does from mean and standard deviation.
 */
export function modifiedScores(values: readonly number[]): ModifiedScores {
  const center = median(values);
  const scoreOf = scorer(values.map((value) => Math.abs(value - center)));
  return { median: center, scores: values.map((value) => scoreOf(value - center)) };
}

/** Where more than half of the values are equal the mean deviation stands in for their median, as its authors say. */
function scorer(deviations: readonly number[]): (deviation: number) => number {
  const mad = median(deviations);
  if (mad > 0) return (deviation) => (0.6745 * deviation) / mad;
  const others = deviations.filter((deviation) => deviation > 0);
  if (others.length === 0) return () => 0;
  // One that differs from otherwise equal ones: by any measure it is odd.
  if (others.length === 1)
    return (deviation) => (deviation === 0 ? 0 : Math.sign(deviation) * Number.POSITIVE_INFINITY);
  const meanDeviation = mean(deviations);
  return (deviation) => deviation / (1.253_314 * meanDeviation);
}
