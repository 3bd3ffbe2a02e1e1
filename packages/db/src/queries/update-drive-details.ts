import type { Transaction } from "../client.ts";

export interface DriveDetailsRow {
  readonly id: string;
  /** JSON text. */
  readonly details: string;
  readonly time: Date;
  readonly hostId: string;
  /** The agent's own count; null from agents that do not count. */
  readonly sequence: number | null;
}

/** Writes what drives told of themselves. Which word is the newest is decided before, under the drives' locks. */
export async function updateDriveDetails(tx: Transaction, rows: readonly DriveDetailsRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive SET
      details = told.details::jsonb, details_at = told.time,
      details_host_id = told.host_id, details_sequence = told.sequence
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.details)}::text[],
      ${rows.map((row) => row.time.toISOString())}::timestamptz[],
      ${rows.map((row) => row.hostId)}::uuid[],
      ${rows.map((row) => row.sequence?.toString() ?? null)}::bigint[]
    ) AS told (id, details, time, host_id, sequence)
    WHERE drive.id = told.id`;
}
