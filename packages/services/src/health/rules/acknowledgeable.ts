import { explainRule, type HealthRuleId, isAcknowledgeable, isAcknowledged, type Severity } from "@crosspoint/domain";
import type { OpenCondition } from "./drive-state.ts";

/** What of a drive's open conditions a person may say something of, or why nothing. */
export type Concerned =
  | { readonly rules: readonly HealthRuleId[]; readonly refused?: undefined }
  | { readonly rules: readonly []; readonly refused: string };

/** What would be acknowledged: of all that is open, or of some rules. What is acknowledged and holds stays as it is. */
export function toAcknowledge(open: readonly OpenCondition[], rules: readonly string[] | undefined): Concerned {
  const asked = askedOf(open, rules);
  if (asked.length === 0) return refusal(rules === undefined ? "Nothing is wrong with it." : notOpen);
  const able = asked.filter(({ severity }) => isAcknowledgeable(severity));
  if (able.length === 0) return refusal(cannotBe(asked.map(({ severity }) => severity)));
  const news = able.filter((condition) => !isAcknowledged(condition));
  return news.length === 0 ? refusal("It is acknowledged already.") : { rules: news.map(({ rule }) => rule) };
}

/** The same of acknowledgements that are taken back. */
export function toWithdraw(open: readonly OpenCondition[], rules: readonly string[] | undefined): Concerned {
  const stand = askedOf(open, rules).filter(({ acknowledged }) => acknowledged !== undefined);
  return stand.length === 0 ? refusal("Nothing is acknowledged.") : { rules: stand.map(({ rule }) => rule) };
}

const notOpen = "It has no such condition now.";

function askedOf(open: readonly OpenCondition[], rules: readonly string[] | undefined): readonly OpenCondition[] {
  return rules === undefined ? open : open.filter(({ rule }) => rules.includes(rule));
}

function cannotBe(severities: readonly Severity[]): string {
  return severities.includes("unknown")
    ? "That nothing is known of it cannot be acknowledged."
    : "That it is missing, not reporting or not responding cannot be acknowledged.";
}

function refusal(refused: string): Concerned {
  return { rules: [], refused };
}

/** "Media errors, Available spare". */
export function titlesOf(rules: readonly HealthRuleId[]): string {
  return rules.map(titleOf).join(", ");
}

export function titleOf(rule: HealthRuleId): string {
  return explainRule(rule)?.title ?? rule;
}
