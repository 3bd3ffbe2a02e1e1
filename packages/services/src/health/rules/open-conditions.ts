import type { Prisma } from "@crosspoint/db";
import {
  actOn,
  byUrgency,
  type ConditionAct,
  describeCondition,
  explainRule,
  type HealthRuleId,
  isAcknowledgeable,
  isAcknowledged,
  type Severity,
} from "@crosspoint/domain";
import type { MaintenanceOf } from "../../maintenance/rules/in-maintenance.ts";
import { readSeverity } from "../../stored/condition.ts";
import type { Acknowledgement, OpenCondition } from "./drive-state.ts";
import { conditionOf, figureOf } from "./stored-condition.ts";

/** One rule has one open condition of a drive at most. */
const maxOpen = 100;

/** What to read of a drive's open conditions, for Prisma. */
export const openConditions = { where: { endedAt: null }, take: maxOpen } as const;

/** Something wrong with a drive now, ready to read. */
export interface DescribedCondition {
  readonly rule: HealthRuleId;
  readonly title: string;
  /** The verdict that it alone would give. */
  readonly severity: Severity;
  readonly since: Date;
  /** Both empty where the rule has none. */
  readonly value: string;
  readonly threshold: string;
  readonly text: string;
  /** What that means; empty for a rule that this version does not have, as what to do. */
  readonly meaning: string;
  /** What to do about it. */
  readonly remedy: string;
  /** What of that a page offers first. */
  readonly act: ConditionAct | undefined;
  /** A drive that is not there, or of which nothing is known, cannot be acknowledged away. */
  readonly acknowledgeable: boolean;
  /** What a person said of it; `holds` until it gets worse than it was then, and it counts for no verdict while it does. */
  readonly acknowledged: DescribedAcknowledgement | undefined;
  /** The maintenance window in which it began. Until that ends, it needs nobody's attention; undefined once it has ended. */
  readonly maintenance: { readonly name: string; readonly until: Date | undefined } | undefined;
}

export interface DescribedAcknowledgement {
  readonly at: Date;
  readonly by: string;
  readonly note: string;
  readonly holds: boolean;
}

type ConditionRow = Prisma.DriveConditionGetPayload<object>;

/** What counts comes first, the most urgent of it before the others; then what began in maintenance, and what is acknowledged. */
export function readConditions(rows: readonly ConditionRow[], maintenanceOf: MaintenanceOf): DescribedCondition[] {
  const conditions = byUrgency(rows.map((row) => describedCondition(row, maintenanceOf)));
  const isAside = ({ acknowledged }: DescribedCondition) => acknowledged?.holds === true;
  const isExpected = ({ maintenance }: DescribedCondition) => maintenance?.until !== undefined;
  return [
    ...conditions.filter((condition) => !isAside(condition) && !isExpected(condition)),
    ...conditions.filter((condition) => !isAside(condition) && isExpected(condition)),
    ...conditions.filter(isAside),
  ];
}

export function describedCondition(row: ConditionRow, maintenanceOf: MaintenanceOf): DescribedCondition {
  const window = maintenanceOf(row.driveId, row);
  const name = window?.name ?? row.maintenance;
  const maintenance = name === null ? undefined : { name, until: row.endedAt === null ? window?.until : undefined };
  return { ...described(openConditionOf(row)), maintenance };
}

function described(condition: OpenCondition): Omit<DescribedCondition, "maintenance"> {
  const { rule, severity, since, acknowledged } = condition;
  return {
    rule,
    title: explainRule(rule)?.title ?? rule,
    severity,
    since,
    ...describeCondition(condition),
    act: actOn(condition),
    acknowledgeable: isAcknowledgeable(severity),
    acknowledged: acknowledged && {
      at: acknowledged.at,
      by: acknowledged.by,
      note: acknowledged.note,
      holds: isAcknowledged(condition),
    },
  };
}

export function openConditionOf(row: ConditionRow): OpenCondition {
  const condition = conditionOf({ ...row, clearingSinceMs: row.clearingSince?.getTime() ?? null });
  return { ...condition, since: row.since, acknowledged: acknowledgementOf(row) };
}

function acknowledgementOf(row: ConditionRow): Acknowledgement | undefined {
  const { acknowledgedAt: at, acknowledgedSeverity: severity } = row;
  if (at === null || severity === null) return undefined;
  return {
    at,
    by: row.acknowledgedBy ?? "",
    note: row.acknowledgedNote ?? "",
    untilValue: figureOf(row.acknowledgedUntilValue),
    severity: readSeverity(severity),
  };
}
