import { placeQueue } from "@crosspoint/db/queries/place-queue";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockQueue } from "./rules/dispatch-host.ts";
import { queuedRunsLimit } from "./rules/enqueue.ts";
import { announceQueued } from "./rules/start-queued.ts";

export const reorderInput = z.object({
  runId: z.uuid(),
  /** The waiting run of the same host that it is to start before; without it the last. */
  beforeRunId: z.uuid().optional(),
});

/** Gives a run another place among those that wait on its host. */
export async function reorderQueue(
  context: ServiceContext,
  { runId, beforeRunId }: z.infer<typeof reorderInput>,
): Promise<void> {
  requireRight(context, "benchmark.launch");
  await inTransaction(context.db, async (tx) => {
    const run = await tx.benchmarkRun.findUnique({ where: { id: runId } });
    if (run === null) throw new ServiceError("notFound", `There is no run ${runId}.`);
    if (run.hostId === null) throw waitsNoMore(run.targetLabel);
    await lockQueue(tx, run.hostId);
    const queue = await tx.benchmarkRun.findMany({
      where: { hostId: run.hostId, state: "queued" },
      select: { id: true },
      orderBy: [{ queuePlace: "asc" }, { id: "asc" }],
      take: queuedRunsLimit * 2,
    });
    if (!queue.some(({ id }) => id === runId)) throw waitsNoMore(run.targetLabel);
    const others = queue.map(({ id }) => id).filter((id) => id !== runId);
    const place = beforeRunId === undefined ? others.length : others.indexOf(beforeRunId);
    if (place < 0) {
      throw new ServiceError("conflict", "The run before which it was to stand does not wait on this host.", {
        remedy: "Look at the queue again; it has changed.",
      });
    }
    await placeQueue(tx, others.toSpliced(place, 0, runId));
    await writeAudit(tx, context, {
      action: "benchmark.reorder",
      objectKind: "run",
      objectId: runId,
      detail: { target: run.targetLabel, host: run.hostname, plan: run.planName, place: place + 1 },
    });
    await announceQueued(tx, { runId, hostId: run.hostId });
  });
}

function waitsNoMore(target: string): ServiceError {
  return new ServiceError("conflict", `The run on ${target} does not wait any more.`, {
    remedy: "Look at the queue again; it has changed.",
  });
}
