import { Prisma } from "@crosspoint/db";
import { refreshSightings, type SightingPlace } from "@crosspoint/db/queries/refresh-sightings";
import type { DriveObservation } from "@crosspoint/protocol";
import type { ListedDrive } from "./apply-inventory.ts";
import { contestedForMs } from "./contested.ts";
import type { IngestScope } from "./scope.ts";

/**
 * Makes the sightings of this host what its inventory lists: ends those of drives that are gone, moves in those that
 * came (from another host or new), renews the others. Returns the drives that are here.
 */
export async function placeDrives(
  scope: IngestScope,
  listed: readonly ListedDrive[],
  at: Date,
): Promise<readonly ListedDrive[]> {
  const mine = listed.filter(({ stored }) => !isElsewhereSince(scope.hostId, stored, at));
  const here = await leaveContested(scope, mine, at);
  await endGone(scope, here, at);
  const staying = here.filter(({ stored }) => stored.sightedOnHostId === scope.hostId);
  const arriving = here.filter(({ stored }) => stored.sightedOnHostId !== scope.hostId);
  await renew(scope, staying, at);
  await moveIn(scope, arriving, at);
  return here;
}

/**
 * Leaves drives out that another host took over from this one and still lists, while this one goes on listing them: two
 * drives with one serial, a placeholder. They stay where they are, and say so, instead of moving to and fro for ever.
 */
async function leaveContested(
  scope: IngestScope,
  listed: readonly ListedDrive[],
  at: Date,
): Promise<readonly ListedDrive[]> {
  const claimed = listed.filter(({ stored }) => isListedElsewhere(scope.hostId, stored, at));
  if (claimed.length === 0) return listed;
  const wereHere = await scope.tx.driveSighting.findMany({
    where: { hostId: scope.hostId, driveId: { in: claimed.map(({ stored }) => stored.id) } },
    select: { driveId: true },
  });
  const contested = new Set(wereHere.map(({ driveId }) => driveId));
  await scope.tx.drive.updateMany({
    where: { id: { in: [...contested] } },
    data: { contestedAt: at, contestedHostId: scope.hostId },
  });
  for (const driveId of contested) scope.changes.drive(driveId);
  return listed.filter(({ stored }) => !contested.has(stored.id));
}

/** Its holder has listed it so recently that it must be alive, and would have missed the drive. */
function isListedElsewhere(hostId: string, stored: ListedDrive["stored"], at: Date): boolean {
  const { sightedOnHostId, sightedAt } = stored;
  if (sightedOnHostId === null || sightedOnHostId === hostId || sightedAt === null) return false;
  return sightedAt.getTime() > at.getTime() - contestedForMs;
}

/** A host that was cut off delivers late: what another host saw after this inventory is the newer word. */
function isElsewhereSince(hostId: string, stored: ListedDrive["stored"], at: Date): boolean {
  const { sightedOnHostId, sightedAt } = stored;
  return sightedOnHostId !== null && sightedOnHostId !== hostId && sightedAt !== null && sightedAt > at;
}

async function endGone(scope: IngestScope, here: readonly ListedDrive[], at: Date): Promise<void> {
  const gone = await scope.tx.driveSighting.updateManyAndReturn({
    where: { hostId: scope.hostId, endedAt: null, driveId: { notIn: here.map(({ stored }) => stored.id) } },
    data: { endedAt: at },
    select: { driveId: true },
  });
  for (const { driveId } of gone) scope.changes.drive(driveId);
}

async function renew(scope: IngestScope, staying: readonly ListedDrive[], at: Date): Promise<void> {
  const rows = staying.flatMap(({ stored, observed }) =>
    stored.sightingId === null ? [] : [{ id: stored.sightingId, ...placeOf(observed) }],
  );
  if (rows.length > 0) await refreshSightings(scope.tx, rows, at);
}

async function moveIn(scope: IngestScope, arriving: readonly ListedDrive[], at: Date): Promise<void> {
  if (arriving.length === 0) return;
  const left = arriving.flatMap(({ stored }) => (stored.sightingId === null ? [] : [stored.sightingId]));
  if (left.length > 0) {
    await scope.tx.driveSighting.updateMany({ where: { id: { in: left } }, data: { endedAt: at } });
  }
  await scope.tx.driveSighting.createMany({
    data: arriving.map(({ stored, observed }) => ({
      driveId: stored.id,
      hostId: scope.hostId,
      ...placeOf(observed),
      queues: observed.queues ?? Prisma.DbNull,
      firstSeenAt: at,
      lastSeenAt: at,
    })),
  });
  for (const { stored } of arriving) {
    scope.changes.drive(stored.id);
    if (stored.sightedOnHostId !== null) scope.changes.host(stored.sightedOnHostId);
  }
}

function placeOf(observed: DriveObservation): SightingPlace {
  return {
    controllerName: observed.controllerName,
    transport: observed.transport,
    pciAddress: observed.pciAddress ?? null,
    numaNode: observed.numaNode ?? null,
    linkSpeed: observed.linkSpeed ?? null,
    linkWidth: observed.linkWidth ?? null,
    maxLinkSpeed: observed.maxLinkSpeed ?? null,
    maxLinkWidth: observed.maxLinkWidth ?? null,
    slot: observed.slot ?? null,
    queues: observed.queues === undefined ? null : JSON.stringify(observed.queues),
  };
}
