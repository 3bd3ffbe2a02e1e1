import { endsTooEarly, figureBounds, isWithinBounds } from "./bounds.ts";
import { healthRule } from "./registry.ts";
import type { Grade, HealthRule, RuleData } from "./rule.ts";
import type { HealthRuleId } from "./rule-ids.ts";

/** A grade as somebody set it: what it leaves out is as in the rule's own grade of that severity. */
export type SetGrade = Pick<Grade, "severity" | "at" | "clearsAt" | "withinHours" | "forMinutes">;

/** Other thresholds of a rule, for some drives. */
export interface RuleOverride {
  readonly rule: HealthRuleId;
  /** `off`: the rule is not judged. */
  readonly grades: "off" | readonly SetGrade[];
}

/** The grades of rules for a drive; a rule that is not in it has its own. */
export type HealthSettings = ReadonlyMap<HealthRuleId, readonly Grade[]>;

export const DEFAULT_SETTINGS: HealthSettings = new Map();

/** @param overrides from the broadest to the narrowest: of one rule the last counts, as a whole. */
export function settingsOf(overrides: readonly RuleOverride[]): HealthSettings {
  const settings = new Map<HealthRuleId, readonly Grade[]>();
  for (const { rule: id, grades } of overrides) {
    const rule = healthRule(id);
    if (rule === undefined) continue;
    settings.set(id, grades === "off" ? [] : byUrgencyOf(rule, grades));
  }
  return settings;
}

export function gradesOf(settings: HealthSettings, rule: Pick<RuleData, "id" | "grades">): readonly Grade[] {
  return settings.size === 0 ? rule.grades : (settings.get(rule.id) ?? rule.grades);
}

/** In the order of the rule's own, so that the most urgent that holds is found first. */
function byUrgencyOf({ grades: own }: HealthRule, grades: readonly SetGrade[]): Grade[] {
  return own.flatMap((base) => {
    const set = grades.find(({ severity }) => severity === base.severity);
    return set === undefined ? [] : [completed(base, set)];
  });
}

/** Without a clearing of its own a grade clears as far from it as the rule's own does. */
function completed(own: Grade, set: SetGrade): Grade {
  const distance = own.clearsAt === undefined ? undefined : own.clearsAt - own.at;
  return {
    ...own,
    at: set.at,
    clearsAt: set.clearsAt ?? (distance === undefined ? undefined : set.at + distance),
    withinHours: set.withinHours ?? own.withinHours,
    forMinutes: set.forMinutes ?? own.forMinutes,
  };
}

/** What is wrong with an override, in a sentence; undefined where nothing is. */
export function overrideProblem({ rule: id, grades }: RuleOverride): string | undefined {
  const rule = healthRule(id);
  if (rule === undefined) return `There is no rule ${id}.`;
  if (grades === "off") return undefined;
  if (grades.length === 0) return "Give at least one grade, or switch the rule off.";
  const severities = grades.map(({ severity }) => severity);
  if (new Set(severities).size < severities.length) return "Give one grade for each severity.";
  for (const grade of grades) {
    const problem = gradeProblem(rule, grade);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function gradeProblem(rule: HealthRule, grade: SetGrade): string | undefined {
  const own = rule.grades.find(({ severity }) => severity === grade.severity);
  if (own === undefined) return `${rule.title} has no grade "${grade.severity}".`;
  const [places, ends] = [figureBounds(rule, own, "at"), figureBounds(rule, own, "clearsAt")];
  const [growth, lasting] = [figureBounds(rule, own, "withinHours"), figureBounds(rule, own, "forMinutes")];
  const { at, clearsAt = at, withinHours = growth.min, forMinutes = lasting.min } = completed(own, grade);
  if (!isWithinBounds(at, places)) return `The threshold must be from ${places.min} to ${places.max}.`;
  if (!isWithinBounds(clearsAt, ends)) {
    const range = `from ${ends.min} to ${ends.max}`;
    if (grade.clearsAt !== undefined) return `The end must be ${range}.`;
    return `Give an end ${range}: as far from the threshold as by default it lies outside of that.`;
  }
  if (endsTooEarly(rule.holds, { at, clearsAt })) return "A condition must not end where it still holds.";
  if (!isWithinBounds(withinHours, growth)) return `Growth is counted over ${growth.min} to ${growth.max} hours.`;
  if (!isWithinBounds(forMinutes, lasting)) return `It may have to last ${lasting.min} to ${lasting.max} minutes.`;
  return undefined;
}
