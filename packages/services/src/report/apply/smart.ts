import { insertSmartSamples } from "@crosspoint/db/queries/insert-smart-samples";
import type { AgentEventOf } from "@crosspoint/protocol";
import { LockedDrives } from "../../drive/rules/locked-drives.ts";
import { withSample } from "../../health/rules/drive-state.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
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
  const changes = new StateChanges();
  const dated = events.map((event) => ({ event, moment: momentOf(scope, event) }));
  // In their order, so that a verdict that came and went within one report keeps its dates.
  for (const { event, moment } of dated.toSorted((a, b) => compareMoments(a.moment, b.moment))) {
    changes.apply(drives.get(event.drive), (state) => withSample(state, event.log, moment));
  }
  // After all of them were judged.
  const rows = events.map(({ drive, timeMs, log }) => {
    const driveId = drives.get(drive).id;
    return { driveId, hostId: scope.hostId, timeMs, log, isNewest: changes.isLatest(driveId, log) };
  });
  await insertSmartSamples(scope.tx, rows);
  await changes.save(scope);
}
