import { ensurePoints } from "@crosspoint/db/queries/ensure-points";
import { insertPointSeconds, type PointSecondRow } from "@crosspoint/db/queries/insert-point-seconds";
import { startPoint } from "@crosspoint/db/queries/start-point";
import { startRun } from "@crosspoint/db/queries/start-run";
import type { AgentEventOf, PointDirection } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { settleMissingPoints } from "./settle-missing-points.ts";

/** A point began, in this environment. It says that its run began too, should that word still be on its way. */
export async function applyPointStarted(scope: IngestScope, event: AgentEventOf<"pointStarted">): Promise<void> {
  const at = new Date(event.timeMs);
  await ensurePoints(scope.tx, [event.runId]);
  await startRun(scope.tx, event.runId, at);
  await startPoint(scope.tx, {
    runId: event.runId,
    index: event.pointIndex,
    startedAt: at,
    environment: JSON.stringify(event.environment),
    warnings: JSON.stringify(event.warnings),
  });
  scope.changes.run(event.runId);
}

/** Seconds of points, whenever they arrive: they are charts' data, change no result, and are announced to nobody. */
export async function applyPointSeconds(
  scope: IngestScope,
  events: readonly AgentEventOf<"pointSecond">[],
): Promise<void> {
  const rows = events.flatMap(secondRows);
  if (rows.length > 0) await insertPointSeconds(scope.tx, rows);
}

function secondRows(event: AgentEventOf<"pointSecond">): PointSecondRow[] {
  const { runId, pointIndex, second, elapsedNs } = event;
  const place = { runId, pointIndex, second, elapsedNs, ramp: event.phase === "ramp", time: new Date(event.timeMs) };
  return (["read", "write"] as const).flatMap((direction) => {
    const measured = event[direction];
    if (measured === undefined) return [];
    const { latencyNsMean, latencyNsP50, latencyNsP99, latencyNsMax, operations, bytes, histogram } = measured;
    return [
      { ...place, direction, operations, bytes, latencyNsMean, latencyNsP50, latencyNsP99, latencyNsMax, histogram },
    ];
  });
}

/** The result of a point. The first stands: `finishedAt` marks it, and a second is left out whole. */
export async function applyPointFinished(scope: IngestScope, event: AgentEventOf<"pointFinished">): Promise<void> {
  const { tx } = scope;
  const { runId, pointIndex } = event;
  await ensurePoints(tx, [runId]);
  const { count } = await tx.benchmarkPoint.updateMany({
    where: { runId, index: pointIndex, finishedAt: null },
    data: resultOf(event),
  });
  if (count === 0) return;
  await addWarnings(scope, event);
  const directions = (["read", "write"] as const).flatMap((direction) => {
    const measured = event[direction];
    return measured === undefined ? [] : [{ runId, pointIndex, direction, ...figuresOf(measured) }];
  });
  await tx.pointDirection.createMany({ data: directions });
  await settleMissingPoints(tx, runId);
  scope.changes.run(runId);
}

function resultOf(event: AgentEventOf<"pointFinished">) {
  return {
    state: event.outcome,
    reason: event.reason ?? null,
    finishedAt: new Date(event.timeMs),
    elapsedNs: BigInt(event.elapsedNs),
    cpuUserNs: wide(event.cpuUserNs),
    cpuSystemNs: wide(event.cpuSystemNs),
    voluntaryContextSwitches: wide(event.voluntaryContextSwitches),
    involuntaryContextSwitches: wide(event.involuntaryContextSwitches),
    errors: event.errors,
    ...(event.littlesLaw === undefined ? {} : { littlesLaw: event.littlesLaw }),
  };
}

/** Warnings of the start and of the end stand together, each once, whichever arrived first. */
async function addWarnings({ tx }: IngestScope, event: AgentEventOf<"pointFinished">): Promise<void> {
  if (event.warnings.length === 0) return;
  const where = { runId_index: { runId: event.runId, index: event.pointIndex } };
  const { warnings } = await tx.benchmarkPoint.findUniqueOrThrow({ where, select: { warnings: true } });
  const all = new Set([...(warnings as string[]), ...event.warnings]);
  await tx.benchmarkPoint.update({ where, data: { warnings: [...all] } });
}

function figuresOf(measured: PointDirection) {
  return {
    operations: BigInt(measured.operations),
    bytes: measured.bytes,
    iops: measured.iops,
    bytesPerSecond: measured.bytesPerSecond,
    latencyNsMin: wide(measured.latencyNsMin),
    latencyNsMean: measured.latencyNsMean ?? null,
    latencyNsStddev: measured.latencyNsStddev ?? null,
    latencyNsMax: wide(measured.latencyNsMax),
    histogram: measured.histogram,
  };
}

function wide(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}
