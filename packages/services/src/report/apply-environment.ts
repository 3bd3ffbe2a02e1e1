import type { AgentEventOf } from "@crosspoint/protocol";
import type { IngestScope } from "./scope.ts";

/** Keeps what the host says of itself; an older word, delivered late, does not undo a newer. */
export async function applyEnvironment(scope: IngestScope, event: AgentEventOf<"environment">): Promise<void> {
  const at = new Date(event.timeMs);
  const { count } = await scope.tx.host.updateMany({
    where: { id: scope.hostId, OR: [{ environmentAt: null }, { environmentAt: { lte: at } }] },
    data: { hostname: event.hostname, agentVersion: event.agentVersion, environment: event, environmentAt: at },
  });
  if (count > 0) scope.changes.host(scope.hostId);
}
