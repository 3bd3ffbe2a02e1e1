import { ensurePoints } from "@crosspoint/db/queries/ensure-points";
import { startRun } from "@crosspoint/db/queries/start-run";
import type { AgentEventOf } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { settleMissingPoints } from "./settle-missing-points.ts";

/** A run began; its points may be heard of before. */
export async function applyRunStarted(scope: IngestScope, event: AgentEventOf<"runStarted">): Promise<void> {
  await ensurePoints(scope.tx, [event.runId]);
  await startRun(scope.tx, event.runId, new Date(event.timeMs));
  scope.changes.run(event.runId);
}

/**
 * A run ended, in the agent's words; the first such word stands. Points without a result say so, and a result that
 * arrives later takes its place.
 */
export async function applyRunFinished(scope: IngestScope, event: AgentEventOf<"runFinished">): Promise<void> {
  const { runId, outcome, reason } = event;
  await ensurePoints(scope.tx, [runId]);
  const { count } = await scope.tx.benchmarkRun.updateMany({
    where: { id: runId, state: { in: ["requested", "running", "declined"] } },
    data: { state: outcome, reason: reason ?? null, finishedAt: new Date(event.timeMs) },
  });
  if (count === 0) return;
  await endPointsWithoutResult(scope, event);
  await settleMissingPoints(scope.tx, runId);
  scope.changes.run(runId);
}

/** `finishedAt` stays empty: it marks a result that arrived. */
async function endPointsWithoutResult(scope: IngestScope, { runId, outcome }: AgentEventOf<"runFinished">) {
  const { tx } = scope;
  await tx.benchmarkPoint.updateMany({
    where: { runId, finishedAt: null, state: "running" },
    data: { state: "interrupted", reason: "The run ended, and no result of this point has arrived." },
  });
  const reason =
    outcome === "complete"
      ? "The run ended, and no result of this point has arrived."
      : "The run ended before this point.";
  await tx.benchmarkPoint.updateMany({ where: { runId, finishedAt: null, state: "pending" }, data: { reason } });
}
