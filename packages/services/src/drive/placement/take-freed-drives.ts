import type { DriveClaim } from "@crosspoint/db";
import { protocolLimits } from "@crosspoint/protocol";
import { readObservation } from "../../stored/drive.ts";
import type { Moment } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { describeDrives, type ListedDrive } from "../rules/describe-drives.ts";
import { LockedDrives } from "../rules/locked-drives.ts";
import { isHeldByAnother } from "./holder.ts";
import { keepSharing } from "./keep-sharing.ts";
import { isElsewhereSince, moveIn } from "./place-drives.ts";

/**
 * Gives this host the drives that it lists and that nobody holds any more: their host let them go, or fell silent. Its
 * next inventory would, too; until then its samples would be refused.
 */
export async function takeFreedDrives(scope: IngestScope): Promise<void> {
  const claimed = await claimedDrives(scope, await promisingClaims(scope));
  if (claimed.length === 0) return;
  const hearable = await scope.hearableUntil();
  // Looked at again under the drives' locks: another claimant may have been faster.
  const freed = claimed.filter(
    ({ stored, listedAt }) =>
      !isHeldByAnother(scope.hostId, stored, hearable) && !isElsewhereSince(scope.hostId, stored, listedAt.time),
  );
  await keepSharing(scope, freed);
  for (const each of freed) await giveDrive(scope, each);
}

/** The host's claims on drives that nobody seems to hold. Locks nothing: the others' hosts report at the same time. */
async function promisingClaims({ tx, hostId, hearableUntil }: IngestScope): Promise<DriveClaim[]> {
  const openSighting = {
    where: { endedAt: null },
    select: { hostId: true, host: { select: { lastSeenAt: true } } },
  } as const;
  const where = { hostId, dismissedAt: null };
  // Of nearly every host there is none, and a drive's sightings would be asked for even so.
  if ((await tx.driveClaim.findFirst({ where, select: { driveId: true } })) === null) return [];
  const claims = await tx.driveClaim.findMany({
    where,
    include: { drive: { select: { sightings: openSighting } } },
    take: protocolLimits.drivesPerHost,
  });
  const hearable = await hearableUntil();
  return claims.filter(({ drive }) =>
    drive.sightings.every(
      ({ hostId: sightedOnHostId, host }) =>
        !isHeldByAnother(hostId, { sightedOnHostId, holderHeardAt: host.lastSeenAt }, hearable),
    ),
  );
}

/** A drive that a host claims, and when it listed it last. */
export interface ClaimedDrive extends ListedDrive {
  readonly listedAt: Moment;
}

/** The drives of some claims of one host, locked, with what it said of them. */
export async function claimedDrives(scope: IngestScope, claims: readonly DriveClaim[]): Promise<ClaimedDrive[]> {
  if (claims.length === 0) return [];
  const seen = claims.map((claim) => ({ claim, observed: readObservation(claim.observation) }));
  const drives = await LockedDrives.lock(
    scope,
    seen.map(({ observed }) => observed.identity),
    scope.now,
  );
  return seen.map(({ claim, observed }) => ({
    stored: drives.get(observed.identity),
    observed,
    listedAt: listedAt(claim),
  }));
}

/** Makes the claiming host the drive's holder, and keeps what it said of it. */
export async function giveDrive(scope: IngestScope, claimed: ClaimedDrive): Promise<void> {
  await moveIn(scope, [claimed], scope.now);
  await describeDrives(scope, [claimed], claimed.listedAt);
  await scope.tx.driveClaim.delete({
    where: { driveId_hostId: { driveId: claimed.stored.id, hostId: scope.hostId } },
  });
}

function listedAt({ hostId, lastSeenAt, sequence }: DriveClaim): Moment {
  return { hostId, time: lastSeenAt, sequence: sequence === null ? undefined : Number(sequence) };
}
