import type { Transaction } from "@crosspoint/db";
import { lockDrivesById } from "@crosspoint/db/queries/lock-drives";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { LiveChanges } from "../../live/changes.ts";
import { type AskedAcknowledgement, type ConcernedDrive, nameOf, unknownDrive } from "./acknowledge.ts";
import { titlesOf, toWithdraw } from "./acknowledgeable.ts";
import { withoutAcknowledgement } from "./drive-state.ts";
import { StateChanges, stateOf } from "./stored-state.ts";

/** What was acknowledged of drives counts again. Each drive has an entry in the audit. */
export async function withdrawAcknowledgements(
  tx: Transaction,
  context: ServiceContext,
  { driveIds, rules }: Omit<AskedAcknowledgement, "note">,
): Promise<ConcernedDrive[]> {
  const drives = new Map((await lockDrivesById(tx, driveIds)).map((drive) => [drive.id, drive]));
  const states = new StateChanges();
  const changes = new LiveChanges();
  const results: ConcernedDrive[] = [];
  for (const driveId of driveIds) {
    const drive = drives.get(driveId);
    const open = drive === undefined ? [] : stateOf(drive).open;
    const concerned = drive === undefined ? unknownDrive : toWithdraw(open, rules);
    results.push({ driveId, ...concerned });
    if (drive === undefined || concerned.refused !== undefined) continue;
    for (const rule of concerned.rules) {
      states.apply(drive, (state) => withoutAcknowledgement(state, rule, context.now));
    }
    changes.drive(driveId);
    const by = open.flatMap(({ rule, acknowledged }) =>
      concerned.rules.includes(rule) ? (acknowledged?.by ?? []) : [],
    );
    await writeAudit(tx, context, {
      action: "health.withdrawAcknowledgement",
      objectKind: "drive",
      objectId: driveId,
      detail: {
        drive: nameOf(drive),
        conditions: titlesOf(concerned.rules),
        acknowledgedBy: [...new Set(by)].join(", "),
      },
    });
  }
  await states.save({ tx, changes });
  await changes.announce(tx);
  return results;
}
