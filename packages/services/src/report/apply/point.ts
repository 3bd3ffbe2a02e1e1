import { finishPoint } from "@crosspoint/db/queries/finish-point";
import { insertPointSeconds, type PointSecondRow } from "@crosspoint/db/queries/insert-point-seconds";
import { type PointIdentity, startPoint } from "@crosspoint/db/queries/start-point";
import { startRun } from "@crosspoint/db/queries/start-run";
import { workloadKey, workloadOf } from "@crosspoint/domain";
import type { AgentEventOf, PointDirection, PointSpec } from "@crosspoint/protocol";
import type { IngestScope } from "../../telemetry/rules/scope.ts";
import { percentilesOf, wide } from "./figures.ts";
import { endAtLastSecond } from "./run.ts";

/** A point began, in this environment. It says that its run began too, should that word still be on its way. */
export async function applyPointStarted(scope: IngestScope, event: AgentEventOf<"pointStarted">): Promise<void> {
  const at = new Date(event.timeMs);
  await startRun(scope.tx, event.runId, at);
  await startPoint(scope.tx, {
    ...identityOf(event),
    startedAt: at,
    environment: JSON.stringify(event.environment),
    warnings: JSON.stringify(event.warnings),
  });
  scope.changes.run(event.runId);
}

function identityOf(event: AgentEventOf<"pointStarted" | "pointFinished">): PointIdentity {
  const { runId, pointSequence, stepPath, round, attempt = 0, raised } = event;
  const spec = judgedSpec(event);
  return {
    runId,
    sequence: pointSequence,
    stepPath,
    round,
    attempt,
    raised: raised && JSON.stringify(raised),
    spec: JSON.stringify(spec),
    purpose: spec.purpose ?? "measure",
    workloadKey: workloadKey(workloadOf(spec)),
  };
}

/**
 * A steady state is reached by a point that went on to its end and says so. As long as nothing was measured, it is what the
 * point is to wait for.
 */
function judgedSpec(event: AgentEventOf<"pointStarted" | "pointFinished">): PointSpec {
  const { spec } = event;
  if (spec.ending.kind !== "steadyState") return spec;
  const { reached, ...ending } = spec.ending;
  const isMeasured = event.kind === "pointFinished" && (event.read ?? event.write) !== undefined;
  if (!isMeasured) return { ...spec, ending };
  return { ...spec, ending: { ...ending, reached: event.outcome === "complete" && reached === true } };
}

/**
 * Seconds of points, whenever they arrive: they are charts' data, change no result, and are announced to nobody, unless
 * they tell when a run ended that was cut off.
 */
export async function applyPointSeconds(
  scope: IngestScope,
  events: readonly AgentEventOf<"pointSecond">[],
): Promise<void> {
  const rows = events.flatMap(secondRows);
  if (rows.length === 0) return;
  await insertPointSeconds(scope.tx, rows);
  await endAtLastSecond(scope, new Set(rows.map(({ runId }) => runId)));
}

function secondRows(event: AgentEventOf<"pointSecond">): PointSecondRow[] {
  const { runId, pointSequence, attempt = 0, second, elapsedNs } = event;
  const moment = { second, elapsedNs, ramp: event.phase === "ramp", time: new Date(event.timeMs) };
  const place = { runId, pointSequence, attempt, ...moment };
  return (["read", "write"] as const).flatMap((direction) => {
    const measured = event[direction];
    if (measured === undefined) return [];
    const { latencyNsMean, latencyNsP50, latencyNsP99, latencyNsMax, operations, bytes, histogram } = measured;
    return [
      { ...place, direction, operations, bytes, latencyNsMean, latencyNsP50, latencyNsP99, latencyNsMax, histogram },
    ];
  });
}

/** The result of a point. The first of its latest attempt stands: a second is left out whole. */
export async function applyPointFinished(scope: IngestScope, event: AgentEventOf<"pointFinished">): Promise<void> {
  const { tx } = scope;
  const isFirst = await finishPoint(tx, {
    ...identityOf(event),
    state: event.outcome,
    reason: event.reason,
    finishedAt: new Date(event.timeMs),
    elapsedNs: event.elapsedNs,
    ...cpuTimesOf(event),
    voluntaryContextSwitches: event.voluntaryContextSwitches,
    involuntaryContextSwitches: event.involuntaryContextSwitches,
    errors: JSON.stringify(event.errors),
    littlesLaw: event.littlesLaw && JSON.stringify(event.littlesLaw),
    slices: JSON.stringify(event.slices ?? []),
    verification: event.verification && JSON.stringify(event.verification),
    warnings: JSON.stringify(event.warnings),
  });
  if (!isFirst) return;
  const { runId, pointSequence } = event;
  const directions = (["read", "write"] as const).flatMap((direction) => {
    const measured = event[direction];
    return measured === undefined ? [] : [{ runId, pointSequence, direction, ...figuresOf(measured) }];
  });
  await tx.pointDirection.createMany({ data: directions });
  scope.changes.run(runId);
}

/**
 * Agents count the CPU time of the threads that measure. Where a thread of the kernel submits for them (SQPOLL), its time is
 * in no such count: what the kernel took is then not known, rather than little.
 */
function cpuTimesOf({ spec, cpuUserNs, cpuSystemNs }: AgentEventOf<"pointFinished">) {
  const isSubmittedForIt = spec.engine.split("+").includes("sqpoll");
  return { cpuUserNs, cpuSystemNs: isSubmittedForIt ? undefined : cpuSystemNs };
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
    ...percentilesOf(measured.histogram),
    histogram: Buffer.from(measured.histogram, "base64"),
  };
}
