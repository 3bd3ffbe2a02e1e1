import type { DriveClaim } from "@crosspoint/db";
import { type DriveObservation, protocolLimits } from "@crosspoint/protocol";
import { describeDrives, type ListedDrive } from "./describe-drives.ts";
import { isHeldByAnother } from "./holder.ts";
import { LockedDrives } from "./locked-drives.ts";
import type { Moment } from "./moment.ts";
import { isElsewhereSince, moveIn } from "./place-drives.ts";
import type { IngestScope } from "./scope.ts";

/**
 * Gives this host the drives that it lists and that nobody holds any more: their host let them go, or fell silent. Its
 * next inventory would, too; until then its samples would be refused.
 */
export async function takeFreedDrives(scope: IngestScope): Promise<void> {
  const claims = await scope.tx.driveClaim.findMany({
    where: { hostId: scope.hostId, dismissedAt: null },
    take: protocolLimits.drivesPerHost,
  });
  const claimed = await claimedDrives(scope, claims);
  const freed = claimed.filter(
    ({ stored, listedAt }) =>
      !isHeldByAnother(scope.hostId, stored, scope.now) && !isElsewhereSince(scope.hostId, stored, listedAt.time),
  );
  for (const each of freed) await giveDrive(scope, each);
}

/** A drive that a host claims, and when it listed it last. */
export interface ClaimedDrive extends ListedDrive {
  readonly listedAt: Moment;
}

/** The drives of some claims of one host, locked, with what it said of them. */
export async function claimedDrives(scope: IngestScope, claims: readonly DriveClaim[]): Promise<ClaimedDrive[]> {
  if (claims.length === 0) return [];
  // Written by the inventory, which was checked by the contract.
  const seen = claims.map((claim) => ({ claim, observed: claim.observation as unknown as DriveObservation }));
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
