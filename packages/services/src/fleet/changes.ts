import { type FirmwareChange, findRecentFirmwareChanges } from "@crosspoint/db/queries/firmware-changes";
import { type ChangedCondition, findRecentConditions } from "@crosspoint/db/queries/recent-conditions";
import { describeCondition, explainRule, type HealthRuleId, type Severity } from "@crosspoint/domain";
import { dayMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";
import { conditionOf } from "../health/rules/stored-condition.ts";
import { requireRight } from "../rights.ts";
import { type ChangedDrives, changedDrives } from "./rules/changed-drives.ts";
import { mayGoOn, together } from "./rules/together.ts";

const changesDays = 7;
const maxRead = 200;
const maxShown = 12;
/** Of them about firmware at most, where there is as much else; the newest of all are shown. */
const firmwareBesideOthers = 4;

interface Change extends ChangedDrives {
  /** The last of them. */
  readonly at: Date;
  readonly host: { readonly id: string; readonly name: string } | undefined;
}

/** The same condition that began, or ended, for drives of one host together. */
export interface ConditionsChange extends Change {
  readonly change: "began" | "ended";
  readonly rule: HealthRuleId;
  readonly title: string;
  readonly severity: Severity;
  /** What it says of the drive, where it is one. */
  readonly text: string;
}

/** Drives that one host lists with another firmware than before, the same for all of them. */
export interface FirmwareChanged extends Change {
  readonly change: "firmware";
  readonly previous: string;
  readonly firmware: string;
}

export type FleetChange = ConditionsChange | FirmwareChanged;

/** What began and what ended in the last days, and which drives had another firmware; the newest first. */
export async function fleetChanges(context: ServiceContext): Promise<FleetChange[]> {
  requireRight(context, "fleet.view");
  const since = new Date(context.now.getTime() - changesDays * dayMs);
  const [conditions, firmwares] = await Promise.all([
    findRecentConditions(context.db, { since, limit: maxRead }),
    findRecentFirmwareChanges(context.db, { since, limit: maxRead }),
  ]);
  const shown = conditionChanges(conditions);
  // A roll-out over many hosts must not hide what began to fail.
  const room = Math.max(firmwareBesideOthers, maxShown - shown.length);
  return [...shown, ...firmwareChanges(firmwares).slice(0, room)]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, maxShown);
}

function conditionChanges(rows: readonly ChangedCondition[]): ConditionsChange[] {
  const byChange = Map.groupBy(rows, ({ change }) => change);
  // Drives that are in no host have nothing in common.
  const kindOf = ({ change, rule, severity, hostId, driveId }: ChangedCondition) =>
    [change, rule, severity, hostId ?? driveId].join(" ");
  return together(rows, kindOf)
    .slice(0, maxShown)
    .map((group) => {
      const read = byChange.get(group[0]?.change ?? "began") ?? [];
      return conditionChangeOf(group, mayGoOn(read, maxRead, group));
    });
}

function conditionChangeOf(rows: readonly ChangedCondition[], atLeast: boolean): ConditionsChange {
  const [first] = rows as readonly [ChangedCondition];
  const { change, at, hostId, hostname } = first;
  const condition = conditionOf({ ...first, clearingSinceMs: null });
  const drives = changedDrives(rows, atLeast);
  const isOne = drives.drives.length === 1;
  return {
    ...{ change, at, rule: condition.rule, severity: condition.severity },
    title: explainRule(condition.rule)?.title ?? condition.rule,
    text: isOne && change === "began" ? describeCondition(condition).text : "",
    host: hostOf(hostId, hostname),
    ...drives,
  };
}

function firmwareChanges(rows: readonly FirmwareChange[]): FirmwareChanged[] {
  const kindOf = ({ hostId, hostname, model, previous, firmware }: FirmwareChange) =>
    JSON.stringify([hostId, hostname, model, previous, firmware]);
  return together(rows, kindOf)
    .slice(0, maxShown)
    .map((group) => {
      const [{ at, previous, firmware, hostId, hostname }] = group as [FirmwareChange];
      const drives = changedDrives(group, mayGoOn(rows, maxRead, group));
      return { change: "firmware", at, previous, firmware, host: hostOf(hostId, hostname), ...drives };
    });
}

function hostOf(id: string | null, name: string | null): Change["host"] {
  return id === null || name === null ? undefined : { id, name };
}
