import { type DriveHolder, findDriveHolders } from "@crosspoint/db/queries/find-drive-holders";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import type { AgentEvent, DriveIdentity } from "@crosspoint/protocol";
import { trimIdentity } from "./drive-identity.ts";
import { isHeldByAnother } from "./holder.ts";
import type { Refusal } from "./judge-references.ts";
import { momentOf } from "./moment.ts";
import type { IngestScope } from "./scope.ts";

type DriveEvent = Extract<AgentEvent, { kind: "smart" | "driveProblem" | "driveDetails" }>;

/** Most of a host's former sightings of the asked drives that a late event is held against. */
const formerSightingsLimit = 10_000;

/**
 * Finds events about the health and the details of drives that are not this host's to speak of. Without this, any agent
 * could put any drive of the fleet into any state. What it says of the time when it had the drive is right however late
 * it arrives.
 */
export async function findForeignDrives(
  scope: IngestScope,
  events: readonly AgentEvent[],
): Promise<(event: AgentEvent) => Refusal | undefined> {
  const asked = new Map(
    events
      .flatMap((event) => (isAboutADrive(event) ? [trimIdentity(event.drive)] : []))
      .map((identity) => [identityText(identity), identity]),
  );
  if (asked.size === 0) return () => undefined;
  const holders = await findDriveHolders(scope.tx, scope.hostId, [...asked.values()]);
  const listed = new Set(
    events.flatMap((event) => (event.kind === "inventory" ? event.drives.map((drive) => keyOf(drive.identity)) : [])),
  );
  const foreign = new Map(
    holders
      .map((holder) => [identityText(holder), { holder, reason: foreignReason(scope, holder, listed) }] as const)
      .filter(([, { reason }]) => reason !== undefined),
  );
  const wasHere = await formerStays(
    scope,
    [...foreign.values()].map(({ holder }) => holder.id),
  );
  return (event) => {
    if (!isAboutADrive(event)) return undefined;
    const found = foreign.get(keyOf(event.drive));
    if (found?.reason === undefined || wasHere(found.holder.id, momentOf(scope, event).time)) return undefined;
    return { path: "drive", reason: `The drive ${event.drive.model} ${event.drive.serial} ${found.reason}` };
  };
}

/** Why this host has no say about a drive now; undefined where it has. Who holds it is not told. */
function foreignReason(scope: IngestScope, holder: DriveHolder, listed: ReadonlySet<string>): string | undefined {
  if (holder.sightedOnHostId === scope.hostId) return undefined;
  if (holder.claimDismissed) return "is not this host's: a person has decided so on the drive's page.";
  if (isHeldByAnother(scope.hostId, holder, scope.now)) {
    return holder.claimed || listed.has(identityText(holder))
      ? "is contested: another host holds it and is heard of. A person can settle it on the drive's page."
      : "is on another host. Send an inventory that lists it first.";
  }
  if (holder.sightedOnHostId === null || listed.has(identityText(holder))) return undefined;
  return "was on another host last. Send an inventory that lists it first.";
}

/** Whether this host had a drive at a time, by its sightings that are over. */
async function formerStays(
  { tx, hostId }: IngestScope,
  driveIds: readonly string[],
): Promise<(driveId: string, at: Date) => boolean> {
  if (driveIds.length === 0) return () => false;
  const stays = await tx.driveSighting.findMany({
    where: { hostId, driveId: { in: [...driveIds] }, endedAt: { not: null } },
    select: { driveId: true, firstSeenAt: true, endedAt: true },
    orderBy: { lastSeenAt: "desc" },
    take: formerSightingsLimit,
  });
  return (driveId, at) =>
    stays.some(
      (stay) =>
        stay.driveId === driveId && stay.firstSeenAt <= at && stay.endedAt !== null && at.getTime() <= +stay.endedAt,
    );
}

function isAboutADrive(event: AgentEvent): event is DriveEvent {
  return event.kind === "smart" || event.kind === "driveProblem" || event.kind === "driveDetails";
}

function keyOf(identity: DriveIdentity): string {
  return identityText(trimIdentity(identity));
}
