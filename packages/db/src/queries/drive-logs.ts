import type { Transaction } from "../client.ts";

/** A row of drive_logs; `logs` and `history` are JSON. */
export interface DriveLogsRow {
  readonly driveId: string;
  readonly toldAt: Date;
  readonly hostId: string;
  readonly sequence: number | null;
  readonly logs: unknown;
  readonly history: unknown;
}

/** What drives told of their logs before; those that told nothing yet are not among them. */
export async function readDriveLogs(tx: Transaction, driveIds: readonly string[]): Promise<DriveLogsRow[]> {
  if (driveIds.length === 0) return [];
  return tx.$queryRaw<DriveLogsRow[]>`
    SELECT drive_id::text AS "driveId", told_at AS "toldAt", host_id::text AS "hostId", sequence::float8 AS sequence, logs, history
    FROM drive_logs WHERE drive_id = ANY (${driveIds}::uuid[])`;
}

export interface WrittenDriveLogs extends Omit<DriveLogsRow, "logs" | "history"> {
  /** JSON text. */
  readonly logs: string;
  readonly history: string;
  readonly capacitorPercent: number | null;
}

/** Replaces what drives told of their logs. Which word is the newest is decided before, under the drives' locks. */
export async function writeDriveLogs(tx: Transaction, rows: readonly WrittenDriveLogs[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_logs (drive_id, told_at, host_id, sequence, logs, history, capacitor_percent)
    SELECT told.drive_id, told.told_at, told.host_id, told.sequence, told.logs::jsonb, told.history::jsonb, told.capacitor
    FROM unnest(
      ${rows.map((row) => row.driveId)}::uuid[],
      ${rows.map((row) => row.toldAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.hostId)}::uuid[],
      ${rows.map((row) => row.sequence?.toString() ?? null)}::bigint[],
      ${rows.map((row) => row.logs)}::text[],
      ${rows.map((row) => row.history)}::text[],
      ${rows.map((row) => row.capacitorPercent)}::int[]
    ) AS told (drive_id, told_at, host_id, sequence, logs, history, capacitor)
    ON CONFLICT (drive_id) DO UPDATE SET
      told_at = excluded.told_at, host_id = excluded.host_id, sequence = excluded.sequence, logs = excluded.logs,
      history = excluded.history, capacitor_percent = excluded.capacitor_percent`;
}
