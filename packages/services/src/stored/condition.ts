import { CONDITION_UNITS, type ConditionUnit, type Severity, VERDICTS } from "@crosspoint/domain";
import { z } from "zod";

/* The columns of a condition that hold one of a few words. */

const severity = z.enum(VERDICTS).exclude(["good"]);
const unit = z.enum(CONDITION_UNITS);

export function readSeverity(column: string): Severity {
  return severity.parse(column);
}

/** Undefined where the rule has no figures. */
export function readUnit(column: string | null): ConditionUnit | undefined {
  return column === null ? undefined : unit.parse(column);
}
