import type { ConditionUnit } from "./condition.ts";
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

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** What may be set, by what is counted: a threshold of nothing would always hold, or never. */
const BOUNDS: Readonly<Record<ConditionUnit, Bounds>> = {
  percent: { min: 1, max: 10_000 },
  // -73 to 227 °C.
  kelvin: { min: 200, max: 500 },
  errors: { min: 1, max: 1_000_000_000 },
  blocks: { min: 1, max: 1_000_000_000 },
  times: { min: 1, max: 1_000_000_000 },
  minutes: { min: 1, max: 527_040 },
  hours: { min: 1, max: 1_000_000 },
  days: { min: 1, max: 36_500 },
  bits: { min: 1, max: 1 },
};
/** For rules that go by a limit of the drive: the distance from it, to both sides. */
const DISTANCES: Readonly<Partial<Record<ConditionUnit, number>>> = { percent: 100, kelvin: 200 };

function boundsOf({ unit, countedFrom, figureMost = Number.POSITIVE_INFINITY }: HealthRule, own: Grade): Bounds {
  if (unit === undefined) return { min: own.at, max: own.at };
  const distance = countedFrom === undefined ? undefined : DISTANCES[unit];
  if (distance !== undefined) return { min: -distance, max: distance };
  const { min, max } = BOUNDS[unit];
  return { min, max: Math.min(max, figureMost) };
}

/** Growth is known for as long as the worker looks back. */
const WITHIN_HOURS: Bounds = { min: 1, max: 60 * 24 };
/** As long as single samples are looked at; a rule that goes by hours looks at them for as long as it asks by itself. */
const FOR_MINUTES: Bounds = { min: 0, max: 60 };

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
  const bounds = boundsOf(rule, own);
  const { at, clearsAt = at, withinHours = WITHIN_HOURS.min, forMinutes = FOR_MINUTES.min } = completed(own, grade);
  if (!isWithin(at, bounds)) return `The threshold must be from ${bounds.min} to ${bounds.max}.`;
  const ends = endsOf(rule, bounds);
  if (!isWithin(clearsAt, ends)) {
    const range = `from ${ends.min} to ${ends.max}`;
    if (grade.clearsAt !== undefined) return `The end must be ${range}.`;
    return `Give an end ${range}: as far from the threshold as by default it lies outside of that.`;
  }
  if (rule.holds === "above" ? clearsAt > at : clearsAt < at) return "A condition must not end where it still holds.";
  if (!isWithin(withinHours, WITHIN_HOURS)) return `Growth is counted over 1 to ${WITHIN_HOURS.max} hours.`;
  const longest = Math.max(FOR_MINUTES.max, own.forMinutes ?? 0);
  if (!isWithin(forMinutes, { ...FOR_MINUTES, max: longest })) return `It may have to last 0 to ${longest} minutes.`;
  return undefined;
}

/** What grew from nothing may have to be nothing again; a temperature is none. */
function endsOf({ unit, countedFrom }: HealthRule, { min, max }: Bounds): Bounds {
  return { min: unit === "kelvin" && countedFrom === undefined ? min : Math.min(min, 0), max };
}

function isWithin(value: number, { min, max }: Bounds): boolean {
  return Number.isFinite(value) && value >= min && value <= max;
}
