import { claimEvents } from "@crosspoint/db/queries/claim-events";
import { writeEventsTaken } from "@crosspoint/db/queries/write-events-taken";
import type { AgentEvent } from "@crosspoint/protocol";
import type { IngestScope } from "../telemetry/rules/scope.ts";
import type { TakenCounts } from "../telemetry/rules/taken-counts.ts";

/** What a drive or a host says of itself again and again; all else is said once. */
export const telemetryKinds: ReadonlySet<string> = new Set([
  "inventory",
  "environment",
  "smart",
  "driveProblem",
  "driveDetails",
  "driveLogs",
]);

/**
 * Marks a host's events as taken and returns those that were not taken before, each once though a report may hold it
 * twice: telemetry by its host's count, commands and runs by their ids. In the transaction that applies them, so that
 * neither stands without the other.
 */
export async function takeNew(
  { tx, hostId, now }: IngestScope,
  taken: TakenCounts,
  events: readonly AgentEvent[],
): Promise<AgentEvent[]> {
  const ids = events.filter((event) => !isCounted(event)).map(({ id }) => id);
  const left = ids.length > 0 ? await claimEvents(tx, hostId, ids, now) : new Set<string>();
  const fresh = events.filter((event) => {
    // The count of an event that is kept by its id is taken too, so that those beside it have no gap between them.
    const isNewByCount = event.sequence === undefined || taken.take(event.sequence);
    return isCounted(event) ? isNewByCount : left.delete(event.id.toLowerCase());
  });
  if (taken.changed) await writeEventsTaken(tx, [{ hostId, pairs: taken.pairs() }]);
  return fresh;
}

/** Whether its host's count alone tells it from all others. */
export function isCounted(event: AgentEvent): event is AgentEvent & { readonly sequence: number } {
  return event.sequence !== undefined && telemetryKinds.has(event.kind);
}
