import type { MaintenanceWindow, Transaction } from "@crosspoint/db";
import { markMaintained } from "@crosspoint/db/queries/maintained";

/** Notes of the conditions that began in the occurrence under way that it was so, up to a moment. Nothing where none was. */
export async function markOver(tx: Transaction, window: MaintenanceWindow, until: Date): Promise<void> {
  const { name, scope, groupId, hostId, driveId, nextFrom: from } = window;
  if (from === null || from >= until) return;
  await markMaintained(tx, { name, scope, groupId, hostId, driveId, from, until });
}
