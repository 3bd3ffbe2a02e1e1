import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { cancelRun } from "../run/rules/cancel-run.ts";
import { inTransaction } from "../transaction.ts";
import { batchTargetsLimit } from "./rules/batch-input.ts";

export const cancelBatchInput = z.object({ batchId: z.uuid() });

export interface CanceledBatch {
  /** Runs that no agent had taken: they are over. */
  readonly withdrawn: number;
  /** Runs whose agents were asked to stop. */
  readonly asked: number;
}

/** Stops every run of a batch that is not over, those that wait first, so that none of them starts meanwhile. */
export async function cancelBatch(
  context: ServiceContext,
  { batchId }: z.infer<typeof cancelBatchInput>,
): Promise<CanceledBatch> {
  requireRight(context, "benchmark.cancel");
  const batch = await context.db.benchmarkBatch.findUnique({ where: { id: batchId }, select: { name: true } });
  if (batch === null) throw new ServiceError("notFound", `There is no batch ${batchId}.`);
  const open = await context.db.benchmarkRun.findMany({
    where: { batchId, state: { in: ["queued", "requested", "running"] } },
    select: { id: true },
    // The states in the order in which a run goes through them.
    orderBy: [{ state: "asc" }, { id: "asc" }],
    take: batchTargetsLimit,
  });
  const counts = { withdrawn: 0, asked: 0 };
  for (const { id } of open) {
    const outcome = await inTransaction(context.db, (tx) => cancelRun(tx, context, id)).catch(unlessOver);
    if (outcome !== undefined) counts[outcome.kind] += 1;
  }
  await inTransaction(context.db, async (tx) => {
    const detail = { batch: batch.name, ...counts };
    await writeAudit(tx, context, { action: "batch.cancel", objectKind: "batch", objectId: batchId, detail });
    await notify(tx, { topic: "batch", batchId });
  });
  return counts;
}

/** A run that ended by itself between being found and being stopped needs no stop. */
function unlessOver(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === "conflict") return undefined;
  throw error;
}
