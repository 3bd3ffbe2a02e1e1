import type { Transaction } from "@crosspoint/db";
import {
  endWaitingDrives,
  type TakenBulkAction,
  takeBulkAction,
  writeBulkOutcomes,
} from "@crosspoint/db/queries/bulk-drives";
import type { ServiceContext } from "../context.ts";
import { databaseRefusal } from "../database-errors.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { readAsker } from "../run/rules/asker.ts";
import { inTransaction } from "../transaction.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { type BulkRequest, readBulkRequest } from "./rules/bulk-request.ts";
import { type BulkOutcome, goneText } from "./rules/kind.ts";

/** Drives of one call; the next one goes on. */
const drivesPerCall = 400;
const failedText = "The server failed to do this; its log says why.";

/**
 * Carries out what was asked for of many drives: some drives in each transaction, which also notes how far it is. It may be cut off
 * anywhere and called by several at once; each drive is done once. Returns how many drives are over.
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
      const action = await takeBulkAction(tx);
      failing = action;
      return action && (await workBatch(tx, context, action));
    });
  } catch (error) {
    if (failing === undefined || isOfTheMoment(error)) throw error;
    return passFailing(context, failing);
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
  if (asker instanceof ServiceError) return refuseRest(tx, context, action, asker);
  const drives = await nextDrives(tx, action, Math.min(most, kindOf(request).batch));
  const outcomes = await kindOf(request).carryOut(tx, asker, request, drives);
  const gone: BulkOutcome = { outcome: "refused", reason: goneText };
  return noteOutcomes(
    tx,
    context,
    action,
    drives.map((drive) => ({ ...(outcomes.get(drive.driveId) ?? gone), place: drive.place })),
  );
}

/** The next drive of the action alone; where it fails again, it is passed over. */
async function passFailing(context: ServiceContext, failing: TakenBulkAction): Promise<number> {
  try {
    return await workAgain(context, failing, (tx, action) => workBatch(tx, context, action, 1));
  } catch (error) {
    if (isOfTheMoment(error)) throw error;
    console.error("A bulk action failed for a drive:", error);
    return workAgain(context, failing, async (tx, action) => {
      const [drive] = await nextDrives(tx, action, 1);
      if (drive === undefined) return 0;
      return noteOutcomes(tx, context, action, [{ place: drive.place, outcome: "failed", reason: failedText }]);
    });
  }
}

/** With the same action where it stood; where another worker has it, or went on with it, nothing is left to do. */
function workAgain(
  { db }: ServiceContext,
  { id, processed }: TakenBulkAction,
  work: (tx: Transaction, action: TakenBulkAction) => Promise<number>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const action = await takeBulkAction(tx, id);
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

async function refuseRest(
  tx: Transaction,
  context: ServiceContext,
  { id, total }: TakenBulkAction,
  { message }: ServiceError,
): Promise<number> {
  const refused = await endWaitingDrives(tx, id, { outcome: "refused", reason: message });
  const data = { processed: total, refused: { increment: refused }, finishedAt: context.now };
  await tx.bulkAction.update({ where: { id }, data });
  return refused;
}

function nextDrives(tx: Transaction, { id, processed }: TakenBulkAction, most: number) {
  return tx.bulkActionDrive.findMany({
    where: { bulkActionId: id, place: { gt: processed, lte: processed + most } },
    orderBy: { place: "asc" },
  });
}

async function noteOutcomes(
  tx: Transaction,
  context: ServiceContext,
  { id, processed, total }: TakenBulkAction,
  over: readonly (BulkOutcome & { readonly place: number })[],
): Promise<number> {
  await writeBulkOutcomes(
    tx,
    id,
    over.map(({ commandId = null, ...drive }) => ({ ...drive, commandId })),
  );
  const count = (outcome: BulkOutcome["outcome"]) => over.filter((each) => each.outcome === outcome).length;
  const isOver = processed + over.length >= total;
  await tx.bulkAction.update({
    where: { id },
    data: {
      processed: { increment: over.length },
      done: { increment: count("done") },
      refused: { increment: count("refused") },
      failed: { increment: count("failed") },
      ...(isOver ? { finishedAt: context.now } : {}),
    },
  });
  return over.length;
}
