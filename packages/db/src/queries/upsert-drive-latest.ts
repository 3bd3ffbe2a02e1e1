import type { Transaction } from "../client.ts";
import { list, textList } from "./array-literal.ts";

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
 * Sets the newest sample of drives. Which sample is the newest is decided before, under the drives' locks: by the time
 * alone it could not be, because a host's clock may be set back.
 */
export async function upsertDriveLatest(tx: Transaction, rows: readonly DriveLatestRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_latest (drive_id, time, host_id, sequence, smart)
    SELECT drive_id, time, host_id, sequence, smart::jsonb
    FROM unnest(
      ${list(rows.map((row) => row.driveId))}::uuid[],
      ${list(rows.map((row) => row.time.toISOString()))}::timestamptz[],
      ${list(rows.map((row) => row.hostId))}::uuid[],
      ${list(rows.map((row) => row.sequence))}::bigint[],
      ${textList(rows.map((row) => row.smart))}::text[]
    ) AS sample (drive_id, time, host_id, sequence, smart)
    ON CONFLICT (drive_id) DO UPDATE SET
      time = excluded.time, host_id = excluded.host_id, sequence = excluded.sequence, smart = excluded.smart`;
}
