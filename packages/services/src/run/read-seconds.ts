import { type PointSecondRow, readSecondsOfPoint } from "@crosspoint/db/queries/point-seconds";
import { protocolLimits } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export const pointSecondsInput = z.object({
  runId: z.uuid(),
  sequence: z
    .int()
    .min(0)
    .max(protocolLimits.pointsPerRun - 1),
});

/** Two hours of one point; a longer one shows its first two hours and says so. */
const secondsLimit = 7200;

export interface PointSeconds {
  readonly seconds: readonly PointSecondRow[];
  readonly truncated: boolean;
}

/** The seconds of one point, for its charts over time. */
export async function readPointSeconds(
  context: ServiceContext,
  { runId, sequence }: z.infer<typeof pointSecondsInput>,
): Promise<PointSeconds> {
  requireRight(context, "benchmark.view");
  const seconds = await readSecondsOfPoint(context.db, runId, sequence, secondsLimit + 1);
  const distinct = [...new Set(seconds.map(({ phase, second }) => `${phase}:${second}`))];
  if (distinct.length <= secondsLimit) return { seconds, truncated: false };
  const kept = new Set(distinct.slice(0, secondsLimit));
  return { seconds: seconds.filter(({ phase, second }) => kept.has(`${phase}:${second}`)), truncated: true };
}
