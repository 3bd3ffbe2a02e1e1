import { studentCritical, studentTwoSided } from "../distribution/student-t.ts";
import { CONFIDENCE, type Interval } from "../interval/interval.ts";
import { mean, sampleVariance } from "../statistics.ts";

/** The difference of two means, B minus A, where the sides may spread differently. */
export type Welch =
  | {
      readonly kind: "tested";
      readonly t: number;
      readonly degreesOfFreedom: number;
      /** Two-sided. */
      readonly p: number;
      readonly difference: number;
      readonly interval: Interval;
    }
  /** Neither side spreads: there is nothing to hold the difference against. */
  | { readonly kind: "noSpread"; readonly difference: number };

/** Welch's t-test (B. L. Welch, Biometrika 34, 1947); two values a side at least. */
export function welch(a: readonly number[], b: readonly number[], confidence = CONFIDENCE): Welch {
  const [shareA, shareB] = [sampleVariance(a) / a.length, sampleVariance(b) / b.length];
  const difference = mean(b) - mean(a);
  const variance = shareA + shareB;
  if (variance === 0) return { kind: "noSpread", difference };
  const degreesOfFreedom = variance ** 2 / (shareA ** 2 / (a.length - 1) + shareB ** 2 / (b.length - 1));
  const standardError = Math.sqrt(variance);
  const t = difference / standardError;
  const half = standardError * studentCritical(confidence, degreesOfFreedom);
  return {
    kind: "tested",
    t,
    degreesOfFreedom,
    p: studentTwoSided(t, degreesOfFreedom),
    difference,
    interval: { low: difference - half, high: difference + half },
  };
}
