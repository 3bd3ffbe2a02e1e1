import { findPlan } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import {
  expandPlan,
  type PlannedPoint,
  type PlanStep,
  type PointSpec,
  workloadKey,
  workloadOf,
} from "@crosspoint/domain";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { targetColumns } from "./stored-target.ts";

interface StoredDirection {
  readonly direction: "read" | "write";
  readonly iops: number;
  /** Of every operation, but one in a thousand that takes ten times as long. */
  readonly latencyNs: number;
}

export interface StoredPoint {
  /** What differs from the point of the plan in its place, or from the first of the quick check. */
  readonly spec?: Partial<PointSpec>;
  readonly state?: "complete" | "interrupted" | "failed" | "skipped";
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly measured: readonly StoredDirection[];
  /** No result came, only this many seconds. */
  readonly streamedSeconds?: number;
}

export interface StoredRun {
  readonly driveId: string;
  readonly hostId: string;
  readonly state: "running" | "complete" | "cancelled" | "failed" | "interrupted";
  readonly reason?: string;
  readonly requestedAt?: Date;
  /** Another plan than the quick check; runs of one name have one hash. */
  readonly plan?: { readonly name: string; readonly steps: readonly PlanStep[] };
  readonly points: readonly StoredPoint[];
}

const secondMs = 1000;

/** A run as its events leave it in the database, for what pages show of it; nothing was measured. */
export async function storeRun(db: Database, run: StoredRun): Promise<string> {
  const { document, points: planned } = planOf(run.plan);
  const startedAt = run.requestedAt ?? new Date();
  const { id } = await db.benchmarkRun.create({
    data: {
      ...(await targetColumns(db, run)),
      planId: document.id,
      planName: document.name,
      plan: document as object,
      planHash: hashOf(run),
      pointsPlanned: run.plan === undefined ? run.points.length : planned.length,
      pointsFinished: run.points.filter(({ state = "complete" }) => state === "complete").length,
      state: run.state,
      reason: run.reason ?? null,
      requestedAt: startedAt,
      startedAt,
      finishedAt: run.state === "running" ? null : new Date(startedAt.getTime() + 65 * secondMs),
    },
  });
  await storePoints(db, { id, startedAt }, run.points, run.plan);
  return id;
}

interface RunWithPoints {
  readonly id: string;
  readonly startedAt: Date;
}

/** No plan's own, but that of all runs stored under its name. */
function hashOf({ plan }: StoredRun): string {
  return Buffer.from(plan?.name ?? "")
    .toString("hex")
    .slice(0, 64)
    .padEnd(64, "0");
}

/** Each at the place of the plan that it has; of the quick check all at the first. */
async function storePoints(
  db: Database,
  run: RunWithPoints,
  points: readonly StoredPoint[],
  plan?: StoredRun["plan"],
): Promise<void> {
  const planned = planOf(plan).points;
  for (const [sequence, point] of points.entries()) {
    const place = planned[plan === undefined ? 0 : sequence];
    if (place === undefined) throw new Error(`The plan has no point ${sequence}.`);
    const { stepPath, round, spec } = place;
    await storePoint(db, run, { sequence, stepPath, round }, { ...point, spec: { ...spec, ...point.spec } });
  }
}

function planOf(plan: StoredRun["plan"]): { document: { id: string; name: string }; points: readonly PlannedPoint[] } {
  if (plan === undefined) {
    const quickCheck = findPlan("quick-check");
    if (quickCheck === undefined) throw new Error("The catalog has no quick check.");
    return quickCheck;
  }
  const expansion = expandPlan(plan.steps, 1000);
  if (expansion.kind !== "points") throw new Error("The plan has too many points.");
  const readsOnly = expansion.points.every(({ spec }) => spec.readPercent === 100);
  const document = { id: "custom", description: "", readsOnly, ...plan };
  return { document, points: expansion.points };
}

/** What a run that was launched came to. */
export async function storeResult(db: Database, runId: string, points: readonly StoredPoint[]): Promise<void> {
  const startedAt = new Date();
  await storePoints(db, { id: runId, startedAt }, points);
  const finishedAt = new Date(startedAt.getTime() + 65 * secondMs);
  await db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete", startedAt, finishedAt } });
}

const pointSeconds = 60;

async function storePoint(
  db: Database,
  run: RunWithPoints,
  { sequence, stepPath, round }: Pick<PlannedPoint, "sequence" | "stepPath" | "round">,
  {
    spec,
    state = "complete",
    reason,
    warnings = [],
    measured,
    streamedSeconds,
  }: StoredPoint & { readonly spec: PointSpec },
): Promise<void> {
  const hasResult = streamedSeconds === undefined;
  await db.benchmarkPoint.create({
    data: {
      runId: run.id,
      sequence,
      stepPath: [...stepPath],
      round: round ?? null,
      spec: spec as object,
      purpose: spec.purpose ?? "measure",
      workloadKey: workloadKey(workloadOf(spec)),
      state,
      reason: reason ?? null,
      warnings: [...warnings],
      startedAt: run.startedAt,
      finishedAt: hasResult ? new Date(run.startedAt.getTime() + pointSeconds * secondMs) : null,
      elapsedNs: hasResult ? BigInt(pointSeconds * 1e9) : null,
      environment: { toolVersion: "uring-bench 0.1.0", kernel: "6.12.9", engineFlags: ["io_uring"], inUse: [] },
      ...(hasResult ? { directions: { create: measured.map((each) => resultOf(each, spec)) } } : {}),
    },
  });
  const place = { runId: run.id, pointSequence: sequence, ramp: false };
  await db.pointSecond.createMany({
    data: Array.from({ length: streamedSeconds ?? pointSeconds }, (_, second) =>
      measured.map((each) => ({
        ...place,
        second,
        time: new Date(run.startedAt.getTime() + second * secondMs),
        ...secondOf(each, spec),
      })),
    ).flat(),
  });
}

function resultOf({ direction, iops, latencyNs }: StoredDirection, spec: PointSpec) {
  const operations = iops * pointSeconds;
  const at = (of: number) => (operations >= of ? BigInt(latencyNs) : null);
  return {
    direction,
    operations: BigInt(operations),
    bytes: String(operations * (spec.blockBytes ?? 4096)),
    iops,
    bytesPerSecond: iops * (spec.blockBytes ?? 4096),
    latencyNsMin: BigInt(latencyNs),
    latencyNsMean: latencyNs * 1.009,
    latencyNsStddev: latencyNs / 4,
    latencyNsMax: BigInt(latencyNs * 10),
    latencyNsP50: at(2),
    latencyNsP90: at(10),
    latencyNsP99: at(100),
    latencyNsP999: at(1000),
    latencyNsP9999: operations >= 10_000 ? BigInt(latencyNs * 10) : null,
    latencyNsP99999: operations >= 100_000 ? BigInt(latencyNs * 10) : null,
    histogram: histogramOf(operations, latencyNs),
  };
}

function secondOf({ direction, iops, latencyNs }: StoredDirection, spec: PointSpec) {
  const latency = BigInt(latencyNs);
  return {
    direction,
    elapsedNs: 1_000_000_000n,
    operations: BigInt(iops),
    bytes: BigInt(iops * (spec.blockBytes ?? 4096)),
    latencyNsMean: BigInt(Math.round(latencyNs * 1.009)),
    latencyNsP50: latency,
    latencyNsP99: latency,
    latencyNsMax: 10n * latency,
    histogram: histogramOf(iops, latencyNs),
  };
}

function histogramOf(operations: number, latencyNs: number): Uint8Array<ArrayBuffer> {
  const histogram = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3 });
  const slow = Math.floor(operations / 1000);
  histogram.recordValueWithCount(latencyNs, operations - slow);
  if (slow > 0) histogram.recordValueWithCount(10 * latencyNs, slow);
  return new Uint8Array(Buffer.from(encodeIntoCompressedBase64(histogram), "base64"));
}
