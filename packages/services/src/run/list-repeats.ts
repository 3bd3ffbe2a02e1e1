import type { IoDirection, Prisma } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export const listRepeatsInput = z.object({ runId: z.uuid() });

/** Runs that stand beside each other, this one among them. */
const runsLimit = 20;
/** Points of all of them: a plan of thousands stands beside fewer. */
const pointsLimit = 4000;

export interface RepeatedFigures {
  readonly direction: IoDirection;
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMean: number | undefined;
  readonly latencyNsP99: number | undefined;
}

export interface RepeatedPoint {
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly workloadKey: string;
  readonly directions: readonly RepeatedFigures[];
}

export interface RunOfPlan {
  readonly runId: string;
  readonly requestedAt: Date;
  readonly hostname: string;
  /** Points that were measured to their end, in their order; what prepared the target is not among them. */
  readonly points: readonly RepeatedPoint[];
}

export interface PlanRepeats {
  /** The newest, the oldest first. */
  readonly runs: readonly RunOfPlan[];
  /** Older ones that are not among them. */
  readonly olderRuns: number;
}

/** Complete runs of a run's plan on its target: how the same loads came out each time. */
export async function listRepeats(
  context: ServiceContext,
  { runId }: z.infer<typeof listRepeatsInput>,
): Promise<PlanRepeats> {
  requireRight(context, "benchmark.view");
  const run = await context.db.benchmarkRun.findUnique({
    where: { id: runId },
    select: { planHash: true, pointsPlanned: true, driveId: true, nsid: true, scratchFileId: true, volumeId: true },
  });
  if (run === null) return { runs: [], olderRuns: 0 };
  const { driveId, nsid, scratchFileId, volumeId, planHash, pointsPlanned } = run;
  if (driveId === null && scratchFileId === null && volumeId === null) return { runs: [], olderRuns: 0 };
  const where = { planHash, state: "complete", driveId, nsid, scratchFileId, volumeId } as const;
  const [rows, count] = await Promise.all([
    context.db.benchmarkRun.findMany({
      where,
      orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
      take: Math.min(runsLimit, Math.floor(pointsLimit / Math.max(pointsPlanned, 1))),
      select: repeatColumns,
    }),
    context.db.benchmarkRun.count({ where }),
  ]);
  return { runs: rows.toReversed().map(repeatOf), olderRuns: count - rows.length };
}

const repeatColumns = {
  id: true,
  requestedAt: true,
  hostname: true,
  points: {
    where: { state: "complete", purpose: "measure" },
    orderBy: { sequence: "asc" },
    take: pointsLimit,
    select: {
      sequence: true,
      stepPath: true,
      workloadKey: true,
      directions: {
        orderBy: { direction: "asc" },
        select: {
          direction: true,
          operations: true,
          iops: true,
          bytesPerSecond: true,
          latencyNsMean: true,
          latencyNsP99: true,
        },
      },
    },
  },
} as const satisfies Prisma.BenchmarkRunSelect;

function repeatOf({
  id,
  requestedAt,
  hostname,
  points,
}: Prisma.BenchmarkRunGetPayload<{ select: typeof repeatColumns }>): RunOfPlan {
  return {
    runId: id,
    requestedAt,
    hostname,
    points: points.map(({ directions, ...point }) => ({
      ...point,
      directions: directions.map(({ operations, latencyNsMean, latencyNsP99, ...figures }) => ({
        ...figures,
        operations: Number(operations),
        latencyNsMean: latencyNsMean ?? undefined,
        latencyNsP99: latencyNsP99 === null ? undefined : Number(latencyNsP99),
      })),
    })),
  };
}
