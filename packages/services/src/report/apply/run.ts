import { lastWordOfRun } from "@crosspoint/db/queries/last-word-of-run";
import { noResultReason } from "@crosspoint/db/queries/start-point";
import { startRun } from "@crosspoint/db/queries/start-run";
import type { AgentEventOf } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";

/** A run began; its points may be heard of before. */
export async function applyRunStarted(scope: IngestScope, event: AgentEventOf<"runStarted">): Promise<void> {
  await startRun(scope.tx, event.runId, new Date(event.timeMs));
  scope.changes.run(event.runId);
}

/**
 * A run ended, in the agent's words; the first such word stands. Points without a result say so, and a result that
 * arrives later takes its place.
 */
export async function applyRunFinished(scope: IngestScope, event: AgentEventOf<"runFinished">): Promise<void> {
  const { tx } = scope;
  const { runId, outcome, reason } = event;
  const { count } = await tx.benchmarkRun.updateMany({
    where: { id: runId, state: { in: ["requested", "running", "declined"] } },
    data: { state: outcome, reason: reason ?? null, finishedAt: await endOf(scope, event) },
  });
  if (count === 0) return;
  // `finishedAt` stays empty: it marks a result that arrived.
  await tx.benchmarkPoint.updateMany({
    where: { runId, finishedAt: null, state: "running" },
    data: { state: "interrupted", reason: noResultReason },
  });
  scope.changes.run(runId);
}

/** An interrupted run ended when it was last heard of: its agent finds that out only when it is up again. */
async function endOf({ tx }: IngestScope, { runId, outcome, timeMs }: AgentEventOf<"runFinished">): Promise<Date> {
  const lastWord = outcome === "interrupted" ? await lastWordOfRun(tx, runId) : undefined;
  return lastWord ?? new Date(timeMs);
}

/** A run that was cut off goes on until its last second, also where that arrives behind the word of its end. */
export async function endAtLastSecond({ tx, changes }: IngestScope, runIds: ReadonlySet<string>): Promise<void> {
  const cutOff = await tx.benchmarkRun.findMany({
    where: { id: { in: [...runIds] }, state: "interrupted" },
    select: { id: true },
  });
  for (const { id } of cutOff) {
    const finishedAt = await lastWordOfRun(tx, id);
    if (finishedAt === undefined) continue;
    await tx.benchmarkRun.update({ where: { id }, data: { finishedAt } });
    changes.run(id);
  }
}
