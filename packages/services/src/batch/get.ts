import { type BatchPoint, batchPoints } from "@crosspoint/db/queries/batch-points";
import type { PointSpec } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { hearableUntil } from "../health/gateway-pulse.ts";
import { requireRight } from "../rights.ts";
import { headOf, type RunHead, runHeadInclude } from "../run/rules/view.ts";
import { readRaised } from "../stored/run.ts";
import { batchTargetsLimit } from "./rules/batch-input.ts";
import type { BatchPlace } from "./rules/place.ts";
import { type StartSpread, startSpread } from "./rules/start-spread.ts";

export const getBatchInput = z.object({ batchId: z.uuid() });

/** The sum over the runs whose point is complete, and which of them is the slowest. */
export interface BatchDirection {
  readonly direction: "read" | "write";
  readonly runs: number;
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  /** The run with the highest mean latency, and its own figures. */
  readonly slowest: {
    readonly runId: string;
    readonly targetLabel: string;
    readonly meanNs: number | undefined;
    readonly iops: number;
  };
}

/** A point of the plan. Where a search raised its parameter differently, unlike loads are points of their own. */
export interface BatchPointResult extends BatchPlace {
  readonly spec: PointSpec;
  readonly directions: readonly BatchDirection[];
}

export interface BatchDetail {
  readonly id: string;
  readonly name: string;
  readonly planId: string;
  readonly planName: string;
  readonly planHash: string;
  readonly scheduleId: string | undefined;
  readonly startsAt: Date | undefined;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** How far apart its runs began; absent while fewer than two have. */
  readonly startSpread: StartSpread | undefined;
  readonly runs: readonly RunHead[];
  /** Those that any run has completed, in the order of the plan. */
  readonly points: readonly BatchPointResult[];
}

/** Both directions of every point; points of unlike loads at one place are few. */
const rowsLimit = 2 * protocolLimits.pointsPerRun;

/** A batch with its runs, and what they came to together, point by point. */
export async function getBatch(
  { db, actor, now }: ServiceContext,
  { batchId }: z.infer<typeof getBatchInput>,
): Promise<BatchDetail> {
  requireRight({ actor }, "benchmark.view");
  const batch = await db.benchmarkBatch.findUnique({ where: { id: batchId } });
  if (batch === null) throw new ServiceError("notFound", `There is no batch ${batchId}.`);
  const runs = await db.benchmarkRun.findMany({
    where: { batchId },
    include: { ...runHeadInclude, host: { select: { ...runHeadInclude.host.select, clockSkewMs: true } } },
    orderBy: [{ hostname: "asc" }, { targetLabel: "asc" }, { id: "asc" }],
    take: batchTargetsLimit,
  });
  const hearable = await hearableUntil(db, now);
  const labels = new Map(runs.map(({ id, targetLabel }) => [id, targetLabel]));
  return {
    id: batch.id,
    name: batch.name,
    planId: batch.planId,
    planName: batch.planName,
    planHash: batch.planHash,
    scheduleId: batch.scheduleId ?? undefined,
    startsAt: batch.startsAt ?? undefined,
    requestedBy: batch.requestedBy,
    requestedAt: batch.requestedAt,
    startSpread: startSpread(
      runs.flatMap(({ startedAt, host }) =>
        startedAt ? [{ startedAt, clockSkewMs: Number(host?.clockSkewMs ?? 0) }] : [],
      ),
    ),
    runs: runs.map((run) => headOf(run, hearable)),
    points: pointsOf(await batchPoints(db, batchId, rowsLimit), labels),
  };
}

function pointsOf(rows: readonly BatchPoint[], labels: ReadonlyMap<string, string>): BatchPointResult[] {
  const points = Map.groupBy(rows, (row) => JSON.stringify(placeOf(row)));
  return [...points.values()].flatMap((directions) => {
    const [first] = directions;
    if (first === undefined) return [];
    return [
      {
        ...placeOf(first),
        spec: first.spec as PointSpec,
        directions: directions.map((row) => directionOf(row, labels)),
      },
    ];
  });
}

function placeOf({ stepPath, round, raised, workloadKey }: BatchPoint): BatchPlace {
  return { stepPath: [...stepPath], round: round ?? undefined, raised: readRaised(raised), workloadKey };
}

function directionOf(row: BatchPoint, labels: ReadonlyMap<string, string>): BatchDirection {
  const { direction, runs, operations, iops, bytesPerSecond, slowestRunId, slowestMeanNs, slowestIops } = row;
  const targetLabel = labels.get(slowestRunId) ?? "";
  const slowest = { runId: slowestRunId, targetLabel, meanNs: slowestMeanNs ?? undefined, iops: slowestIops };
  return { direction, runs, operations, iops, bytesPerSecond, slowest };
}
