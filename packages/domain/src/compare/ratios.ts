import { type Bound, divideBounded } from "../units/bound.ts";
import { type ComparisonMetric, isHigherBetter } from "./metrics.ts";
import type { ComparisonRow } from "./rows.ts";

/** A row against the baseline, as "times the baseline"; bounds are carried through the division. */
export type BaselineRatio =
  | {
      readonly kind: "ratio";
      readonly row: ComparisonRow;
      readonly ratio: number;
      readonly bound: Bound;
      readonly better: boolean;
    }
  | { readonly kind: "missing"; readonly row: ComparisonRow };

/** Ratio of every row to the baseline row in one metric; all are missing when the baseline does not have it. */
export function ratiosToBaseline(
  rows: readonly ComparisonRow[],
  baseline: ComparisonRow,
  metric: ComparisonMetric,
): BaselineRatio[] {
  const divisor = baseline.metrics[metric];
  return rows.map((row) => {
    const dividend = row.metrics[metric];
    const quotient = dividend && divisor ? divideBounded(dividend, divisor) : undefined;
    if (quotient === undefined) return { kind: "missing", row };
    const better = isHigherBetter(metric) ? quotient.value > 1 : quotient.value < 1;
    return { kind: "ratio", row, ratio: quotient.value, bound: quotient.bound, better };
  });
}
