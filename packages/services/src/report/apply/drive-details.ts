import type { LockedDrive } from "@crosspoint/db/queries/lock-drives";
import { updateDriveDetails } from "@crosspoint/db/queries/update-drive-details";
import type { AgentEventOf } from "@crosspoint/protocol";
import { LockedDrives } from "../../drive/rules/locked-drives.ts";
import { compareMoments, firstMoment, isNewer, type Moment, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Keeps what drives told of themselves; an older word, delivered late, does not undo a newer. */
export async function applyDriveDetails(
  scope: IngestScope,
  events: readonly AgentEventOf<"driveDetails">[],
): Promise<void> {
  const firstSeenAt = firstMoment(scope, events);
  const drives = await LockedDrives.lock(
    scope,
    events.map((event) => event.drive),
    firstSeenAt,
  );
  const told = events
    .map((event) => ({ event, drive: drives.get(event.drive), moment: momentOf(scope, event) }))
    .filter(({ drive, moment }) => !isNewer(storedMoment(drive), moment))
    .toSorted((a, b) => compareMoments(a.moment, b.moment));
  // The newest of each drive, should there be several.
  const newest = new Map(told.map((word) => [word.drive.id, word]));
  const rows = [...newest].map(([id, { event, moment }]) => {
    const { time, hostId, sequence = null } = moment;
    return { id, details: JSON.stringify(event.details), time, hostId, sequence };
  });
  if (rows.length > 0) await updateDriveDetails(scope.tx, rows);
  for (const { id } of rows) scope.changes.drive(id);
}

/** When the drive told what is stored of it; of details stored without their host, the time alone is known. */
function storedMoment({ detailsAt, detailsHostId, detailsSequence }: LockedDrive): Moment | undefined {
  if (detailsAt === null) return undefined;
  const sequence = detailsSequence === null ? undefined : Number(detailsSequence);
  return { time: detailsAt, hostId: detailsHostId ?? "", sequence };
}
