import type { Prisma } from "@crosspoint/db";
import { byUrgency, describeCondition, type HealthRuleId, type Severity } from "@crosspoint/domain";
import { conditionOf } from "./stored-condition.ts";

/** One rule has one open condition of a drive at most. */
const maxOpen = 100;

/** What to read of a drive's open conditions, for Prisma. */
export const openConditions = { where: { endedAt: null }, take: maxOpen } as const;

/** Something wrong with a drive now, ready to read. */
export interface DescribedCondition {
  readonly rule: HealthRuleId;
  /** The verdict that it alone would give. */
  readonly severity: Severity;
  readonly since: Date;
  /** Both empty where the rule has none. */
  readonly value: string;
  readonly threshold: string;
  readonly text: string;
}

type ConditionRow = Prisma.DriveConditionGetPayload<object>;

/** The most urgent first. */
export function readConditions(rows: readonly ConditionRow[]): DescribedCondition[] {
  const conditions = rows.map((row) => ({ ...conditionOf(row), since: row.since }));
  return byUrgency(conditions).map((condition) => ({
    rule: condition.rule,
    severity: condition.severity,
    since: condition.since,
    ...describeCondition(condition),
  }));
}
