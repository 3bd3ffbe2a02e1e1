import type { Transaction } from "../client.ts";

export interface DriveLatestRow {
  readonly driveId: string;
  readonly time: Date;
  readonly hostId: string;
  /** The agent's own count; null from agents that do not count. */
  readonly sequence: number | null;
  /** JSON text. */
  readonly smart: string;
  readonly verdict: string;
  /** JSON text. */
  readonly reasons: string;
  readonly verdictSince: Date;
}

/**
 * Sets the newest sample and verdict of drives, and when each was last seen. Which sample is the newest is decided
 * before, under the drives' locks: by the time alone it could not be, because a host's clock may be set back.
 */
export async function upsertDriveLatest(tx: Transaction, rows: readonly DriveLatestRow[]): Promise<void> {
  await tx.$executeRaw`
    WITH latest AS (
      INSERT INTO drive_latest (drive_id, time, host_id, sequence, smart, verdict, reasons, verdict_since)
      SELECT drive_id, time, host_id, sequence, smart::jsonb, verdict, reasons::jsonb, verdict_since
      FROM unnest(
        ${rows.map((row) => row.driveId)}::uuid[],
        ${rows.map((row) => row.time.toISOString())}::timestamptz[],
        ${rows.map((row) => row.hostId)}::uuid[],
        ${rows.map((row) => row.sequence?.toString() ?? null)}::bigint[],
        ${rows.map((row) => row.smart)}::text[],
        ${rows.map((row) => row.verdict)}::text[],
        ${rows.map((row) => row.reasons)}::text[],
        ${rows.map((row) => row.verdictSince.toISOString())}::timestamptz[]
      ) AS sample (drive_id, time, host_id, sequence, smart, verdict, reasons, verdict_since)
      ON CONFLICT (drive_id) DO UPDATE SET
        time = excluded.time, host_id = excluded.host_id, sequence = excluded.sequence, smart = excluded.smart,
        verdict = excluded.verdict, reasons = excluded.reasons, verdict_since = excluded.verdict_since
      RETURNING drive_id, time
    )
    UPDATE drive SET last_seen_at = latest.time FROM latest
    WHERE drive.id = latest.drive_id`;
}
