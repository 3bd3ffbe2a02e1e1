import { type ChangedCondition, findRecentConditions } from "@crosspoint/db/queries/recent-conditions";
import { describeCondition, explainRule, type HealthRuleId, type Severity } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";
import { conditionOf } from "../health/rules/stored-condition.ts";
import { requireRight } from "../rights.ts";

const changesDays = 7;
const maxRead = 200;
const maxShown = 12;
/** What happened to the drives of one host within so long is one change. */
const togetherMs = 5 * 60_000;
const maxNamed = 3;

export interface ChangedDrive {
  readonly id: string;
  readonly model: string;
  readonly productName: string | undefined;
  readonly serial: string;
}

/** The same condition that began, or ended, for drives of one host together. */
export interface FleetChange {
  readonly change: "began" | "ended";
  /** The last of them. */
  readonly at: Date;
  readonly rule: HealthRuleId;
  readonly title: string;
  readonly severity: Severity;
  /** What it says of the drive, where it is one. */
  readonly text: string;
  readonly host: { readonly id: string; readonly name: string } | undefined;
  /** The first ones. */
  readonly drives: readonly ChangedDrive[];
  /** And so many more; at least, where so much changed at once that not all of it was read. */
  readonly others: number;
  readonly othersAtLeast: boolean;
}

/** What began and what ended in the last days, the newest first. */
export async function fleetChanges(context: ServiceContext): Promise<FleetChange[]> {
  requireRight(context, "fleet.view");
  const since = new Date(context.now.getTime() - changesDays * dayMs);
  const rows = await findRecentConditions(context.db, { since, limit: maxRead });
  const isCut = cutOf(rows);
  return together(rows)
    .slice(0, maxShown)
    .map((group) => changeOf(group, isCut(group)));
}

/** Whether more of the same may be among what was not read: it goes back to about the oldest that was. */
function cutOf(rows: readonly ChangedCondition[]) {
  const byChange = Map.groupBy(rows, ({ change }) => change);
  return ([first]: readonly ChangedCondition[]): boolean => {
    const read = first && byChange.get(first.change);
    const oldest = read && read.length >= maxRead ? read.at(-1) : undefined;
    return first !== undefined && oldest !== undefined && first.at.getTime() - oldest.at.getTime() <= togetherMs;
  };
}

/** Each with those of the same kind on the same host shortly before it. */
function together(rows: readonly ChangedCondition[]): ChangedCondition[][] {
  const groups: ChangedCondition[][] = [];
  const newest = new Map<string, ChangedCondition[]>();
  for (const row of rows) {
    // Drives that are in no host have nothing in common.
    const key = [row.change, row.rule, row.severity, row.hostId ?? row.driveId].join(" ");
    const group = newest.get(key);
    if (group !== undefined && (group[0]?.at.getTime() ?? 0) - row.at.getTime() <= togetherMs) {
      group.push(row);
    } else {
      const begun = [row];
      groups.push(begun);
      newest.set(key, begun);
    }
  }
  return groups;
}

function changeOf(rows: readonly ChangedCondition[], othersAtLeast: boolean): FleetChange {
  const [first] = rows as readonly [ChangedCondition];
  const { change, at, hostId, hostname } = first;
  const condition = conditionOf({ ...first, clearingSinceMs: null });
  const seen = new Map(rows.map((row) => [row.driveId, row]));
  return {
    ...{ change, at, rule: condition.rule, severity: condition.severity },
    title: explainRule(condition.rule)?.title ?? condition.rule,
    text: seen.size === 1 && change === "began" ? describeCondition(condition).text : "",
    host: hostId === null || hostname === null ? undefined : { id: hostId, name: hostname },
    drives: [...seen.values()].slice(0, maxNamed).map(({ driveId, model, productName, serial }) => ({
      ...{ id: driveId, model, serial },
      productName: productName ?? undefined,
    })),
    others: Math.max(0, seen.size - maxNamed),
    othersAtLeast,
  };
}
