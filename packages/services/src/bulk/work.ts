import type { Transaction } from "@crosspoint/db";
import { type TakenBulkAction, takeBulkAction } from "@crosspoint/db/queries/bulk-drives";
import type { ServiceContext } from "../context.ts";
import { databaseRefusal } from "../database-errors.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { readAsker } from "../run/rules/asker.ts";
import { inTransaction } from "../transaction.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { type BulkRequest, readBulkRequest } from "./rules/bulk-request.ts";
import { type BulkOutcome, goneText } from "./rules/kind.ts";
import { endRest, noteOutcomes, unhindered } from "./rules/note-outcomes.ts";
import { batchOf, nextLimit, noteStall } from "./rules/stall.ts";

/** Drives of one call; the next one goes on. */
const drivesPerCall = 400;
const failedText = "The server failed to do this; its log says why.";

/**
 * Carries out what was asked for of many drives: some drives in each transaction, which also notes how far it is. It may be cut off
 * anywhere and called by several at once; each drive is done once. What the database cannot do at the moment is tried again, not for ever.
 * Returns how many drives are over.
 */
export async function workBulk(context: ServiceContext, { drives = drivesPerCall } = {}): Promise<number> {
  requireRight(context, "system.maintain");
  let over = 0;
  while (over < drives) {
    const worked = await workNext(context);
    if (worked === undefined) break;
    over += worked;
  }
  return over;
}

/** Undefined where nothing is left to do. A drive that fails for a reason that nobody foresaw must not hold up the others. */
async function workNext(context: ServiceContext): Promise<number | undefined> {
  let failing: TakenBulkAction | undefined;
  try {
    return await inTransaction(context.db, async (tx) => {
      const action = await takeBulkAction(tx, { now: context.now });
      failing = action;
      return action && (await workBatch(tx, context, action));
    });
  } catch (error) {
    if (failing === undefined) throw error;
    if (!isOfTheMoment(error)) return passFailing(context, failing);
    await holdUp(context, failing);
    throw error;
  }
}

/**
 * Whatever is done next, it is not this at once. Where the database can note nothing either, nothing is noted, and it is tried again like
 * that; who merely has the row for a moment is waited for, or the same drives would be tried together for ever.
 */
async function holdUp(context: ServiceContext, failing: TakenBulkAction): Promise<void> {
  const { batch } = kindOf(readBulkRequest(failing.request));
  try {
    await workAgain(
      context,
      failing,
      async (tx, action) => {
        await noteStall(tx, context.now, action, batch);
        return 0;
      },
      { waits: true },
    );
  } catch (error) {
    if (!isOfTheMoment(error)) throw error;
  }
}

/** Whether the database could not do it just then: the drive is not to blame. */
function isOfTheMoment(error: unknown): boolean {
  return databaseRefusal(error)?.code === "unavailable";
}

async function workBatch(
  tx: Transaction,
  context: ServiceContext,
  action: TakenBulkAction,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const request = readBulkRequest(action.request);
  const asker = await askerOf(tx, context, action, request);
  if (asker instanceof ServiceError)
    return endRest(tx, context.now, action, { outcome: "refused", reason: asker.message });
  const { batch } = kindOf(request);
  const drives = await nextDrives(tx, action, Math.min(most, batchOf(action, batch)));
  const outcomes = await kindOf(request).carryOut(tx, asker, request, drives);
  const gone: BulkOutcome = { outcome: "refused", reason: goneText };
  return noteOutcomes(
    tx,
    context.now,
    action,
    drives.map((drive) => ({ ...(outcomes.get(drive.driveId) ?? gone), place: drive.place })),
    { ...unhindered, batchLimit: nextLimit(action, batch) },
  );
}

/** The next drive of the action alone; where it fails again, it is passed over. */
async function passFailing(context: ServiceContext, failing: TakenBulkAction): Promise<number> {
  try {
    return await workAgain(context, failing, (tx, action) => workBatch(tx, context, action, 1));
  } catch (error) {
    if (isOfTheMoment(error)) {
      await holdUp(context, failing);
      throw error;
    }
    console.error("A bulk action failed for a drive:", error);
    return workAgain(context, failing, async (tx, action) => {
      const [drive] = await nextDrives(tx, action, 1);
      if (drive === undefined) return 0;
      return noteOutcomes(tx, context.now, action, [{ place: drive.place, outcome: "failed", reason: failedText }]);
    });
  }
}

/**
 * With the same action where it stood; where another worker has it, or went on with it, nothing is left to do. With `waits` such a
 * worker's end is waited for.
 */
function workAgain(
  { db }: ServiceContext,
  { id, processed }: TakenBulkAction,
  work: (tx: Transaction, action: TakenBulkAction) => Promise<number>,
  { waits = false } = {},
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const action = await takeBulkAction(tx, { id, waits });
    return action?.processed === processed ? work(tx, action) : 0;
  });
}

/** Who asked, with the role that they have now; or why that is not enough any more. */
async function askerOf(
  tx: Transaction,
  { db, now }: ServiceContext,
  action: TakenBulkAction,
  request: BulkRequest,
): Promise<ServiceContext | ServiceError> {
  try {
    const asker: ServiceContext = { db, now, actor: await readAsker(tx, action) };
    requireRight(asker, kindOf(request).right);
    return asker;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function nextDrives(tx: Transaction, { id, processed }: TakenBulkAction, most: number) {
  return tx.bulkActionDrive.findMany({
    where: { bulkActionId: id, place: { gt: processed, lte: processed + most } },
    orderBy: { place: "asc" },
  });
}
