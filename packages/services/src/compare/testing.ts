import { createHash, randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { expandPlan, type PlanStep, type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";
import { millionLatencies, now } from "../testing/fleet.ts";

const sweep: PlanStep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };

/** 4 KiB random reads at QD1 for a minute, as the engine is asked for them. */
export const readSpec = onlySpec(sweep);

function onlySpec(step: PlanStep): PointSpec {
  const expansion = expandPlan([step], 1);
  if (expansion.kind !== "points" || expansion.points[0] === undefined) throw new Error("The step is not one point.");
  return expansion.points[0].spec;
}

export interface TestPoint {
  readonly spec?: Partial<PointSpec>;
  readonly stepPath?: number[];
  readonly round?: number;
  readonly state?: "complete" | "failed" | "skipped";
  readonly reason?: string;
  readonly iops?: number;
  readonly operations?: bigint;
  readonly histogram?: Uint8Array<ArrayBuffer>;
  /** The column, whatever the histogram says. */
  readonly latencyNsP50?: bigint;
  readonly warnings?: string[];
  /** Operations of each measured second. */
  readonly seconds?: readonly number[];
  readonly kernel?: string;
  readonly inUse?: string[];
}

export interface TestRun {
  readonly drive?: { readonly id: string; readonly model: string; readonly serial: string };
  readonly hostname?: string;
  readonly plan?: { readonly id: string; readonly name?: string; readonly steps?: object[] };
  readonly tags?: string[];
  readonly state?: "complete" | "cancelled";
  readonly at?: Date;
  readonly points: readonly TestPoint[];
}

/** A run as reports leave it. Points of one plan share its hash. */
export async function addRun(db: Database, run: TestRun): Promise<string> {
  const { drive, hostname = "stor-1", plan = { id: "quick-check" }, state = "complete", at = now, points } = run;
  const runId = randomUUID();
  await db.benchmarkRun.create({
    data: {
      id: runId,
      hostname,
      driveId: drive?.id ?? null,
      model: drive?.model ?? null,
      serial: drive?.serial ?? null,
      targetLabel: drive === undefined ? "/srv/scratch" : `${drive.model} ${drive.serial}`,
      planId: plan.id,
      planName: plan.name ?? plan.id,
      plan: { id: plan.id, name: plan.name ?? plan.id, readsOnly: true, steps: plan.steps ?? [sweep] },
      planHash: createHash("sha256").update(JSON.stringify(plan)).digest("hex"),
      pointsPlanned: points.length,
      state,
      requestedBy: "operator@example.net",
      requestedAt: at,
      tags: run.tags ?? [],
    },
  });
  const rows = points.map((point, sequence) => rowsOf(runId, sequence, point));
  await db.benchmarkPoint.createMany({ data: rows.map((each) => each.point) });
  await db.pointDirection.createMany({ data: rows.flatMap((each) => each.directions) });
  await db.pointSecond.createMany({ data: rows.flatMap((each) => each.seconds) });
  return runId;
}

function rowsOf(runId: string, sequence: number, given: TestPoint) {
  const { state = "complete", reason, warnings = [], stepPath = [0], round, kernel = "6.12.9", inUse = [] } = given;
  const spec = { ...readSpec, ...given.spec };
  const { readPercent } = spec;
  const directions = [...(readPercent > 0 ? ["read" as const] : []), ...(readPercent < 100 ? ["write" as const] : [])];
  const point = {
    runId,
    sequence,
    stepPath,
    round: round ?? null,
    spec: spec as object,
    workloadKey: workloadKey(workloadOf(spec)),
    state,
    reason: reason ?? null,
    elapsedNs: 60_000_000_000n,
    cpuUserNs: 10_000_000_000n,
    cpuSystemNs: 20_000_000_000n,
    environment: { toolVersion: "uring-bench 0.1.0", kernel, engineFlags: ["io_uring"], inUse },
    warnings,
  };
  const measured = state === "complete" ? directions : [];
  return {
    point,
    directions: measured.map((direction) => ({ runId, pointSequence: sequence, ...directionOf(direction, given) })),
    seconds: secondsOf(runId, sequence, directions[0] ?? "read", given.seconds ?? []),
  };
}

function directionOf(
  direction: "read" | "write",
  { iops = 20_000, operations = 1_000_000n, histogram, latencyNsP50 = 9_015n }: TestPoint,
) {
  return {
    direction,
    operations,
    bytes: operations.toString(),
    iops,
    bytesPerSecond: iops * 4096,
    latencyNsMean: 1e9 / iops,
    latencyNsMax: 8_085_503n,
    latencyNsP50,
    latencyNsP99: 9_999n,
    latencyNsP99999: 8_085_503n,
    histogram: histogram ?? new Uint8Array(Buffer.from(millionLatencies, "base64")),
  };
}

function secondsOf(runId: string, pointSequence: number, direction: "read" | "write", seconds: readonly number[]) {
  return seconds.map((operations, second) => ({
    runId,
    pointSequence,
    ramp: false,
    second,
    direction,
    time: now,
    elapsedNs: 1_000_000_000n,
    operations: BigInt(Math.round(operations)),
    bytes: BigInt(Math.round(operations) * 4096),
    latencyNsMean: BigInt(Math.round(1e9 / Math.max(operations, 1))),
    histogram: new Uint8Array(),
  }));
}
