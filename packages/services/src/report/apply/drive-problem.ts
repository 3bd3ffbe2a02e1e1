import type { AgentEventOf } from "@crosspoint/protocol";
import { LockedDrives } from "../../drive/rules/locked-drives.ts";
import { withProblem } from "../../health/rules/drive-state.ts";
import { StateChanges } from "../../health/rules/stored-state.ts";
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
  const changes = new StateChanges();
  for (const event of events) {
    const found = { ...event.problem, reportedBy: "sample" } as const;
    changes.apply(drives.get(event.drive), (state) => withProblem(state, found, momentOf(scope, event)));
  }
  await changes.save(scope);
}
