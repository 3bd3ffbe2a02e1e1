import { modifiedScores, OUTLIER_SCORE, USUAL_OF_MIN } from "./modified-scores.ts";
import { type TooLittle, tooLittle } from "./result.ts";

/** A difference from the median of its model, in percent, that is none, however alike the others are (as in a qualification). */
const NEGLIGIBLE_PERCENT = 5;

export type ForItsKind =
  | {
      readonly kind: "slowForItsKind" | "usual" | "fastForItsKind";
      readonly method: "modifiedZScore";
      readonly basis: { readonly drives: number; readonly score: number; readonly negligiblePercent: number };
      /** Of all drives of the model, this one included. */
      readonly median: number;
      /** Above 0 where the drive's value is the larger one, whether that is better or not. */
      readonly differencePercent: number;
      /** With its sign; null where all others are equal. */
      readonly score: number | null;
    }
  | TooLittle;

/**
 * A drive against the fleet's other drives of its model in one figure of one plan. Four drives in all are the fewest.
 *
 * @param own of this drive, such as the median of its runs.
 * @param others one value of each other drive, in the same unit, above 0.
 */
export function forItsKind(own: number, others: readonly number[], better: "higher" | "lower"): ForItsKind {
  const drives = [own, ...others];
  if (drives.length < USUAL_OF_MIN) return tooLittle("drives", USUAL_OF_MIN, drives.length);
  const { median, scores } = modifiedScores(drives);
  if (!(median > 0)) return tooLittle("operations", 1, 0);
  const score = scores[0] ?? 0;
  const differencePercent = (100 * (own - median)) / median;
  const isOdd = Math.abs(score) > OUTLIER_SCORE && Math.abs(differencePercent) >= NEGLIGIBLE_PERCENT;
  const isBetter = differencePercent > 0 === (better === "higher");
  return {
    kind: !isOdd ? "usual" : isBetter ? "fastForItsKind" : "slowForItsKind",
    method: "modifiedZScore",
    basis: { drives: drives.length, score: OUTLIER_SCORE, negligiblePercent: NEGLIGIBLE_PERCENT },
    median,
    differencePercent,
    score: Number.isFinite(score) ? score : null,
  };
}
