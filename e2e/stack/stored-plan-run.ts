import { findPlan } from "@crosspoint/catalog";
import type { Database } from "@crosspoint/db";
import {
  expandPlan,
  type OfferedValues,
  type PlannedPoint,
  type PlanStep,
  type Raised,
  workloadKey,
  workloadOf,
} from "@crosspoint/domain";
import { targetColumns } from "./stored-target.ts";

/** What one direction of a point came to; percentiles are multiples of the mean. */
export interface StoredFigures {
  readonly direction: "read" | "write";
  readonly iops: number;
  readonly meanNs: number;
}

export interface StoredResult {
  readonly figures?: readonly StoredFigures[];
  readonly state?: "complete" | "failed" | "skipped";
  readonly reason?: string;
  readonly seconds?: number;
  readonly slices?: readonly object[];
  /** CPU time of an operation, in nanoseconds. */
  readonly cpu?: { readonly user: number; readonly kernel: number };
  readonly environment?: object;
}

export interface StoredPlanRun {
  readonly driveId: string;
  readonly hostId: string;
  readonly planId: string;
  readonly offered?: OfferedValues;
  /** What a point came to; undefined: it was never begun. */
  readonly measure: (point: PlannedPoint) => StoredResult | undefined;
  /** Points that a search really tried, in place of those that its plan lists. */
  readonly tried?: readonly Raised[];
  readonly findings?: readonly { readonly stepPath: readonly number[]; readonly found: object }[];
  readonly requestedAt?: Date;
  readonly planHash?: string;
}

const beganAt = new Date("2026-11-20T10:00:00Z");

/** A run of a built-in plan as its events leave it in the database, for what pages show of it; nothing was measured. */
export async function storePlanRun(db: Database, run: StoredPlanRun): Promise<string> {
  const document = findPlan(run.planId)?.document;
  if (document === undefined) throw new Error(`There is no plan ${run.planId}.`);
  const points = pointsOf(document.steps, run);
  const requestedAt = run.requestedAt ?? beganAt;
  const { id } = await db.benchmarkRun.create({
    data: {
      ...(await targetColumns(db, run)),
      planId: document.id,
      planName: document.name,
      plan: document as object,
      planHash: run.planHash ?? "0".repeat(64),
      pointsPlanned: points.length,
      pointsFinished: points.length,
      state: "complete",
      requestedAt,
      startedAt: requestedAt,
      finishedAt: new Date(requestedAt.getTime() + 3_600_000),
    },
  });
  await db.benchmarkPoint.createMany({
    data: points.map(({ point, result }) => pointRow(id, point, result, requestedAt)),
  });
  await db.pointDirection.createMany({ data: points.flatMap(({ point, result }) => directionRows(id, point, result)) });
  await db.runFinding.createMany({
    data: (run.findings ?? []).map(({ stepPath, found }, number) => ({
      runId: id,
      number,
      stepPath: [...stepPath],
      found,
    })),
  });
  return id;
}

interface Measured {
  readonly point: PlannedPoint;
  readonly result: StoredResult;
}

function pointsOf(steps: readonly PlanStep[], { offered, measure, tried }: StoredPlanRun): Measured[] {
  const expansion = expandPlan(steps, 10_000, offered);
  if (expansion.kind !== "points") throw new Error("The plan has too many points.");
  const points = tried === undefined ? expansion.points : raisedPoints(expansion.points, tried);
  return points.flatMap((point) => {
    const result = measure(point);
    return result === undefined ? [] : [{ point, result }];
  });
}

/** The points of the search's first trial, at every value that was tried. */
function raisedPoints(points: readonly PlannedPoint[], tried: readonly Raised[]): PlannedPoint[] {
  const before = points.filter(({ raised }) => raised === undefined);
  const first = points.filter(({ raised }) => raised?.value === 1 && raised.confirms !== true);
  const trials = tried.flatMap((raised) =>
    first.map((point): PlannedPoint => {
      const { load } = point.spec;
      const raisedLoad = load.kind === "open" ? { ...load, ratePerSecond: load.ratePerSecond * raised.value } : load;
      return { ...point, raised, spec: { ...point.spec, load: raisedLoad } };
    }),
  );
  return [...before, ...trials].map((point, sequence) => ({ ...point, sequence }));
}

const usual = {
  toolVersion: "uring-bench 0.1.0",
  kernel: "6.12.9",
  cpuModel: "Intel Xeon Gold 6154",
  cpuCount: 36,
  firmware: "8DV10171",
  pcieLink: "8.0 GT/s PCIe x4",
  logicalBlockBytes: 512,
  writeCache: "write through",
  engineFlags: ["io_uring"],
  inUse: [],
};

function pointRow(
  runId: string,
  { sequence, stepPath, round, raised, spec }: PlannedPoint,
  result: StoredResult,
  at: Date,
) {
  const { figures = [], state = "complete", reason, seconds = 60, slices = [], cpu, environment } = result;
  const operations = figures.reduce((sum, { iops }) => sum + iops * seconds, 0);
  return {
    runId,
    sequence,
    stepPath: [...stepPath],
    round: round ?? null,
    ...(raised === undefined ? {} : { raised: raised as object }),
    spec: spec as object,
    purpose: spec.purpose ?? "measure",
    workloadKey: workloadKey(workloadOf(spec)),
    state,
    reason: reason ?? null,
    startedAt: at,
    finishedAt: at,
    elapsedNs: BigInt(seconds * 1e9),
    environment: { ...usual, ...environment },
    slices: [...slices],
    ...(cpu === undefined
      ? {}
      : {
          cpuUserNs: BigInt(Math.round(cpu.user * operations)),
          cpuSystemNs: BigInt(Math.round(cpu.kernel * operations)),
        }),
  };
}

function directionRows(runId: string, { sequence, spec }: PlannedPoint, { figures = [], seconds = 60 }: StoredResult) {
  return figures.map(({ direction, iops, meanNs }) => {
    const operations = Math.round(iops * seconds);
    const blockBytes = spec.blockBytes ?? 4096;
    const at = (factor: number, of: number) => (operations >= of ? BigInt(Math.round(meanNs * factor)) : null);
    return {
      runId,
      pointSequence: sequence,
      direction,
      operations: BigInt(operations),
      bytes: String(operations * blockBytes),
      iops,
      bytesPerSecond: iops * blockBytes,
      latencyNsMin: BigInt(Math.round(meanNs / 2)),
      latencyNsMean: meanNs,
      latencyNsStddev: meanNs / 4,
      latencyNsMax: BigInt(Math.round(meanNs * 40)),
      latencyNsP50: at(0.95, 2),
      latencyNsP90: at(1.2, 10),
      latencyNsP99: at(2, 100),
      latencyNsP999: at(5, 1000),
      latencyNsP9999: at(12, 10_000),
      latencyNsP99999: at(30, 100_000),
      histogram: null,
    };
  });
}

/** The seconds of one point, by the rate of each; the latency is what a closed loop of the depth comes to. */
export async function storeSeconds(
  db: Database,
  { runId, sequence, depth }: { readonly runId: string; readonly sequence: number; readonly depth: number },
  rates: readonly (number | null)[],
): Promise<void> {
  await db.pointSecond.createMany({
    data: rates.flatMap((iops, second) => {
      if (iops === null) return [];
      const latency = BigInt(Math.round((depth * 1e9) / Math.max(iops, 1)));
      return [
        {
          ...{ runId, pointSequence: sequence, ramp: false, second, direction: "write" as const },
          time: new Date(beganAt.getTime() + second * 1000),
          elapsedNs: 1_000_000_000n,
          operations: BigInt(Math.round(iops)),
          bytes: BigInt(Math.round(iops)) * 4096n,
          ...{ latencyNsMean: latency, latencyNsP50: latency, latencyNsP99: 2n * latency, latencyNsMax: 6n * latency },
          histogram: new Uint8Array(),
        },
      ];
    }),
  });
}
