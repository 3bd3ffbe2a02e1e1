import type { Transaction } from "@crosspoint/db";
import { isMissingPointsNote, missingPointsNote } from "./missing-points.ts";

/** Makes a complete run say how many results are missing, and say nothing once all have arrived. */
export async function settleMissingPoints(tx: Transaction, runId: string): Promise<void> {
  const run = await tx.benchmarkRun.findUniqueOrThrow({
    where: { id: runId },
    select: { state: true, reason: true, points: { select: { finishedAt: true } } },
  });
  const mayReplace = run.reason === null || isMissingPointsNote(run.reason);
  if (run.state !== "complete" || !mayReplace) return;
  const missing = run.points.filter((point) => point.finishedAt === null).length;
  const reason = missing > 0 ? missingPointsNote(missing, run.points.length) : null;
  if (reason !== run.reason) await tx.benchmarkRun.update({ where: { id: runId }, data: { reason } });
}
