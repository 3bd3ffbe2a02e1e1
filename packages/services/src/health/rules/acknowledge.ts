import type { Transaction } from "@crosspoint/db";
import { addHealthMarks } from "@crosspoint/db/queries/health-marks";
import { type LockedDrive, lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import type { HealthRuleId } from "@crosspoint/domain";
import { actorLabel } from "../../actor.ts";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { LiveChanges } from "../../live/changes.ts";
import { titlesOf, toAcknowledge } from "./acknowledgeable.ts";
import { withAcknowledged } from "./drive-state.ts";
import { StateChanges, stateOf } from "./stored-state.ts";

export interface AskedAcknowledgement {
  readonly driveIds: readonly string[];
  /** What is acknowledged; everything that may be, where it is left out. */
  readonly rules?: readonly string[];
  readonly note: string;
}

/** What became of one drive. */
export interface ConcernedDrive {
  readonly driveId: string;
  /** What was changed of it. */
  readonly rules: readonly HealthRuleId[];
  /** Why nothing was. */
  readonly refused?: string | undefined;
}

/**
 * Acknowledges what is wrong with drives: until it gets worse than now it counts for no verdict. What is not known of a drive, or
 * that it is not there, cannot be acknowledged away. Each drive has an entry in the audit.
 */
export async function acknowledgeConditions(
  tx: Transaction,
  context: ServiceContext,
  { driveIds, rules, note }: AskedAcknowledgement,
): Promise<ConcernedDrive[]> {
  // Before their locks are taken, as the worker does: what only a person ends may end now.
  await addHealthMarks(tx, driveIds);
  const drives = new Map((await lockDrivesById(tx, driveIds)).map((drive) => [drive.id, drive]));
  const states = new StateChanges();
  const changes = new LiveChanges();
  const results: ConcernedDrive[] = [];
  for (const driveId of driveIds) {
    const drive = drives.get(driveId);
    const concerned = drive === undefined ? unknownDrive : toAcknowledge(stateOf(drive).open, rules);
    results.push({ driveId, ...concerned });
    if (drive === undefined || concerned.refused !== undefined) continue;
    const by = { at: context.now, by: actorLabel(context.actor), note };
    states.apply(drive, (state) => withAcknowledged(state, new Set(concerned.rules), by));
    changes.drive(driveId);
    await writeAudit(tx, context, {
      action: "health.acknowledge",
      objectKind: "drive",
      objectId: driveId,
      detail: { drive: nameOf(drive), conditions: titlesOf(concerned.rules), note },
    });
  }
  await states.save({ tx, changes });
  await changes.announce(tx);
  return results;
}

export const unknownDrive = { rules: [], refused: "The drive is not known any more." } as const;

export function nameOf({ model, serial }: Pick<LockedDrive, "model" | "serial">): string {
  return `${model} ${serial}`;
}
