import { updateDriveDetails } from "@crosspoint/db/queries/update-drive-details";
import type { AgentEventOf } from "@crosspoint/protocol";
import { LockedDrives } from "./locked-drives.ts";
import type { IngestScope } from "./scope.ts";

/** Keeps what drives told of themselves; an older word, delivered late, does not undo a newer. */
export async function applyDriveDetails(
  scope: IngestScope,
  events: readonly AgentEventOf<"driveDetails">[],
): Promise<void> {
  const firstSeenAt = new Date(Math.min(...events.map((event) => event.timeMs)));
  const drives = await LockedDrives.lock(
    scope,
    events.map((event) => event.drive),
    firstSeenAt,
  );
  // The newest of each drive, should there be several.
  const newest = new Map(
    events
      .toSorted((a, b) => a.timeMs - b.timeMs)
      .map((event) => [drives.get(event.drive).id, { at: new Date(event.timeMs), details: event.details }]),
  );
  const rows = [...newest].map(([id, { at, details }]) => ({ id, at, details: JSON.stringify(details) }));
  await updateDriveDetails(scope.tx, rows);
  for (const { id } of rows) scope.changes.drive(id);
}
