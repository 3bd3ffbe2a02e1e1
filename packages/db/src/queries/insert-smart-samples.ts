import type { SqlRunner } from "../plain.ts";
import { list } from "./array-literal.ts";
import { markSampledHours } from "./mark-sampled-hours.ts";
import {
  type SmartLogRow,
  smartLogArrays,
  smartLogExcluded,
  smartLogNames,
  smartLogSelected,
} from "./smart-log-columns.ts";

/** One sample. */
export interface SmartSampleRow extends SmartLogRow {
  readonly driveId: string;
  readonly hostId: string;
  readonly time: Date;
  /** When it was the drive's newest, should it be that: by the server's clock where the host's is ahead. */
  readonly newestAt?: Date | undefined;
}

/**
 * Adds samples in one statement, and marks their hours; a drive has one sample at one time, so a second is left out. Which one is a drive's newest
 * is decided before, under the drives' locks: by the time alone it could not be, because a host's clock may be set back.
 */
export async function insertSmartSamples(tx: SqlRunner, rows: readonly SmartSampleRow[]): Promise<void> {
  await tx.$executeRaw`
    WITH sample AS MATERIALIZED (
      SELECT drive_id, host_id, time, newest_at, ${smartLogSelected}
      FROM unnest(
        ${list(rows.map(({ driveId }) => driveId))}::uuid[],
        ${list(rows.map(({ hostId }) => hostId))}::uuid[],
        ${list(rows.map(({ time }) => time.toISOString()))}::timestamptz[],
        ${list(rows.map(({ newestAt }) => newestAt?.toISOString() ?? null))}::timestamptz[],
        ${smartLogArrays(rows)}
      ) AS sample (drive_id, host_id, time, newest_at, ${smartLogNames})
    ), stored AS (
      INSERT INTO smart_sample (drive_id, host_id, time, ${smartLogNames})
      SELECT drive_id, host_id, time, ${smartLogNames} FROM sample
      ON CONFLICT (drive_id, time) DO NOTHING
    )
    INSERT INTO drive_latest (drive_id, time, ${smartLogNames})
    SELECT drive_id, newest_at, ${smartLogNames} FROM sample WHERE newest_at IS NOT NULL
    ON CONFLICT (drive_id) DO UPDATE SET time = excluded.time, ${smartLogExcluded}`;
  await markSampledHours(tx, rows);
}
