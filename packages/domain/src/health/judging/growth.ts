import type { Condition, OpenCondition } from "../condition.ts";
import { growthWithin, type PastFacts, quietHours } from "../past/past-facts.ts";
import type { Grade, GrowthRule } from "../rule.ts";
import { conditionOf, settle } from "./settle.ts";

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
  const found = foundIn(rule, growth, facts.nowMs, grades);
  const withTotal = (condition: Condition) => (total === undefined ? condition : { ...condition, total });
  if (open !== undefined && !grades.some(({ severity }) => severity === open.severity))
    return found && withTotal(found);
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

function foundIn(
  { id, unit }: GrowthRule,
  growth: Parameters<typeof growthWithin>[0],
  nowMs: number,
  grades: readonly Grade[],
): Condition | undefined {
  for (const { severity, at, withinHours = WITHIN_HOURS } of grades) {
    const value = growthWithin(growth, nowMs, withinHours);
    if (value >= at) return { rule: id, severity, value, threshold: at, unit, withinHours };
  }
  return undefined;
}
