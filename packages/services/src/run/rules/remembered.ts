import type { ChosenPlan } from "../../plan/rules/loaded-plan.ts";

/** Facts for which results of one plan are kept: as many as the kinds of drives of a large batch. */
const factsLimit = 64;

/** The same, worked out once for each plan and equal facts; facts are plain values. */
export function rememberedByPlan<Facts, Result>(of: (plan: ChosenPlan, facts: Facts) => Result) {
  const byPlan = new WeakMap<ChosenPlan, Map<string, Result>>();
  return (plan: ChosenPlan, facts: Facts): Result => {
    const known = byPlan.get(plan) ?? new Map<string, Result>();
    byPlan.set(plan, known);
    const key = JSON.stringify(facts);
    const result = known.get(key) ?? of(plan, facts);
    if (known.size < factsLimit) known.set(key, result);
    return result;
  };
}
