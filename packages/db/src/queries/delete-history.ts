import type { Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** What grows with a drive, and what it is called here. */
const driveTables = ["smart_sample", "smart_hour", "smart_day"] as const;

/**
 * Forgets what the worker has still to roll up and to judge of drives. It waits for the roll-up in hand, so that none writes hours of samples
 * that are being removed; takes its lock until the transaction ends.
 */
export async function deleteMarks(tx: Transaction, driveIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('smart_rollup'))::text`;
  await tx.$executeRaw`DELETE FROM smart_hour_mark WHERE drive_id = ANY (${driveIds}::uuid[])`;
  await tx.$executeRaw`DELETE FROM smart_day_mark WHERE drive_id = ANY (${driveIds}::uuid[])`;
  await tx.$executeRaw`DELETE FROM health_mark WHERE drive_id = ANY (${driveIds}::uuid[])`;
}

export interface DeletedHistory {
  readonly rows: number;
  /** Of them: of the drive's own word, not rolled up. */
  readonly samples: number;
}

/** Removes at most `limit` samples, hours and days of a drive, the oldest first. Fewer than the limit: there are no more. */
export async function deleteDriveHistory(tx: Transaction, driveId: string, limit: number): Promise<DeletedHistory> {
  let rows = 0;
  let samples = 0;
  for (const table of driveTables) {
    if (rows >= limit) break;
    const deleted = await deleteOldest(tx, table, driveId, limit - rows);
    rows += deleted;
    if (table === "smart_sample") samples += deleted;
  }
  return { rows, samples };
}

/** By the time of the first one that stays, so that each partition is read by its key and none is read whole. */
async function deleteOldest(
  tx: Transaction,
  table: (typeof driveTables)[number],
  driveId: string,
  limit: number,
): Promise<number> {
  const name = Prisma.raw(table);
  const [stays] = await tx.$queryRaw<{ time: Date }[]>`
    SELECT time FROM ${name} WHERE drive_id = ${driveId}::uuid ORDER BY time OFFSET ${limit} LIMIT 1`;
  const until = stays === undefined ? Prisma.empty : Prisma.sql`AND time < ${stays.time}`;
  return tx.$executeRaw`DELETE FROM ${name} WHERE drive_id = ${driveId}::uuid ${until}`;
}

/** Removes at most `limit` seconds of a run, in the order of their key. Fewer than the limit: there are no more. */
export async function deleteRunSeconds(tx: Transaction, runId: string, limit: number): Promise<number> {
  return tx.$executeRaw`
    WITH stays AS (
      SELECT point_sequence, ramp, second, direction FROM point_second WHERE run_id = ${runId}::uuid
      ORDER BY point_sequence, ramp, second, direction OFFSET ${limit} LIMIT 1
    )
    DELETE FROM point_second WHERE run_id = ${runId}::uuid AND (
      NOT EXISTS (SELECT FROM stays)
      OR (point_sequence, ramp, second, direction) < (SELECT point_sequence, ramp, second, direction FROM stays)
    )`;
}
