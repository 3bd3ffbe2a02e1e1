import { modifiedScores, OUTLIER_SCORE, USUAL_OF_MIN } from "./modified-scores.ts";
import { type TooLittle, tooLittle } from "./result.ts";

/** A value that is named, and never dropped: every other figure is computed with it. */
export interface Outlier {
  /** Among the values given, from 0. */
  readonly index: number;
  readonly value: number;
  /** With its sign; null where all others are equal. */
  readonly score: number | null;
  /** Of the median; null where that is 0. */
  readonly differencePercent: number | null;
}

export type Outliers =
  | {
      readonly kind: "outliers";
      readonly method: "modifiedZScore";
      readonly basis: { readonly values: number; readonly score: number };
      readonly median: number;
      readonly outliers: readonly Outlier[];
    }
  | TooLittle;

/** Names the values that lie far from the others: of repeats of a point, or of runs. In any unit. */
export function outliersOf(values: readonly number[]): Outliers {
  if (values.length < USUAL_OF_MIN) return tooLittle("values", USUAL_OF_MIN, values.length);
  const { median, scores } = modifiedScores(values);
  const outliers = values.flatMap((value, index) => {
    const score = scores[index] ?? 0;
    if (Math.abs(score) <= OUTLIER_SCORE) return [];
    const differencePercent = median === 0 ? null : (100 * (value - median)) / Math.abs(median);
    return [{ index, value, score: Number.isFinite(score) ? score : null, differencePercent }];
  });
  const basis = { values: values.length, score: OUTLIER_SCORE };
  return { kind: "outliers", method: "modifiedZScore", basis, median, outliers };
}
