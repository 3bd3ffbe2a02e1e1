import { identityText } from "@crosspoint/db/queries/lock-drives";
import type { AgentEventOf, DriveObservation } from "@crosspoint/protocol";
import { placeDrives } from "../../drive/placement/place-drives.ts";
import { describeDrives, type ListedDrive } from "../../drive/rules/describe-drives.ts";
import { trimIdentity } from "../../drive/rules/drive-identity.ts";
import { LockedDrives } from "../../drive/rules/locked-drives.ts";
import { momentOf, notNewer } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { offerScratchFiles } from "./offer-scratch-files.ts";
import { applyVolumes } from "./volumes.ts";

/** Makes the host's drives, volumes and scratch files what the inventory says; one that is older than the last changes nothing. */
export async function applyInventory(scope: IngestScope, event: AgentEventOf<"inventory">): Promise<void> {
  const moment = momentOf(scope, event);
  const taken = await scope.tx.host.updateMany({
    where: { id: scope.hostId, ...notNewer("inventory", moment) },
    data: { inventoryAt: moment.time, inventorySequence: event.sequence ?? null },
  });
  if (taken.count === 0) return;
  const observed = oncePerIdentity(event.drives);
  const drives = await LockedDrives.lock(
    scope,
    observed.map((drive) => drive.identity),
    moment.time,
  );
  const listed = observed.map((drive): ListedDrive => ({ stored: drives.get(drive.identity), observed: drive }));
  const here = await placeDrives(scope, listed, moment);
  await describeDrives(scope, here, moment);
  await applyVolumes(scope, event.volumes ?? [], { here, at: moment.time });
  const files = await offerScratchFiles(scope, event.scratchFiles, moment.time);
  if (files.changed || scope.changes.anyDrive) scope.changes.host(scope.hostId);
}

/** A drive with two controllers is one drive; its first controller stands for it. */
function oncePerIdentity(drives: readonly DriveObservation[]): DriveObservation[] {
  const byIdentity = new Map<string, DriveObservation>();
  for (const drive of drives.toSorted((a, b) => (a.controllerName < b.controllerName ? -1 : 1))) {
    const key = identityText(trimIdentity(drive.identity));
    if (!byIdentity.has(key)) byIdentity.set(key, drive);
  }
  return [...byIdentity.values()];
}
