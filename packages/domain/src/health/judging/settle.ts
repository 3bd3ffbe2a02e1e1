import type { Condition, OpenCondition } from "../condition.ts";
import type { Clearing, RuleData } from "../rule.ts";
import { verdictRank } from "../verdict.ts";

/** Whether what was open is past its clearing: not, from now on, or for as long as its rule asks. */
export type Clear = "no" | "now" | "longEnough";

interface Judged {
  readonly rule: RuleData;
  /** What holds now. */
  readonly found: Condition | undefined;
  readonly open: OpenCondition | undefined;
  readonly clear: Clear;
  /** What is open, with the figures of now. */
  readonly refreshed: (open: OpenCondition) => Condition;
  readonly nowMs: number;
}

/** A condition becomes worse at once, and better or over only when it was clear for long enough. */
export function settle({ rule, found, open, clear, refreshed, nowMs }: Judged): Condition | undefined {
  if (open === undefined || (found !== undefined && verdictRank(found.severity) <= verdictRank(open.severity))) {
    return found;
  }
  const goesOn: Condition = { ...refreshed(open), clearingSinceMs: undefined };
  if (clear === "no") return goesOn;
  // A clock that was set back begins anew.
  const sinceMs = Math.min(open.clearingSinceMs ?? nowMs, nowMs);
  const isClear = clear === "longEnough" || lasted(rule.clears, nowMs - sinceMs);
  if (isClear && (rule.clears.byPerson !== true || open.acknowledged !== undefined)) return found;
  return { ...goesOn, clearingSinceMs: sinceMs };
}

function lasted({ afterMinutes = 0, inNextSample = false }: Clearing, clearMs: number): boolean {
  return inNextSample ? clearMs > 0 : clearMs >= afterMinutes * 60_000;
}

/** A condition that was not open, with its beginning where that is known. */
export function begun(found: Condition | undefined, sinceMs: number | undefined): Condition | undefined {
  return found === undefined || sinceMs === undefined ? found : { ...found, sinceMs };
}

/** A condition as it was, without what a person said of it. */
export function conditionOf({ acknowledged: _, ...condition }: OpenCondition): Condition {
  return condition;
}
