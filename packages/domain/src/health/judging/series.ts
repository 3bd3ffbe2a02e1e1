import type { Condition, OpenCondition } from "../condition.ts";
import type { PastFacts } from "../past/past-facts.ts";
import type { Grade, Reading, SeriesRule, Stretch } from "../rule.ts";
import { isPast, isReached } from "./grades.ts";
import { conditionAt } from "./reading.ts";
import { conditionOf, settle } from "./settle.ts";

/** Nothing is known of what lies between two samples further apart. */
const GAP_MAX_MS = 20 * 60_000;

/** Judges by how long something has lasted, up to the newest that is known. */
export function judgeSeries(
  rule: SeriesRule,
  facts: PastFacts,
  open: OpenCondition | undefined,
  grades: readonly Grade[],
): Condition | undefined {
  const read = rule.read(facts);
  if (read === "exempt" || grades.length === 0) return undefined;
  if (read === "unknown") return open && conditionOf(open);
  const { base } = read;
  const newest: Reading = { value: read.stretches.at(-1)?.value, base };
  const lasts = (holds: (reading: Reading) => boolean) =>
    minutesUpToNow(read.stretches, ({ value }) => holds({ value, base }));
  const grade = grades.find(
    (each) => lasts((reading) => isReached(rule.holds, each, reading)) >= Math.max(each.forMinutes ?? 0, 0),
  );
  const found = grade && conditionAt(rule, grade, newest);
  const opened = open && grades.find(({ severity }) => severity === open.severity);
  if (opened === undefined || newest.value === undefined)
    return newest.value === undefined ? open && conditionOf(open) : found;
  const isClear = lasts((reading) => isPast(rule.holds, opened, reading)) >= (rule.clears.afterMinutes ?? 0);
  return settle({
    rule,
    found,
    open,
    clear: isClear ? "longEnough" : "no",
    refreshed: () => conditionAt(rule, opened, newest),
    nowMs: facts.nowMs,
  });
}

/** Minutes that it has held without a gap; -1 where the newest does not. */
function minutesUpToNow(stretches: readonly Stretch[], holds: (stretch: Stretch) => boolean): number {
  let [fromMs, toMs]: [number | undefined, number] = [undefined, 0];
  for (const stretch of stretches.toReversed()) {
    if (!holds(stretch) || (fromMs !== undefined && fromMs - stretch.toMs > GAP_MAX_MS)) break;
    if (fromMs === undefined) toMs = stretch.toMs;
    fromMs = stretch.fromMs;
  }
  return fromMs === undefined ? -1 : (toMs - fromMs) / 60_000;
}
