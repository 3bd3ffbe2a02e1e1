import type { Condition, HealthRuleId } from "@crosspoint/domain";
import { readSeverity, readUnit } from "../../stored/condition.ts";

/** Decimal text, or what Prisma reads of a numeric column: its `toString` would write large ones with an exponent. */
type StoredFigure = string | { toFixed(): string };

export interface StoredCondition {
  readonly rule: string;
  readonly severity: string;
  readonly value: StoredFigure | null;
  readonly threshold: StoredFigure | null;
  readonly unit: string | null;
  readonly withinHours: number | null;
  readonly total: StoredFigure | null;
  readonly clearingSinceMs: number | null;
}

/** A condition as it is stored; the rows are written from the domain's own. */
export function conditionOf(stored: StoredCondition): Condition {
  const { rule, severity, value, threshold, unit, withinHours, total, clearingSinceMs } = stored;
  return {
    rule: rule as HealthRuleId,
    severity: readSeverity(severity),
    value: figureOf(value),
    threshold: figureOf(threshold),
    unit: readUnit(unit),
    withinHours: withinHours ?? undefined,
    total: figureOf(total),
    clearingSinceMs: clearingSinceMs ?? undefined,
  };
}

/** Whole figures stay exact at any size. */
export function figureOf(stored: StoredFigure | null): number | bigint | undefined {
  if (stored === null) return undefined;
  const text = typeof stored === "string" ? stored : stored.toFixed();
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}
