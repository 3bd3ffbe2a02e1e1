import { list } from "../array-literal.ts";
import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import type { SqlRunner } from "../plain.ts";

/** A drive and an hour, or a day, of which it is marked that it has changed. */
export interface RollupMark {
  readonly driveId: string;
  /** Its beginning. */
  readonly time: Date;
}

export type RollupMarks = "smart_hour_mark" | "smart_day_mark";

/**
 * Marks hours or days as changed. A mark that is there is locked until the transaction ends: nobody may take it for done before
 * what this transaction changed can be seen.
 */
export async function addMarks(tx: SqlRunner, marks: RollupMarks, changed: readonly RollupMark[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(marks)} AS mark (time, drive_id)
    SELECT DISTINCT time, drive_id
    FROM unnest(
      ${list(changed.map(({ time }) => time.toISOString()))}::timestamptz[],
      ${list(changed.map(({ driveId }) => driveId))}::uuid[]
    ) AS changed (time, drive_id)
    -- In one order, so that two transactions do not wait for each other.
    ORDER BY time, drive_id
    ON CONFLICT (time, drive_id) DO UPDATE SET time = excluded.time WHERE false`;
}

/**
 * Takes at most `limit` marks of what began no later than `until`, the oldest first, by their time. One that another transaction
 * holds is waited for. What is read in a later statement contains all that led to the marks. Finding and taking are two statements,
 * because a cluster takes no rows by a lock that is asked for in an order.
 */
export async function takeMarks(
  tx: Transaction,
  marks: RollupMarks,
  until: Date,
  limit: number,
): Promise<Map<number, string[]>> {
  const due = await tx.$queryRaw<MarkRow[]>`
    SELECT time, drive_id::text FROM ${Prisma.raw(marks)}
    WHERE time <= ${until}
    ORDER BY time, drive_id LIMIT ${limit}`;
  if (due.length === 0) return new Map();
  const rows = await tx.$queryRaw<MarkRow[]>`
    DELETE FROM ${Prisma.raw(marks)} AS mark
    USING unnest(
      ${list(due.map(({ time }) => time.toISOString()))}::timestamptz[], ${list(due.map(({ drive_id }) => drive_id))}::uuid[]
    ) AS due (time, drive_id)
    WHERE mark.time = due.time AND mark.drive_id = due.drive_id
    RETURNING mark.time, mark.drive_id::text`;
  const byTime = Map.groupBy(
    rows.toSorted((a, b) => a.time.getTime() - b.time.getTime()),
    ({ time }) => time.getTime(),
  );
  return new Map([...byTime].map(([time, each]) => [time, each.map((row) => row.drive_id)]));
}

interface MarkRow {
  readonly time: Date;
  readonly drive_id: string;
}

/** Takes the marks of some drives of what began before `before`; those that another transaction holds are waited for. */
export async function takeMarksOf(
  tx: SqlRunner,
  marks: RollupMarks,
  driveIds: readonly string[],
  before: Date,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM ${Prisma.raw(marks)} WHERE drive_id = ANY(${driveIds}::uuid[]) AND time < ${before}`;
}
