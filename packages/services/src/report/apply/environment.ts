import type { AgentEventOf } from "@crosspoint/protocol";
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
  if (count > 0) scope.changes.host(scope.hostId);
}
