import type { Transaction } from "@crosspoint/db";
import { noResultReason } from "@crosspoint/db/queries/start-point";
import { startRun } from "@crosspoint/db/queries/start-run";
import { databaseKey } from "@crosspoint/domain";
import type { AgentEventOf, DatabaseResult } from "@crosspoint/protocol";
import { z } from "zod";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { percentilesOf, wide } from "./figures.ts";

type DatabaseEvent = AgentEventOf<"databasePointStarted" | "databasePointFinished">;

/** Transactions of a point began, in this environment. */
export async function applyDatabasePointStarted(
  scope: IngestScope,
  event: AgentEventOf<"databasePointStarted">,
): Promise<void> {
  const { tx, changes } = scope;
  const startedAt = new Date(event.timeMs);
  await startRun(tx, event.runId, startedAt);
  const before = await currentAttempt(tx, event);
  if (before === "later") return;
  const said = { startedAt, environment: event.environment, warnings: together(before?.warnings, event.warnings) };
  if (before !== undefined) {
    await tx.databasePoint.update({ where: placeOf(event), data: said });
  } else {
    const run = await tx.benchmarkRun.findUniqueOrThrow({ where: { id: event.runId }, select: { state: true } });
    const isOver = ["complete", "cancelled", "failed", "interrupted"].includes(run.state);
    const state = isOver
      ? ({ state: "interrupted", reason: noResultReason } as const)
      : ({ state: "running" } as const);
    await tx.databasePoint.create({ data: { ...identityOf(event), ...said, ...state } });
  }
  changes.run(event.runId);
}

/** The result of a point. The first of its latest attempt stands. */
export async function applyDatabasePointFinished(
  scope: IngestScope,
  event: AgentEventOf<"databasePointFinished">,
): Promise<void> {
  const { tx, changes } = scope;
  const before = await currentAttempt(tx, event);
  if (before === "later" || (before?.finishedAt ?? null) !== null) return;
  const data = {
    ...identityOf(event),
    state: event.outcome,
    reason: event.reason ?? null,
    finishedAt: new Date(event.timeMs),
    elapsedNs: BigInt(event.elapsedNs),
    warnings: together(before?.warnings, event.warnings),
    ...(event.result && figuresOf(event.result)),
  };
  await tx.databasePoint.upsert({ where: placeOf(event), create: data, update: data });
  if (event.outcome === "complete" || event.outcome === "skipped") await countFinished(tx, event.runId, 1);
  changes.run(event.runId);
}

function placeOf({ runId, pointSequence }: DatabaseEvent) {
  return { runId_sequence: { runId, sequence: pointSequence } };
}

function identityOf({ runId, pointSequence, stepPath, attempt = 0, database }: DatabaseEvent) {
  return { runId, sequence: pointSequence, stepPath, attempt, spec: database, key: databaseKey(database) };
}

/**
 * What was heard of this attempt before; "later" if the point was measured once more since. What was said of an earlier
 * attempt is void, its result included.
 */
async function currentAttempt(tx: Transaction, event: DatabaseEvent) {
  const { attempt = 0, runId } = event;
  const row = await tx.databasePoint.findUnique({
    where: placeOf(event),
    select: { attempt: true, state: true, warnings: true, finishedAt: true },
  });
  if (row === null || row.attempt === attempt) return row ?? undefined;
  if (row.attempt > attempt) return "later";
  await tx.databasePoint.delete({ where: placeOf(event) });
  const wasCounted = row.finishedAt !== null && (row.state === "complete" || row.state === "skipped");
  if (wasCounted) await countFinished(tx, runId, -1);
  return undefined;
}

async function countFinished(tx: Transaction, id: string, more: number): Promise<void> {
  await tx.benchmarkRun.update({ where: { id }, data: { pointsFinished: { increment: more } } });
}

/** The warnings of the start and of the end, each once. */
function together(before: unknown, now: readonly string[]): string[] {
  return [...new Set([...z.array(z.string()).parse(before ?? []), ...now])];
}

function figuresOf(result: DatabaseResult) {
  return {
    transactions: BigInt(result.transactions),
    failed: BigInt(result.failed),
    transactionsPerSecond: result.transactionsPerSecond,
    latencyNsMin: wide(result.latencyNsMin),
    latencyNsMean: result.latencyNsMean ?? null,
    latencyNsStddev: result.latencyNsStddev ?? null,
    latencyNsMax: wide(result.latencyNsMax),
    ...percentilesOf(result.histogram),
    histogram: Buffer.from(result.histogram, "base64"),
    intervalSeconds: result.intervalSeconds,
    timeline: result.timeline.map(BigInt),
  };
}
