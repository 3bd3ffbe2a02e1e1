import { Prisma } from "@crosspoint/db";
import {
  decodeHistogram,
  type LatencyHistogram,
  mergeHistograms,
  PERCENTILES,
  type PercentileReading,
  readPercentile,
  summarizeHistogram,
} from "@crosspoint/domain";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { batchTargetsLimit } from "./rules/batch-input.ts";
import { type BatchPlace, batchPlace } from "./rules/place.ts";

export const batchPointInput = batchPlace.extend({ batchId: z.uuid() });

/** What all runs of a batch came to together in one direction of one point. */
export interface MergedDirection {
  readonly direction: "read" | "write";
  readonly runs: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly operations: number;
  readonly meanNs: number | undefined;
  readonly maxNs: number | undefined;
  /** Of all operations of all runs: read from the merged histogram. */
  readonly percentiles: readonly PercentileReading[];
  /** The slowest first, by mean latency. */
  readonly each: readonly {
    readonly runId: string;
    readonly targetLabel: string;
    readonly iops: number;
    readonly meanNs: number | undefined;
    readonly p99Ns: number | undefined;
  }[];
}

/** One point of a batch over all runs that completed it: the histograms are merged, and no percentile is averaged. */
export async function getBatchPoint(
  { db, actor }: ServiceContext,
  { batchId, ...place }: z.infer<typeof batchPointInput>,
): Promise<MergedDirection[]> {
  requireRight({ actor }, "benchmark.view");
  const rows = await db.pointDirection.findMany({
    where: { point: { ...pointsAt(place), purpose: "measure", state: "complete", run: { batchId } } },
    select: {
      direction: true,
      runId: true,
      iops: true,
      bytesPerSecond: true,
      latencyNsMean: true,
      latencyNsP99: true,
      histogram: true,
      point: { select: { run: { select: { targetLabel: true } } } },
    },
    orderBy: [{ direction: "asc" }, { latencyNsMean: { sort: "desc", nulls: "last" } }, { runId: "asc" }],
    take: 2 * batchTargetsLimit,
  });
  return [...Map.groupBy(rows, ({ direction }) => direction)].map(([direction, own]) => ({
    direction,
    runs: own.length,
    iops: sum(own.map(({ iops }) => iops)),
    bytesPerSecond: sum(own.map(({ bytesPerSecond }) => bytesPerSecond)),
    // Of a batch every point was measured by an agent, and has one.
    ...merged(own.flatMap(({ histogram }) => histogram ?? [])),
    each: own.map(({ runId, iops, latencyNsMean, latencyNsP99, point }) => ({
      runId,
      targetLabel: point.run.targetLabel,
      iops,
      meanNs: latencyNsMean ?? undefined,
      p99Ns: latencyNsP99 === null ? undefined : Number(latencyNsP99),
    })),
  }));
}

function pointsAt({ stepPath, round, raised, workloadKey }: BatchPlace) {
  return {
    workloadKey,
    stepPath: { equals: stepPath },
    round: round ?? null,
    raised: { equals: raised ?? Prisma.DbNull },
  };
}

function merged(
  stored: readonly Uint8Array[],
): Pick<MergedDirection, "operations" | "meanNs" | "maxNs" | "percentiles"> {
  // One after the other, so that a large batch is never decoded all at once.
  const histogram = stored
    .map((bytes) => Buffer.from(bytes).toString("base64"))
    .reduce<LatencyHistogram | undefined>((all, next) => {
      const one = decodeHistogram(next);
      return all === undefined ? one : mergeHistograms([all, one]);
    }, undefined);
  if (histogram === undefined) return { operations: 0, meanNs: undefined, maxNs: undefined, percentiles: [] };
  const summary = summarizeHistogram(histogram);
  const known = summary.kind === "summary" ? summary : undefined;
  return {
    operations: histogram.totalCount,
    meanNs: known?.meanNs,
    maxNs: known?.maxNs,
    percentiles: PERCENTILES.map((percentile) => readPercentile(histogram, percentile)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
