import type { Database } from "@crosspoint/db";
import type { AgentEvent, RefusedEvent } from "@crosspoint/protocol";
import { takeFreedDrives } from "../drive/placement/take-freed-drives.ts";
import { ingestScope } from "../health/ingest-scope.ts";
import { markSeen } from "../host/rules/mark-seen.ts";
import { TakenCounts } from "../telemetry/rules/taken-counts.ts";
import { inTransaction } from "../transaction.ts";
import { applyEvents } from "./apply/events.ts";
import { judgeReferences, lockOwnWork } from "./judge/references.ts";
import { takeNew } from "./take-new.ts";

/** A report whose events are good by their content. */
export interface JudgedReport {
  readonly hostId: string;
  /** The server's own time as it arrived. */
  readonly now: Date;
  readonly agentTimeMs: number;
  readonly events: readonly AgentEvent[];
}

/** Applies a report in a transaction of its own. Returns the events that refer to what is not the host's, by their id. */
export async function ingestAlone(
  db: Database,
  { hostId, now, agentTimeMs, events }: JudgedReport,
): Promise<ReadonlyMap<string, RefusedEvent>> {
  return inTransaction(db, async (tx) => {
    const host = await markSeen(tx, { hostId, now, agentTimeMs });
    const scope = ingestScope(tx, hostId, now);
    const work = await lockOwnWork(scope, events);
    await takeFreedDrives(scope);
    const foreign = await judgeReferences(scope, events, { ...work, hostIsSimulated: host.simulated });
    const own = events.filter((event) => !foreign.has(event.id));
    await applyEvents(scope, await takeNew(scope, TakenCounts.read(host.eventsTaken), own));
    await scope.changes.announce(tx);
    return foreign;
  });
}
