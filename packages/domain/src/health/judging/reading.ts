import type { Condition, OpenCondition } from "../condition.ts";
import type { Grade, Read, Reading, RuleData } from "../rule.ts";
import { isPast, isReached } from "./grades.ts";
import { begun, conditionOf, settle } from "./settle.ts";

/** Judges by a figure of now. */
export function judgeReading(
  rule: RuleData,
  read: Read,
  open: OpenCondition | undefined,
  grades: readonly Grade[],
  nowMs: number,
): Condition | undefined {
  if (read === "exempt" || grades.length === 0) return undefined;
  if (read === "unknown") return open && conditionOf(open);
  const { value } = read;
  const grade = heldGrade(rule, grades, read);
  const found = grade && conditionAt(rule, grade, read);
  if (open === undefined) return grade && begun(found, reachedSince(rule, grade, read));
  const opened = grades.find(({ severity }) => severity === open.severity);
  // Nobody sets that grade any more.
  if (opened === undefined) return found;
  return settle({
    rule,
    found,
    open,
    clear: isPast(rule.holds, opened, read) ? "now" : "no",
    refreshed: (kept) => (value === undefined ? conditionOf(kept) : conditionAt(rule, opened, read)),
    nowMs,
  });
}

/** The most urgent that holds; asked with every sample for every rule, so that it makes nothing. */
function heldGrade(rule: RuleData, grades: readonly Grade[], reading: Reading): Grade | undefined {
  for (const grade of grades) {
    const applies = reading.only === undefined || reading.only === grade.severity;
    if (applies && isReached(rule.holds, grade, reading)) return grade;
  }
  return undefined;
}

/** The first of the values before that reach a grade in a row, up to now. */
function reachedSince(rule: RuleData, grade: Grade, { before = [], base }: Reading): number | undefined {
  const other = before.findLastIndex(({ value }) => !isReached(rule.holds, grade, { value, base }));
  return before[other + 1]?.atMs;
}

/** A rule without a unit has no figures; a bit has no threshold. */
export function conditionAt(rule: RuleData, grade: Grade, { value, base = 0 }: Reading): Condition {
  const { id, unit } = rule;
  if (unit === undefined) return { rule: id, severity: grade.severity };
  if (unit === "bits") return { rule: id, severity: grade.severity, value, unit };
  return { rule: id, severity: grade.severity, value, threshold: base + grade.at, unit };
}
