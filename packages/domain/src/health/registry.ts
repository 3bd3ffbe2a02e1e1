import type { Condition } from "./condition.ts";
import type { HealthRule } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";
import { controllerRules } from "./rules/controller.ts";
import { criticalWarningRules } from "./rules/critical-warning.ts";
import { errorRules } from "./rules/errors.ts";
import { firmwareRules } from "./rules/firmware.ts";
import { heatRules } from "./rules/heat.ts";
import { powerRules } from "./rules/power.ts";
import { presenceRules } from "./rules/presence.ts";
import { spareRules } from "./rules/spare.ts";
import { wearRules } from "./rules/wear.ts";
import { verdictRank } from "./verdict.ts";

/** Every rule that judges a drive's health; conditions stand by their severity first, then in this order. */
export const HEALTH_RULES: readonly HealthRule[] = [
  ...presenceRules,
  ...criticalWarningRules,
  ...errorRules,
  ...spareRules,
  ...wearRules,
  ...controllerRules,
  ...heatRules,
  ...powerRules,
  ...firmwareRules,
];

const PLACES: ReadonlyMap<string, number> = new Map(HEALTH_RULES.map(({ id }, place) => [id, place]));

/** The most urgent first; of one severity in the order of the rules. */
export function byUrgency<T extends Pick<Condition, "rule" | "severity">>(conditions: readonly T[]): T[] {
  const place = (rule: string) => PLACES.get(rule) ?? HEALTH_RULES.length;
  return conditions.toSorted(
    (a, b) => verdictRank(a.severity) - verdictRank(b.severity) || place(a.rule) - place(b.rule),
  );
}

/** Undefined for one that this version does not have. */
export function healthRule(id: HealthRuleId): HealthRule | undefined {
  const place = PLACES.get(id);
  return place === undefined ? undefined : HEALTH_RULES[place];
}
