import type { Transaction } from "@crosspoint/db";
import { addUpDays } from "@crosspoint/db/queries/add-up-days";
import {
  copyHistory,
  dropHistory,
  hasMarkedHours,
  historyTables,
  markChanged,
  noteChanging,
  takeMerge,
} from "@crosspoint/db/queries/merge-history";
import type { Merging } from "@crosspoint/db/queries/merge-rows";
import { takeMarksOf } from "@crosspoint/db/queries/rollup-marks";
import { dayMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

/** Rows of one transaction. */
const batchLimit = 2_000;
/** Of one call; the next one goes on. */
const batchesPerCall = 100;

/**
 * Copies the history of records that were merged, and takes it away again of those that were unmerged, in batches, each in a transaction
 * that notes what it did: it may be called at any time, by several at once, and cut off anywhere. Returns how many rows.
 */
export async function workMerges(
  context: ServiceContext,
  { limit = batchLimit, batches = batchesPerCall } = {},
): Promise<number> {
  requireRight(context, "system.maintain");
  const waiting: string[] = [];
  let rows = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const worked = await inTransaction(context.db, (tx) => workBatch(tx, context.now, { limit, waiting }));
    if (worked === "none") break;
    if (typeof worked === "number") rows += worked;
    else waiting.push(worked.waits);
  }
  return rows;
}

async function workBatch(
  tx: Transaction,
  now: Date,
  { limit, waiting }: { readonly limit: number; readonly waiting: readonly string[] },
): Promise<number | "none" | { readonly waits: string }> {
  const merge = await takeMerge(tx, waiting);
  if (merge === undefined) return "none";
  // No hour is rolled up while its samples or its neighbors change hands.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('smart_rollup'))::text`;
  const isMerging = merge.state === "merging";
  // Its last hours are rolled up first: what is copied is whole, and changes no more.
  if (isMerging && (await hasMarkedHours(tx, merge.awayId))) return { waits: merge.id };
  if (isMerging) {
    await addUpLastDays(tx, merge);
    await noteChanging(tx, merge);
  }
  const step = isMerging ? copyHistory : dropHistory;
  for (const table of historyTables) {
    const rows = await step(tx, merge, table, limit);
    if (rows === 0) continue;
    if (isMerging) await tx.driveMerge.update({ where: { id: merge.id }, data: { rowsMoved: { increment: rows } } });
    return rows;
  }
  if (isMerging) await markChanged(tx, merge);
  await end(tx, now, merge, isMerging);
  return 0;
}

/** A day is added up when it is over; of a record that is merged away all is there now. */
async function addUpLastDays(tx: Transaction, { awayId }: Merging): Promise<void> {
  const marks = await tx.smartDayMark.findMany({ where: { driveId: awayId }, take: 1000 });
  for (const { time } of marks) {
    await addUpDays(tx, [awayId], { from: time, to: new Date(time.getTime() + dayMs) });
    await takeMarksOf(tx, "smart_day_mark", [awayId], new Date(time.getTime() + 1));
  }
}

async function end(tx: Transaction, now: Date, { id, intoId, awayId }: Merging, isMerging: boolean): Promise<void> {
  const state = isMerging ? "merged" : "unmerged";
  await tx.driveMerge.update({
    where: { id },
    data: { state, finishedAt: now, ...(isMerging ? {} : { rowsMoved: 0 }) },
  });
  if (!isMerging) await tx.mergedItem.deleteMany({ where: { mergeId: id } });
  const changes = new LiveChanges();
  for (const driveId of [intoId, awayId]) changes.drive(driveId);
  await changes.announce(tx);
}
