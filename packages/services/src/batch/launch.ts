import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { loadPlanToRun } from "../plan/rules/load-plan.ts";
import { requireRight } from "../rights.ts";
import { launchDetail } from "../run/rules/launch-run.ts";
import { announceQueued } from "../run/rules/start-queued.ts";
import { planTarget } from "../run/rules/target.ts";
import { inTransaction } from "../transaction.ts";
import { batchShape, typedSerials } from "./rules/batch-input.ts";
import { lockTargets } from "./rules/lock-targets.ts";
import { admitAll, createBatch, dispatchBatch } from "./rules/start-batch.ts";

export const launchBatchInput = z.object({
  ...batchShape,
  /** What it is called; without it, by its plan. */
  name: z.string().trim().max(200).default(""),
  confirmedSerials: typedSerials,
});

export interface LaunchedBatch {
  readonly batchId: string;
  /** In the order of the targets. */
  readonly runIds: readonly string[];
  /** How many of them started now; the others wait for their turn. */
  readonly started: number;
}

/** Asks for one plan on many targets: all runs stand, or none where anything stands against any of them. */
export async function launchBatch(
  context: ServiceContext,
  input: z.input<typeof launchBatchInput>,
): Promise<LaunchedBatch> {
  requireRight(context, "benchmark.launch");
  const { name = "", confirmedSerials = [], parallelOnHost = false, startTogether = false } = input;
  return inTransaction(context.db, async (tx) => {
    const found = await lockTargets(tx, input.targets);
    const plan = await loadPlanToRun(tx, input.plan, input.settings);
    const named = name.trim() || plan.document.name;
    const batch = await createBatch(tx, context, { name: named, plan, startTogether });
    const typed = new Map(confirmedSerials.map(({ driveId, serial }) => [driveId, serial]));
    const runs = await admitAll(tx, context, found, { batch, plan, parallelOnHost, typed });
    const started = await dispatchBatch(tx, context, runs, batch);
    for (const { runId, target } of runs) {
      const detail = { ...launchDetail(target, plan.on(planTarget(target))), batch: named };
      await writeAudit(tx, context, { action: "benchmark.launch", objectKind: "run", objectId: runId, detail });
      await announceQueued(tx, { runId, hostId: target.host.id });
    }
    const detail = { batch: named, plan: plan.document.name, targets: runs.length, startTogether };
    await writeAudit(tx, context, { action: "batch.launch", objectKind: "batch", objectId: batch.id, detail });
    return { batchId: batch.id, runIds: runs.map(({ runId }) => runId), started };
  });
}
