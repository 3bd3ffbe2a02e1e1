import type { TooLittle } from "./result.ts";
import { tooLittle } from "./result.ts";

/** A figure of a drive beside that of the baseline, in one unit; null where it was not measured. */
export interface ScoredMetric {
  readonly id: string;
  readonly better: "higher" | "lower";
  readonly value: number | null;
  readonly baseline: number | null;
}

/** A metric that is no part of a score: a missing figure, or one without a logarithm. */
export interface LeftOut {
  readonly id: string;
  readonly reason: "noValue" | "noBaseline" | "notAboveZero";
}

export type Score =
  | {
      readonly kind: "score";
      readonly method: "geometricMean";
      /** 100 is the baseline; more is better. Comparable only with a score of the same parts. */
      readonly score: number;
      /** What it is made of: each counts the same. A ratio above 1 is better than the baseline. */
      readonly basis: { readonly parts: readonly { readonly id: string; readonly ratio: number }[] };
      readonly leftOut: readonly LeftOut[];
    }
  | (TooLittle & { readonly leftOut: readonly LeftOut[] });

/**
 * One figure against a baseline: 100 × the geometric mean of the ratios (Fleming and Wallace, "How Not to Lie with
 * Statistics", CACM 29, 1986). No other mean keeps the order of drives whatever the baseline is.
 */
export function scoreOf(metrics: readonly ScoredMetric[]): Score {
  const parts: { id: string; ratio: number }[] = [];
  const leftOut: LeftOut[] = [];
  for (const metric of metrics) {
    const judged = ratioOf(metric);
    if (typeof judged === "number") parts.push({ id: metric.id, ratio: judged });
    else leftOut.push({ id: metric.id, reason: judged });
  }
  if (parts.length === 0) return { ...tooLittle("metrics", 1, 0), leftOut };
  // The mean of logarithms cannot overflow where the product of the ratios would.
  const logarithms = parts.reduce((sum, { ratio }) => sum + Math.log(ratio), 0);
  const score = 100 * Math.exp(logarithms / parts.length);
  return { kind: "score", method: "geometricMean", score, basis: { parts }, leftOut };
}

function ratioOf({ better, value, baseline }: ScoredMetric): number | LeftOut["reason"] {
  if (value === null) return "noValue";
  if (baseline === null) return "noBaseline";
  if (!(value > 0 && baseline > 0)) return "notAboveZero";
  return better === "higher" ? value / baseline : baseline / value;
}
