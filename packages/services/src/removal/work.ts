import type { Transaction } from "@crosspoint/db";
import { deleteDriveHistory, deleteMarks, deleteRunSeconds } from "@crosspoint/db/queries/delete-history";
import { type TakenRemoval, takeRemoval } from "@crosspoint/db/queries/removals";
import type { ServiceContext } from "../context.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

/** Rows of one transaction: some tens of milliseconds, for which nobody waits, since no report is about what was removed. */
const batchLimit = 5_000;
/** Of one call; the next one goes on. */
const batchesPerCall = 100;

/**
 * Deletes the history of what was removed, in batches, each in a transaction that also notes how far it is: it may be called at any
 * time, by several at once, and cut off anywhere. Returns how many rows.
 */
export async function workRemovals(
  context: ServiceContext,
  { limit = batchLimit, batches = batchesPerCall } = {},
): Promise<number> {
  requireRight(context, "system.maintain");
  let rows = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const deleted = await inTransaction(context.db, (tx) => workBatch(tx, context.now, limit));
    if (deleted === undefined) break;
    rows += deleted;
  }
  return rows;
}

/** Undefined where nothing is left to do. */
async function workBatch(tx: Transaction, now: Date, limit: number): Promise<number | undefined> {
  const removal = await takeRemoval(tx);
  if (removal === undefined) return undefined;
  const driveId = removal.driveIds[removal.drivesDone];
  const runId = removal.runIds[removal.runsDone];
  if (removal.startedAt === null) return start(tx, removal, now);
  if (driveId !== undefined) return removeDriveHistory(tx, removal, { driveId, limit });
  if (runId !== undefined) return removeRun(tx, removal, { runId, limit });
  await tx.removal.update({ where: { id: removal.id }, data: { finishedAt: now } });
  return 0;
}

async function start(tx: Transaction, { id, driveIds }: TakenRemoval, now: Date): Promise<number> {
  if (driveIds.length > 0) await deleteMarks(tx, driveIds);
  await tx.removal.update({ where: { id }, data: { startedAt: now } });
  return 0;
}

async function removeDriveHistory(
  tx: Transaction,
  { id }: TakenRemoval,
  { driveId, limit }: { readonly driveId: string; readonly limit: number },
): Promise<number> {
  const { rows, samples } = await deleteDriveHistory(tx, driveId, limit);
  const isDone = rows < limit;
  await tx.removal.update({
    where: { id },
    data: { samplesRemoved: { increment: samples }, drivesDone: { increment: isDone ? 1 : 0 } },
  });
  return rows;
}

/** Whoever reports on the run waits for its row, and is told then that there is none. */
async function removeRun(
  tx: Transaction,
  { id }: TakenRemoval,
  { runId, limit }: { readonly runId: string; readonly limit: number },
): Promise<number> {
  await tx.$queryRaw`SELECT id FROM benchmark_run WHERE id = ${runId}::uuid FOR UPDATE`;
  const seconds = await deleteRunSeconds(tx, runId, limit);
  if (seconds >= limit) return seconds;
  await tx.benchmarkRun.deleteMany({ where: { id: runId } });
  await tx.removal.update({ where: { id }, data: { runsDone: { increment: 1 } } });
  const changes = new LiveChanges();
  changes.run(runId);
  await changes.announce(tx);
  return seconds + 1;
}
