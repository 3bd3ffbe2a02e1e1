import type { AgentEventOf } from "@crosspoint/protocol";
import { withProblem } from "../../drive/rules/drive-state.ts";
import { LockedDrives, type StateChange, saveStates, stateOf } from "../../drive/rules/locked-drives.ts";
import { firstMoment, momentOf } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Notes that drives could not be sampled, and why. */
export async function applyDriveProblems(
  scope: IngestScope,
  events: readonly AgentEventOf<"driveProblem">[],
): Promise<void> {
  const firstSeenAt = firstMoment(scope, events);
  const drives = await LockedDrives.lock(
    scope,
    events.map((event) => event.drive),
    firstSeenAt,
  );
  const changes = new Map<string, StateChange>();
  for (const event of events) {
    const drive = drives.get(event.drive);
    const before = changes.get(drive.id)?.before ?? stateOf(drive);
    const current = changes.get(drive.id)?.after ?? before;
    const after = withProblem(current, { ...event.problem, reportedBy: "sample" }, momentOf(scope, event));
    changes.set(drive.id, { driveId: drive.id, before, after });
  }
  await saveStates(scope, [...changes.values()]);
}
