import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { type CancelOutcome, cancelRun } from "./rules/cancel-run.ts";

export const cancelInput = z.object({ runId: z.uuid() });

/** Stops a run in order. Asking again asks the agent again only once it has answered. */
export async function cancelBenchmark(
  context: ServiceContext,
  { runId }: z.infer<typeof cancelInput>,
): Promise<CancelOutcome> {
  requireRight(context, "benchmark.cancel");
  return inTransaction(context.db, (tx) => cancelRun(tx, context, runId));
}
