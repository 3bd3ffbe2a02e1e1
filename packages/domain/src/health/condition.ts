import type { HealthRuleId } from "./rule-ids.ts";
import type { Severity } from "./verdict.ts";

/** What a condition's value and threshold count. `bits` is a mask. */
export type ConditionUnit = "percent" | "kelvin" | "errors" | "bits";

/** Something wrong with a drive, as figures: its text is written when it is read. */
export interface Condition {
  readonly rule: HealthRuleId;
  /** The verdict that this condition alone would give. */
  readonly severity: Severity;
  /** Absent where the rule has none. */
  readonly value?: number | bigint | undefined;
  readonly threshold?: number | bigint | undefined;
  readonly unit?: ConditionUnit | undefined;
}
