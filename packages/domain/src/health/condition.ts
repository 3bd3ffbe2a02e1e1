import type { HealthRuleId } from "./rule-ids.ts";
import type { Severity } from "./verdict.ts";

/** What a condition's value and threshold count. `bits` is a mask. */
export const CONDITION_UNITS = [
  "percent",
  "kelvin",
  "errors",
  "blocks",
  "minutes",
  "hours",
  "days",
  "times",
  "bits",
] as const;

export type ConditionUnit = (typeof CONDITION_UNITS)[number];

/** Something wrong with a drive, as figures: its text is written when it is read. */
export interface Condition {
  readonly rule: HealthRuleId;
  /** The verdict that this condition alone would give. */
  readonly severity: Severity;
  /** Absent where the rule has none. */
  readonly value?: number | bigint | undefined;
  readonly threshold?: number | bigint | undefined;
  readonly unit?: ConditionUnit | undefined;
  /** The value is growth within so many hours. */
  readonly withinHours?: number | undefined;
  /** Where the counter that grew stands. */
  readonly total?: number | bigint | undefined;
  /** Since when it holds no more, while it has not ended yet. */
  readonly clearingSinceMs?: number | undefined;
  /**
   * Of one that was not open: since when it holds, where what it was found by tells. It may be found long after. It is no
   * figure, and nothing of what is open.
   */
  readonly sinceMs?: number | undefined;
}

/** What a person acknowledged. */
export interface Acknowledgement {
  /** The figure that it may reach without being shown as new; absent where the rule has none. */
  readonly untilValue?: number | bigint | undefined;
  /** How severe it was then. */
  readonly severity: Severity;
}

/** A condition that is open, with what a person said of it. */
export interface OpenCondition extends Condition {
  readonly acknowledged?: Acknowledgement | undefined;
}
