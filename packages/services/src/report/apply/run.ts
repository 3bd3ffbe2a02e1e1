import { lastWordOfRun } from "@crosspoint/db/queries/last-word-of-run";
import { noResultReason } from "@crosspoint/db/queries/start-point";
import { startRun } from "@crosspoint/db/queries/start-run";
import type { AgentEventOf } from "@crosspoint/protocol";
import { z } from "zod";
import { openCommandStates, openRunStates } from "../../command/rules/open-work.ts";
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
    where: {
      id: runId,
      OR: [{ state: { in: ["requested", "running", "declined"] } }, { state: "interrupted", reason: lostRunReason }],
    },
    data: { state: outcome, reason: reason ?? null, finishedAt: await endOf(scope, event) },
  });
  if (count === 0) return;
  await endPoints(scope, runId);
}

/**
 * Its agent was asked to cancel a run and has none: its state directory was lost or replaced, or its end never arrived. Nothing
 * more will be heard of the run, and its drive and its host's queue would wait for ever. An end that arrives all the same
 * takes the place of this one.
 */
export async function giveUpRun(scope: IngestScope, commandId: string, at: Date): Promise<void> {
  const { tx, hostId } = scope;
  const cancel = await tx.command.findUnique({ where: { id: commandId }, select: { kind: true, payload: true } });
  const { data: asked } = cancelledRun.safeParse(cancel?.payload);
  if (cancel?.kind !== "cancelBenchmark" || asked === undefined) return;
  const run = await tx.benchmarkRun.findFirst({
    where: { id: asked.runId, hostId, state: { in: [...openRunStates] } },
    select: { id: true, commandId: true },
  });
  if (run === null) return;
  // The agent polls again and again: what it has not got by now it must not be offered any more.
  const start = { id: run.commandId ?? "", state: { in: [...openCommandStates] } };
  if (run.commandId !== null) {
    await tx.command.updateMany({ where: start, data: { state: "expired", reason: lostRunReason, finishedAt: at } });
  }
  await tx.benchmarkRun.update({
    where: { id: run.id },
    data: { state: "interrupted", reason: lostRunReason, finishedAt: (await lastWordOfRun(tx, run.id)) ?? at },
  });
  await endPoints(scope, run.id);
}

const cancelledRun = z.object({ runId: z.uuid(), pointSequence: z.undefined().optional() });

const lostRunReason =
  "The agent was asked to cancel the run and does not have it: its state directory was lost or replaced. What was measured is kept.";

async function endPoints({ tx, changes }: IngestScope, runId: string): Promise<void> {
  // `finishedAt` stays empty: it marks a result that arrived.
  const cutOff = {
    where: { runId, finishedAt: null, state: "running" },
    data: { state: "interrupted", reason: noResultReason },
  } as const;
  await tx.benchmarkPoint.updateMany(cutOff);
  await tx.databasePoint.updateMany(cutOff);
  changes.run(runId);
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
