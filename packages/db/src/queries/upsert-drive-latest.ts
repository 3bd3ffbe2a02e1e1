import type { Transaction } from "../client.ts";

export interface DriveLatestRow {
  readonly driveId: string;
  readonly time: Date;
  readonly hostId: string;
  /** The agent's own count; null from agents that do not count. */
  readonly sequence: number | null;
  /** JSON text. */
  readonly smart: string;
}

/**
 * Sets the newest sample of drives, and when each was last seen. Which sample is the newest is decided before, under the
 * drives' locks: by the time alone it could not be, because a host's clock may be set back.
 */
export async function upsertDriveLatest(tx: Transaction, rows: readonly DriveLatestRow[]): Promise<void> {
  await tx.$executeRaw`
    WITH latest AS (
      INSERT INTO drive_latest (drive_id, time, host_id, sequence, smart)
      SELECT drive_id, time, host_id, sequence, smart::jsonb
      FROM unnest(
        ${rows.map((row) => row.driveId)}::uuid[],
        ${rows.map((row) => row.time.toISOString())}::timestamptz[],
        ${rows.map((row) => row.hostId)}::uuid[],
        ${rows.map((row) => row.sequence?.toString() ?? null)}::bigint[],
        ${rows.map((row) => row.smart)}::text[]
      ) AS sample (drive_id, time, host_id, sequence, smart)
      ON CONFLICT (drive_id) DO UPDATE SET
        time = excluded.time, host_id = excluded.host_id, sequence = excluded.sequence, smart = excluded.smart
      RETURNING drive_id, time
    )
    UPDATE drive SET last_seen_at = latest.time FROM latest
    WHERE drive.id = latest.drive_id`;
}
