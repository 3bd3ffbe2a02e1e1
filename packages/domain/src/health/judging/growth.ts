import type { Condition, OpenCondition } from "../condition.ts";
import { type Growth, growthWithin, type PastFacts, quietHours } from "../past/past-facts.ts";
import type { Grade, GrowthRule } from "../rule.ts";
import { begun, conditionOf, settle } from "./settle.ts";

/** A grade without a time counts what grew within a day. */
const WITHIN_HOURS = 24;

/**
 * Judges by how much a counter grew. It opens when one of its grades holds, becomes worse but not better while it is open, and
 * ends when the counter has been quiet for long enough.
 */
export function judgeGrowth(
  rule: GrowthRule,
  facts: PastFacts,
  open: OpenCondition | undefined,
  grades: readonly Grade[],
): Condition | undefined {
  if (grades.length === 0) return undefined;
  const growth = facts.growth[rule.counter];
  // What nobody tells of any more is no better than it was.
  if (growth === undefined) return open && conditionOf(open);
  const total = facts.totals?.[rule.counter];
  const withTotal = (condition: Condition) => (total === undefined ? condition : { ...condition, total });
  const grade = grades.find((each) => reaches(each, growth, facts.nowMs));
  const found = grade && conditionIn(rule, grade, growth, facts.nowMs);
  if (open === undefined) return begun(found && withTotal(found), grade && reachedSince(rule, grade, growth));
  if (!grades.some(({ severity }) => severity === open.severity)) return found && withTotal(found);
  const quietMinutes = 60 * (quietHours(growth, facts.nowMs) ?? Number.POSITIVE_INFINITY);
  return settle({
    rule,
    found: found && withTotal(found),
    open,
    clear: quietMinutes >= (rule.clears.afterMinutes ?? 0) ? "longEnough" : "no",
    refreshed: (kept) => withTotal(conditionOf(kept)),
    nowMs: facts.nowMs,
  });
}

function reaches({ at, withinHours = WITHIN_HOURS }: Grade, growth: readonly Growth[], nowMs: number): boolean {
  return growthWithin(growth, nowMs, withinHours) >= at;
}

function conditionIn({ id, unit }: GrowthRule, grade: Grade, growth: readonly Growth[], nowMs: number): Condition {
  const { severity, at, withinHours = WITHIN_HOURS } = grade;
  return { rule: id, severity, value: growthWithin(growth, nowMs, withinHours), threshold: at, unit, withinHours };
}

/** The part by which the grade was reached, after the last time that was quiet for so long that it would have ended. */
function reachedSince({ clears }: GrowthRule, grade: Grade, growth: readonly Growth[]): number | undefined {
  const quietMs = clears.byPerson === true ? Number.POSITIVE_INFINITY : (clears.afterMinutes ?? 0) * 60_000;
  const grew = growth.filter(({ by }) => by > 0);
  const last = grew.findLastIndex(({ atMs }, index) => atMs - (grew[index - 1]?.atMs ?? atMs) >= quietMs);
  return grew.slice(Math.max(last, 0)).find(({ atMs }) => reaches(grade, growth, atMs))?.atMs;
}
