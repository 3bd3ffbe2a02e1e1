import type { Condition, OpenCondition } from "./condition.ts";
import { healthRule } from "./registry.ts";
import { type Severity, type Verdict, verdictRank, worstVerdict } from "./verdict.ts";

/** A drive that is not there, or of which nothing is known, is never good because somebody said so. */
export function isAcknowledgeable(severity: Severity): boolean {
  return severity === "watch" || severity === "replace" || severity === "failed";
}

/** The figure up to which a condition is acknowledged: for growth where the counter stands, so that any more of it is new. */
export function figureToAcknowledge({ value, total }: Condition): number | bigint | undefined {
  return total ?? value;
}

/** Whether a person acknowledged a condition, and it did not get worse since. */
export function isAcknowledged(condition: OpenCondition): boolean {
  const { acknowledged, severity } = condition;
  if (acknowledged === undefined || verdictRank(severity) < verdictRank(acknowledged.severity)) return false;
  const { untilValue } = acknowledged;
  const figure = figureToAcknowledge(condition);
  if (untilValue === undefined || figure === undefined) return true;
  const rule = healthRule(condition.rule);
  switch (rule?.worse) {
    case "severity":
      return true;
    case "bits":
      return (BigInt(figure) & ~BigInt(untilValue)) === 0n;
    case "figure":
    case undefined:
      return rule?.holds === "below" ? figure >= untilValue : figure <= untilValue;
  }
}

/** The worst of the open conditions that nobody acknowledged as they are. */
export function verdictOf(open: readonly OpenCondition[]): Verdict {
  return worstVerdict(open.filter((condition) => !isAcknowledged(condition)));
}
