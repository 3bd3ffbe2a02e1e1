import type { MethodId } from "../methods.ts";
import type { TooLittle } from "../result.ts";

/** Confidence of every interval that is not asked for with another. */
export const CONFIDENCE = 0.95;

/** Two ends, in the unit of the values. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What an estimate is computed of. */
export type Statistic = "mean" | "median";

/** An estimate and how sure it is. */
export type IntervalResult =
  | (Interval & {
      readonly kind: "interval";
      readonly method: MethodId;
      readonly statistic: Statistic;
      readonly estimate: number;
      readonly confidence: number;
      readonly basis: IntervalBasis;
    })
  | TooLittle;

export type IntervalBasis =
  | { readonly kind: "repeats"; readonly repeats: number; readonly resamples: number }
  | {
      readonly kind: "seconds";
      readonly seconds: number;
      readonly missingSeconds: number;
      /** Seconds that were drawn together. */
      readonly blockSeconds: number;
      readonly resamples: number;
    };
