import type { Grade, Reading, RuleData } from "../rule.ts";

type Holds = RuleData["holds"];

/** Whether a figure is so bad that a grade holds. */
export function isReached(holds: Holds, { at, strictly = false }: Grade, { value, base = 0 }: Reading): boolean {
  if (value === undefined) return false;
  const beyond = holds === "above" ? value - base - at : base + at - value;
  return strictly ? beyond > 0 : beyond >= 0;
}

/** Whether a figure is so good again that an open grade may end. */
export function isPast(holds: Holds, grade: Grade, reading: Reading): boolean {
  const { value, base = 0 } = reading;
  const clearsAt = reading.clearsAt ?? (grade.clearsAt === undefined ? undefined : base + grade.clearsAt);
  if (value === undefined) return true;
  if (clearsAt === undefined) return !isReached(holds, grade, reading);
  return holds === "above" ? value <= clearsAt : value >= clearsAt;
}
