import type { Transaction } from "@crosspoint/db";
import { addUpDays } from "@crosspoint/db/queries/add-up-days";
import { addHealthMarks } from "@crosspoint/db/queries/health-marks";
import { rollUpHours } from "@crosspoint/db/queries/roll-up-hours";
import { readRolledEnds } from "@crosspoint/db/queries/rolled-ends";
import { addMarks, type RollupMark, takeMarks } from "@crosspoint/db/queries/rollup-marks";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { settledBefore } from "./rules/settled.ts";

/** Hours of drives in one transaction: at most a second or two, each of another hour, for which late samples of theirs may wait. */
const marksLimit = 200;
/** 100,000 drives at the turn of an hour are 500 of them; what is left is for the next time. */
const batchesLimit = 1000;

/**
 * Rolls up the hours whose samples have changed, and then the days of those. Each batch of marks is taken in the transaction that
 * rolls it up, so that a worker that is killed leaves either both done or both to do, and doing it twice changes nothing. Returns
 * how many hours and days of drives that were.
 */
export async function rollUpSamples(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const last = (lengthMs: number) => new Date(settledBefore(context.now, lengthMs).getTime() - lengthMs);
  const hours = await inBatches(context, (tx) => rollUpMarkedHours(tx, last(hourMs)));
  return hours + (await inBatches(context, (tx) => addUpMarkedDays(tx, last(dayMs))));
}

async function inBatches(context: ServiceContext, batch: (tx: Transaction) => Promise<number>): Promise<number> {
  let done = 0;
  for (let turn = 0; turn < batchesLimit; turn += 1) {
    const count = await inTransaction(context.db, async (tx) => {
      // One at a time: an hour is rolled up by the last one before it.
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('smart_rollup'))::text`;
      return batch(tx);
    });
    if (count === 0) break;
    done += count;
  }
  return done;
}

async function rollUpMarkedHours(tx: Transaction, until: Date): Promise<number> {
  const marked = await takeMarks(tx, "smart_hour_mark", until, marksLimit);
  const days: RollupMark[] = [];
  let count = 0;
  for (const [timeMs, driveIds] of marked) {
    await rollUpHour(tx, new Date(timeMs), driveIds);
    const day = new Date(Math.floor(timeMs / dayMs) * dayMs);
    days.push(...driveIds.map((driveId) => ({ driveId, time: day })));
    count += driveIds.length;
  }
  await addMarks(tx, "smart_day_mark", days);
  await addHealthMarks(
    tx,
    days.map(({ driveId }) => driveId),
  );
  return count;
}

/** Where its last sample is another than it was, the next hour's first step is another too. */
async function rollUpHour(tx: Transaction, hour: Date, driveIds: readonly string[]): Promise<void> {
  const before = await readRolledEnds(tx, driveIds, hour);
  await rollUpHours(tx, driveIds, { from: hour, to: new Date(hour.getTime() + hourMs) });
  const after = await readRolledEnds(tx, driveIds, hour);
  const moved = [...after].flatMap(([driveId, { lastAt, nextHour }]) => {
    const same = before.get(driveId)?.lastAt.getTime() === lastAt.getTime();
    return same || nextHour === undefined ? [] : [{ driveId, time: nextHour }];
  });
  await addMarks(tx, "smart_hour_mark", moved);
}

async function addUpMarkedDays(tx: Transaction, until: Date): Promise<number> {
  let count = 0;
  for (const [timeMs, driveIds] of await takeMarks(tx, "smart_day_mark", until, marksLimit)) {
    await addUpDays(tx, driveIds, { from: new Date(timeMs), to: new Date(timeMs + dayMs) });
    count += driveIds.length;
  }
  return count;
}
