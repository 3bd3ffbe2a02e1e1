import type { Condition } from "./condition.ts";
import type { HealthFacts, PerformanceFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { HealthRuleId, PerformanceRuleId } from "./rule-ids.ts";

/** Judges a drive's health: a condition opens when the rule first holds, and ends when it holds no more. */
export interface HealthRule {
  readonly kind: "health";
  readonly id: HealthRuleId;
  judge(facts: HealthFacts): Omit<Condition, "rule"> | undefined;
  /** What the condition means, in a sentence or two. */
  text(condition: Condition): string;
}

/** Judges what costs a drive performance where it is; its finding is made whenever it is read. */
export interface PerformanceRule {
  readonly kind: "performance";
  readonly id: PerformanceRuleId;
  judge(facts: PerformanceFacts): Omit<Finding, "rule"> | undefined;
}
