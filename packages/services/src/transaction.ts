import { type Database, type PlainDatabase, type PlainTransaction, Prisma, type Transaction } from "@crosspoint/db";

const attemptsLimit = 4;
/** A report of a thousand events takes well under a second; a lock held by another may take longer. */
const timeoutMs = 20_000;
const waitForConnectionMs = 5_000;

/*
 * The order in which rows are locked, so that two transactions do not wait for each other: host, then commands, then
 * runs, then drives, of each its own row, its reading, and its row in lists; of one kind in the order of their ids. What cannot
 * keep to it is done again where it lost.
 */

/**
 * Runs `work` in one transaction, and again from the start where PostgreSQL ended it in favour of another: a deadlock,
 * or two reports that claim one drive in the same moment.
 */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return again(() => db.$transaction(work, { timeout: timeoutMs, maxWait: waitForConnectionMs }));
}

/** The same past Prisma. */
export async function inPlainTransaction<T>(db: PlainDatabase, work: (tx: PlainTransaction) => Promise<T>): Promise<T> {
  return again(() => db.transaction(work));
}

async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= attemptsLimit || !lostToAnother(error)) throw error;
    }
  }
}

/** SQLSTATE of serialization_failure, deadlock_detected and unique_violation, as the driver or a raw query reports them. */
const lostStates: ReadonlySet<unknown> = new Set(["40001", "40P01", "23505"]);
/** Prisma's own codes for the same: write conflict or deadlock, and unique constraint. */
const lostCodes: ReadonlySet<string> = new Set(["P2034", "P2002"]);

/** A cluster says of a COPY that met a key twice what it was, but not its state. */
function isLostState({ code, message }: { readonly code?: unknown; readonly message?: unknown }): boolean {
  return lostStates.has(code) || (code === "XX000" && String(message).startsWith("duplicate key value"));
}

/** Whether PostgreSQL ended the transaction in favor of another. */
export function lostToAnother(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return isLostState(error as { code?: unknown });
  if (lostCodes.has(error.code)) return true;
  const cause = (error.meta?.driverAdapterError as { cause?: { originalCode?: string } } | undefined)?.cause;
  return lostStates.has(error.meta?.code) || lostStates.has(cause?.originalCode);
}
