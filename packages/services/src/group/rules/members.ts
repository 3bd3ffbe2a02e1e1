import type { Transaction } from "@crosspoint/db";
import { type FoundGroup, refreshGroupDrives, refreshGroupHosts } from "@crosspoint/db/queries/group-members";
import { protocolLimits } from "@crosspoint/protocol";
import { foundGroup, groupsLimit } from "./stored-group.ts";

/** Makes a group's members those that it asks for now. Under the lock of all memberships. */
export async function refreshGroup(tx: Transaction, group: FoundGroup): Promise<void> {
  if (group.kind === "hosts") await refreshGroupHosts(tx, group);
  await refreshGroupDrives(tx, group);
}

export interface Changed {
  readonly driveIds: readonly string[];
  readonly hostIds: readonly string[];
}

/** Brings all groups up with what changed of some drives and hosts. Under the lock of all memberships. */
export async function refreshMembersOf(tx: Transaction, { driveIds, hostIds }: Changed): Promise<void> {
  const groups = await tx.fleetGroup.findMany({ take: groupsLimit });
  const found = groups.flatMap((group) => foundGroup(group) ?? []);
  if (found.length === 0) return;
  const drives = [...new Set([...driveIds, ...(await drivesIn(tx, hostIds))])];
  for (const group of found) {
    if (group.kind === "hosts" && hostIds.length > 0) await refreshGroupHosts(tx, group, hostIds);
    if (drives.length > 0) await refreshGroupDrives(tx, group, drives);
  }
}

async function drivesIn(tx: Transaction, hostIds: readonly string[]): Promise<string[]> {
  if (hostIds.length === 0) return [];
  const states = await tx.driveState.findMany({
    where: { hostId: { in: [...hostIds] } },
    select: { driveId: true },
    take: hostIds.length * protocolLimits.drivesPerHost,
  });
  return states.map(({ driveId }) => driveId);
}
