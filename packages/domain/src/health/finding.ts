import type { PerformanceRuleId } from "./rule-ids.ts";

/** Something about a drive's surroundings or state that costs performance: what it is, its impact, how to fix it. */
export interface Finding {
  readonly rule: PerformanceRuleId;
  readonly text: string;
  readonly cost: string;
  readonly remedy: string;
}
