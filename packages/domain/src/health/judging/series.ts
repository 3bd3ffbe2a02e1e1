import type { Condition, OpenCondition } from "../condition.ts";
import type { PastFacts } from "../past/past-facts.ts";
import type { Grade, Reading, SeriesRule, Stretch } from "../rule.ts";
import { isPast, isReached } from "./grades.ts";
import { conditionAt } from "./reading.ts";
import { begun, conditionOf, settle } from "./settle.ts";

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
  const upToNow = (holds: (reading: Reading) => boolean) =>
    stretchUpToNow(read.stretches, ({ value }) => holds({ value, base }));
  const reached = (grade: Grade) => upToNow((reading) => isReached(rule.holds, grade, reading));
  const grade = grades.find((each) => minutesOf(reached(each)) >= Math.max(each.forMinutes ?? 0, 0));
  const found = grade && conditionAt(rule, grade, newest);
  if (open === undefined) return grade && begun(found, reached(grade)?.fromMs);
  const opened = grades.find(({ severity }) => severity === open.severity);
  if (opened === undefined || newest.value === undefined) return newest.value === undefined ? conditionOf(open) : found;
  const isClear =
    minutesOf(upToNow((reading) => isPast(rule.holds, opened, reading))) >= (rule.clears.afterMinutes ?? 0);
  return settle({
    rule,
    found,
    open,
    clear: isClear ? "longEnough" : "no",
    refreshed: () => conditionAt(rule, opened, newest),
    nowMs: facts.nowMs,
  });
}

/** How long it has held without a gap; undefined where the newest does not. */
function stretchUpToNow(
  stretches: readonly Stretch[],
  holds: (stretch: Stretch) => boolean,
): Omit<Stretch, "value"> | undefined {
  let [fromMs, toMs]: [number | undefined, number] = [undefined, 0];
  for (const stretch of stretches.toReversed()) {
    if (!holds(stretch) || (fromMs !== undefined && fromMs - stretch.toMs > GAP_MAX_MS)) break;
    if (fromMs === undefined) toMs = stretch.toMs;
    fromMs = stretch.fromMs;
  }
  return fromMs === undefined ? undefined : { fromMs, toMs };
}

/** -1 where it does not hold. */
function minutesOf(stretch: Omit<Stretch, "value"> | undefined): number {
  return stretch === undefined ? -1 : (stretch.toMs - stretch.fromMs) / 60_000;
}
