import { Prisma } from "@crosspoint/db";
import { endClaims } from "@crosspoint/db/queries/end-claims";
import type { LockedDrive } from "@crosspoint/db/queries/lock-drives";
import { recordClaims } from "@crosspoint/db/queries/record-claims";
import { refreshSightings, type SightingPlace } from "@crosspoint/db/queries/refresh-sightings";
import { type DriveObservation, protocolLimits } from "@crosspoint/protocol";
import type { Moment } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import type { ListedDrive } from "../rules/describe-drives.ts";
import { isHeldByAnother } from "./holder.ts";
import { keepSharing } from "./keep-sharing.ts";
import { letGo } from "./let-go.ts";
import { isShared } from "./shared-drive.ts";

/**
 * Makes the sightings of this host what its inventory lists: ends those of drives that are gone, moves in those that
 * came and that nobody holds, renews the others. Returns the drives that are here. One that another host holds stays
 * there: that this host lists it too is kept as its claim.
 */
export async function placeDrives(
  scope: IngestScope,
  listed: readonly ListedDrive[],
  moment: Moment,
): Promise<readonly ListedDrive[]> {
  const at = moment.time;
  const dismissed = await dismissedClaims(scope);
  const areOwn = listed.every(({ stored }) => stored.sightedOnHostId === scope.hostId);
  const hearable = areOwn ? scope.now : await scope.hearableUntil();
  const isHere = ({ stored }: ListedDrive) =>
    mayHave(scope.hostId, stored, { dismissed, hearable }) && !isElsewhereSince(scope.hostId, stored, at);
  const here = listed.filter(isHere);
  // Listed is listed: the clock of a host that is behind must not hide that another host reaches the drive.
  const claimed = listed.filter((drive) => !isHere(drive));
  await letGo(scope, { hostId: scope.hostId, keeps: here.map(({ stored }) => stored.id), at });
  await claim(scope, claimed, moment);
  await renew(
    scope,
    here.filter(({ stored }) => stored.sightedOnHostId === scope.hostId),
    at,
  );
  const arriving = here.filter(({ stored }) => stored.sightedOnHostId !== scope.hostId);
  await keepSharing(scope, arriving);
  await moveIn(scope, arriving, at);
  return here;
}

/** What a person has decided against stays so while this host lists the drive, whatever becomes of its holder. */
function mayHave(
  hostId: string,
  stored: LockedDrive,
  { dismissed, hearable }: { dismissed: ReadonlySet<string>; hearable: Date },
): boolean {
  if (stored.sightedOnHostId === hostId) return true;
  return !dismissed.has(stored.id) && !isHeldByAnother(hostId, stored, hearable);
}

async function dismissedClaims({ tx, hostId }: IngestScope): Promise<ReadonlySet<string>> {
  const claims = await tx.driveClaim.findMany({
    where: { hostId, dismissedAt: { not: null } },
    select: { driveId: true },
    take: protocolLimits.drivesPerHost,
  });
  return new Set(claims.map(({ driveId }) => driveId));
}

/** Makes the host's claims what it lists of other hosts' drives. */
async function claim(scope: IngestScope, claimed: readonly ListedDrive[], moment: Moment): Promise<void> {
  const { tx, hostId, changes } = scope;
  const ended = await endClaims(
    tx,
    hostId,
    claimed.map(({ stored }) => stored.id),
  );
  const rows = claimed.map(({ stored, observed }) => ({
    driveId: stored.id,
    observation: JSON.stringify(observed),
    shared: isShared(stored, observed),
  }));
  const changed = rows.length > 0 ? await recordClaims(tx, hostId, moment, rows) : [];
  for (const driveId of [...ended, ...changed]) changes.drive(driveId);
}

/** A host that was cut off delivers late: what another host saw after this inventory is the newer word. */
export function isElsewhereSince(hostId: string, stored: LockedDrive, at: Date): boolean {
  const { sightedOnHostId, sightedAt } = stored;
  return sightedOnHostId !== null && sightedOnHostId !== hostId && sightedAt !== null && sightedAt > at;
}

async function renew(scope: IngestScope, staying: readonly ListedDrive[], at: Date): Promise<void> {
  const rows = staying.flatMap(({ stored, observed }) =>
    stored.sightingId === null ? [] : [{ id: stored.sightingId, ...placeOf(observed) }],
  );
  if (rows.length > 0) await refreshSightings(scope.tx, rows, at);
}

/** Makes this the host of drives that were elsewhere, or nowhere. */
export async function moveIn(scope: IngestScope, arriving: readonly ListedDrive[], at: Date): Promise<void> {
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
