import { hoursText } from "./describe-condition.ts";
import { gradeText } from "./grade-text.ts";
import { HEALTH_RULES, healthRule } from "./registry.ts";
import type { Clearing, HealthRule, RuleData } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";
import { DEFAULT_SETTINGS, gradesOf, type HealthSettings } from "./settings.ts";

/** A rule for a page: all that is said about it, with the grades that are set. */
export interface RuleExplanation
  extends Pick<
    RuleData,
    | "id"
    | "title"
    | "kind"
    | "judgedBy"
    | "unit"
    | "countedFrom"
    | "figureMost"
    | "holds"
    | "grades"
    | "meaning"
    | "meaningAt"
    | "remedy"
    | "remedyAt"
    | "exceptions"
    | "source"
    | "needs"
  > {
  /** Each of the grades in words, without its severity. */
  readonly gradeTexts: readonly string[];
  /** When one of its conditions ends, in a sentence. */
  readonly ends: string;
}

/** Undefined for a rule that this version does not have. */
export function explainRule(
  id: HealthRuleId,
  settings: HealthSettings = DEFAULT_SETTINGS,
): RuleExplanation | undefined {
  const rule = healthRule(id);
  return rule && explained(rule, settings);
}

/** Every rule, in the order of the registry. */
export function explainRules(settings: HealthSettings = DEFAULT_SETTINGS): RuleExplanation[] {
  return HEALTH_RULES.map((rule) => explained(rule, settings));
}

/** Which of the two judges touches the conditions of a rule; undefined for one that this version does not have. */
export function judgedBy(id: HealthRuleId): RuleData["judgedBy"] | undefined {
  return healthRule(id)?.judgedBy;
}

function explained(rule: HealthRule, settings: HealthSettings): RuleExplanation {
  const { id, title, kind, judgedBy: judge, unit, countedFrom, figureMost, holds } = rule;
  const { meaning, meaningAt, remedy, remedyAt, exceptions, source, needs } = rule;
  const words = { meaning, meaningAt, remedy, remedyAt, exceptions, source, needs };
  const grades = gradesOf(settings, rule);
  const gradeTexts = grades.map((grade) => gradeText(rule, grade));
  const facts = { id, title, kind, judgedBy: judge, unit, countedFrom, figureMost, holds };
  return { ...facts, ...words, grades, gradeTexts, ends: endsText(rule) };
}

function endsText({ by, clears }: HealthRule): string {
  const { afterMinutes = 0 } = clears;
  const person = clears.byPerson === true ? ", once somebody has acknowledged it" : "";
  if (clears.inNextSample === true) return `Ends when it is clear in two samples${person}.`;
  if (afterMinutes === 0) return `Ends when it no longer holds${person}.`;
  const time = timeText({ afterMinutes });
  return by === "growth"
    ? `Ends after ${time} without growth${person}.`
    : `Ends when it is clear for ${time}${person}.`;
}

function timeText({ afterMinutes = 0 }: Clearing): string {
  return afterMinutes % 60 === 0 ? hoursText(afterMinutes / 60) : `${afterMinutes}\u2009min`;
}
