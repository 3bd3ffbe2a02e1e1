import { insertSmartSamples } from "@crosspoint/db/queries/insert-smart-samples";
import type { AgentEventOf } from "@crosspoint/protocol";
import { withSample } from "../../drive/rules/drive-state.ts";
import { LockedDrives, type StateChange, saveStates, stateOf } from "../../drive/rules/locked-drives.ts";
import { compareMoments, firstMoment, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Stores samples, and judges each drive by its newest. */
export async function applySmart(scope: IngestScope, events: readonly AgentEventOf<"smart">[]): Promise<void> {
  const firstSeenAt = firstMoment(scope, events);
  const drives = await LockedDrives.lock(
    scope,
    events.map((event) => event.drive),
    firstSeenAt,
  );
  await insertSmartSamples(
    scope.tx,
    scope.hostId,
    events.map((event) => ({ driveId: drives.get(event.drive).id, time: new Date(event.timeMs), ...event.log })),
  );
  await saveStates(scope, judgeSamples(scope, drives, events));
}

function judgeSamples(
  scope: IngestScope,
  drives: LockedDrives,
  events: readonly AgentEventOf<"smart">[],
): StateChange[] {
  const changes = new Map<string, StateChange>();
  const dated = events.map((event) => ({ event, moment: momentOf(scope, event) }));
  // In their order, so that a verdict that came and went within one report keeps its dates.
  for (const { event, moment } of dated.toSorted((a, b) => compareMoments(a.moment, b.moment))) {
    const drive = drives.get(event.drive);
    const before = changes.get(drive.id)?.before ?? stateOf(drive);
    const current = changes.get(drive.id)?.after ?? before;
    const after = withSample(current, event.log, moment);
    changes.set(drive.id, { driveId: drive.id, before, after });
  }
  return [...changes.values()];
}
