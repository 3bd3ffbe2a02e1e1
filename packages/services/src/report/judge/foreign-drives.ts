import type { DriveSighting } from "@crosspoint/db";
import { type DriveHolder, findDriveHolders } from "@crosspoint/db/queries/find-drive-holders";
import { identityText } from "@crosspoint/db/queries/lock-drives";
import type { AgentEvent, DriveIdentity } from "@crosspoint/protocol";
import { isHeldByAnother } from "../../drive/placement/holder.ts";
import { trimIdentity } from "../../drive/rules/drive-identity.ts";
import { firstMoment, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import type { Refusal } from "./refusal.ts";

type DriveEvent = Extract<AgentEvent, { kind: "smart" | "driveProblem" | "driveDetails" | "driveLogs" }>;

/** Kinds of events about the health and the details of one drive. */
const ABOUT_A_DRIVE: ReadonlySet<string> = new Set<DriveEvent["kind"]>([
  "smart",
  "driveProblem",
  "driveDetails",
  "driveLogs",
]);

/** Most sightings of the asked drives that events are held against. */
const staysLimit = 10_000;

/**
 * Finds events about the health and the details of drives that are not this host's to speak of. Without this, any agent
 * could put any drive of the fleet into any state. What it says of the time when it had the drive is right however late
 * it arrives; and who has a drive now says nothing of the time when another host saw it.
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
  const earliest = firstMoment(scope, events.filter(isAboutADrive));
  const stays = await staysSince(scope, holders, earliest);
  const areOwn = holders.every(({ sightedOnHostId }) => sightedOnHostId === scope.hostId);
  const hearable = areOwn ? scope.now : await scope.hearableUntil();
  const known = new Map(
    holders.map((holder) => [
      identityText(holder),
      { reason: foreignReason(scope.hostId, holder, { listed, hearable }), stays: stays.get(holder.id) ?? [] },
    ]),
  );
  return (event) => {
    if (!isAboutADrive(event)) return undefined;
    const drive = known.get(keyOf(event.drive));
    const at = momentOf(scope, event).time;
    if (drive === undefined || drive.stays.some((stay) => stay.hostId === scope.hostId && hadIt(stay, at))) {
      return undefined;
    }
    const elsewhere = drive.stays.some((stay) => stay.hostId !== scope.hostId && wasSeen(stay, at));
    const reason = drive.reason ?? (elsewhere ? "was on another host then." : undefined);
    if (reason === undefined) return undefined;
    return { path: "drive", reason: `The drive ${event.drive.model} ${event.drive.serial} ${reason}` };
  };
}

/** Why this host has no say about a drive now; undefined where it has. Who holds it is not told. */
function foreignReason(
  hostId: string,
  holder: DriveHolder,
  { listed, hearable }: { listed: ReadonlySet<string>; hearable: Date },
): string | undefined {
  if (holder.sightedOnHostId === hostId) return undefined;
  if (holder.claimDismissed) return "is not this host's: a person has decided so on the drive's page.";
  if (isHeldByAnother(hostId, holder, hearable)) {
    return holder.claimed || listed.has(identityText(holder))
      ? "is contested: another host holds it and is reporting. A person can settle it on the drive's page."
      : "is on another host. Send an inventory that lists it first.";
  }
  if (holder.sightedOnHostId === null || listed.has(identityText(holder))) return undefined;
  return "was on another host last. Send an inventory that lists it first.";
}

type Stay = Pick<DriveSighting, "driveId" | "hostId" | "firstSeenAt" | "lastSeenAt" | "endedAt">;

/** Where the drives were at that time and after, by drive. */
async function staysSince(
  { tx }: IngestScope,
  holders: readonly DriveHolder[],
  earliest: Date,
): Promise<ReadonlyMap<string, Stay[]>> {
  if (holders.length === 0) return new Map();
  const stays = await tx.driveSighting.findMany({
    where: { driveId: { in: holders.map(({ id }) => id) }, OR: [{ endedAt: null }, { endedAt: { gte: earliest } }] },
    select: { driveId: true, hostId: true, firstSeenAt: true, lastSeenAt: true, endedAt: true },
    orderBy: { lastSeenAt: "desc" },
    take: staysLimit,
  });
  return Map.groupBy(stays, ({ driveId }) => driveId);
}

/** Whether the drive was there at a time, or may have been: until somebody saw that it is not. */
function hadIt({ firstSeenAt, endedAt }: Stay, at: Date): boolean {
  return firstSeenAt <= at && (endedAt === null || at <= endedAt);
}

/** Whether it was there for certain: seen there before and after. */
function wasSeen({ firstSeenAt, lastSeenAt }: Stay, at: Date): boolean {
  return firstSeenAt <= at && at <= lastSeenAt;
}

function isAboutADrive(event: AgentEvent): event is DriveEvent {
  return ABOUT_A_DRIVE.has(event.kind);
}

function keyOf(identity: DriveIdentity): string {
  return identityText(trimIdentity(identity));
}
