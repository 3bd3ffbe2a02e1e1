import { describeRule, type GroupRule } from "@crosspoint/domain/group";

/** A rule as the audit keeps it. */
export function ruleText(rule: GroupRule | null): string {
  return rule === null ? "by hand" : describeRule(rule);
}
