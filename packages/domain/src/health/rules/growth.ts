import type { GrowthRule } from "../rule.ts";

/** A day in the units of grades, and of when a condition ends. */
export const dayHours = 24;
export const dayMinutes = 24 * 60;

type Common = "judgedBy" | "by" | "holds" | "worse";

/** A rule by how much a counter grew: the worker judges it, from a grade on upwards, and more is worse. */
export function growthRule(rule: Omit<GrowthRule, Common>): GrowthRule {
  return { ...rule, judgedBy: "worker", by: "growth", holds: "above", worse: "figure" };
}
