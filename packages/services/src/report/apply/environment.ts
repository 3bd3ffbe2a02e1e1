import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { type AgentEventOf, protocolLimits } from "@crosspoint/protocol";
import { momentOf, notNewer } from "../../telemetry/rules/moment.ts";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** Keeps what the host says of itself; an older word, delivered late, does not undo a newer. */
export async function applyEnvironment(scope: IngestScope, event: AgentEventOf<"environment">): Promise<void> {
  const moment = momentOf(scope, event);
  const { count } = await scope.tx.host.updateMany({
    where: { id: scope.hostId, ...notNewer("environment", moment) },
    data: {
      hostname: event.hostname,
      agentVersion: event.agentVersion,
      environment: event,
      environmentAt: moment.time,
      environmentSequence: event.sequence ?? null,
    },
  });
  if (count === 0) return;
  scope.changes.host(scope.hostId);
  await renameInLists(scope, event.hostname);
}

/** Lists and the search know the host's drives by its new name. */
async function renameInLists({ tx, hostId }: IngestScope, hostname: string): Promise<void> {
  const drives = await tx.driveState.findMany({
    where: { hostId, hostname: { not: hostname } },
    select: { driveId: true },
    take: protocolLimits.drivesPerHost,
  });
  if (drives.length === 0) return;
  await refreshDriveLists(
    tx,
    drives.map(({ driveId }) => driveId),
  );
}
