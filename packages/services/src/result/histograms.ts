import type { IoDirection } from "@crosspoint/db";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

/** Most points of one answer: as many as can be told apart by eye. */
export const histogramPointsLimit = 24;

export const pointKey = z.object({
  runId: z.uuid(),
  sequence: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1),
});

export const histogramsInput = z.object({ points: z.array(pointKey).min(1).max(histogramPointsLimit) });

export interface ResultHistogram {
  readonly runId: string;
  readonly sequence: number;
  readonly direction: IoDirection;
  /** HdrHistogram V2, deflated, base64: what every percentile is read from. */
  readonly histogram: string;
}

/** The histograms of some points, for what is drawn; whatever of them is not there is left out. */
export async function readHistograms(
  context: ServiceContext,
  { points }: z.infer<typeof histogramsInput>,
): Promise<ResultHistogram[]> {
  requireRight(context, "benchmark.view");
  const rows = await context.db.pointDirection.findMany({
    where: { OR: points.map(({ runId, sequence }) => ({ runId, pointSequence: sequence })) },
    select: { runId: true, pointSequence: true, direction: true, histogram: true },
    orderBy: [{ runId: "asc" }, { pointSequence: "asc" }, { direction: "asc" }],
  });
  const measured = rows.map(({ runId, pointSequence, direction, histogram }) => ({
    runId,
    sequence: pointSequence,
    direction,
    histogram,
  }));
  return [...measured, ...(await importedHistograms(context, points))].flatMap(({ histogram, ...place }) =>
    histogram === null ? [] : [{ ...place, histogram: Buffer.from(histogram).toString("base64") }],
  );
}

/** Those of imported points that are no points of a known workload. */
async function importedHistograms({ db }: ServiceContext, points: z.infer<typeof histogramsInput>["points"]) {
  const rows = await db.importedPoint.findMany({
    where: { OR: points.map(({ runId, sequence }) => ({ runId, sequence })) },
    select: { runId: true, sequence: true, readHistogram: true, writeHistogram: true },
    orderBy: [{ runId: "asc" }, { sequence: "asc" }],
  });
  return rows.flatMap(({ runId, sequence, readHistogram, writeHistogram }) => [
    { runId, sequence, direction: "read" as const, histogram: readHistogram },
    { runId, sequence, direction: "write" as const, histogram: writeHistogram },
  ]);
}
