import type { PerformanceRuleId } from "./rule-ids.ts";

/** What a page can offer to do about a finding, ready to be asked for. */
export type FindingFix =
  | { readonly kind: "format"; readonly nsid: number; readonly lbaFormat: number; readonly dataBytes: number }
  /** To none, where it is another. */
  | { readonly kind: "setScheduler" }
  | { readonly kind: "limitPower" };

/** Something about a drive's surroundings or state that costs performance: what it is, its impact, how to fix it. */
export interface Finding {
  readonly rule: PerformanceRuleId;
  readonly text: string;
  readonly cost: string;
  readonly remedy: string;
  /** Absent where nothing can be done about it from here. */
  readonly fix?: FindingFix | undefined;
}
