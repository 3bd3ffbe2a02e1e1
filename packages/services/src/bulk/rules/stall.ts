import type { Transaction } from "@crosspoint/db";
import type { TakenBulkAction } from "@crosspoint/db/queries/bulk-drives";
import { endRest, noteOutcomes } from "./note-outcomes.ts";

const minuteMs = 60_000;
/** A drive alone is tried so often, and passed over then. */
export const triesOfDrive = 5;
/** Where nothing at all was carried out for so long, whatever drive it was, it is given up. */
export const stalledMostMs = 60 * minuteMs;
/** Tried so much later than it was to be, the worker or the database was away: that time is not one of trying. */
const awayMs = 5 * minuteMs;
const firstWaitMs = 5_000;
const longestWaitMs = minuteMs;

/** Drives that are carried out together: fewer, where the database could not do so many in its time. */
export function batchOf({ batchLimit }: TakenBulkAction, most: number): number {
  return Math.min(batchLimit ?? most, most);
}

/** After a batch that went well, twice as many. */
export function nextLimit({ batchLimit }: TakenBulkAction, most: number): number | null {
  return batchLimit === null || batchLimit * 2 >= most ? null : batchLimit * 2;
}

/**
 * Notes that the database could not carry out the next drives at the moment, which is mostly over soon: they are tried again after a
 * while, half as many, and meanwhile other actions have their turn. A drive for which alone it failed {@link triesOfDrive}
 * times has failed; where nothing went on for {@link stalledMostMs}, all that wait have.
 *
 * @param most drives that were tried together, at most.
 */
export async function noteStall(tx: Transaction, now: Date, action: TakenBulkAction, most: number): Promise<void> {
  const { id, processed, total, stalls, retryAt } = action;
  const wasAway = retryAt !== null && now.getTime() - retryAt.getTime() >= awayMs;
  const stalledSince = wasAway ? null : action.stalledSince;
  if (stalledSince !== null && now.getTime() - stalledSince.getTime() >= stalledMostMs) {
    await endRest(tx, now, action, { outcome: "failed", reason: givenUpText });
    return;
  }
  const tried = Math.min(batchOf(action, most), total - processed);
  const since = { stalledSince: stalledSince ?? now };
  if (tried > 1) {
    const data = { ...since, batchLimit: Math.ceil(tried / 2), retryAt: later(now, firstWaitMs) };
    await tx.bulkAction.update({ where: { id }, data });
    return;
  }
  if (stalls + 1 < triesOfDrive) {
    const again = later(now, Math.min(firstWaitMs * 2 ** stalls, longestWaitMs));
    await tx.bulkAction.update({ where: { id }, data: { ...since, stalls: stalls + 1, retryAt: again } });
    return;
  }
  const failed = { place: processed + 1, outcome: "failed", reason: timedOutText } as const;
  await noteOutcomes(tx, now, action, [failed], { ...since, batchLimit: 1, stalls: 0, retryAt: now });
}

const timedOutText = `The database did not finish this in time, ${triesOfDrive} times. Nothing was changed.`;
const givenUpText = "The database finished nothing of this for an hour. Nothing was changed; ask for it again.";

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
