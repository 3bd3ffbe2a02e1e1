import type { Transaction } from "../client.ts";

export interface DriveDetailsRow {
  readonly id: string;
  /** JSON text. */
  readonly details: string;
  readonly at: Date;
}

/** Writes what drives told of themselves; one that is older than what is stored changes nothing. */
export async function updateDriveDetails(tx: Transaction, rows: readonly DriveDetailsRow[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE drive SET details = told.details::jsonb, details_at = told.at
    FROM unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.details)}::text[],
      ${rows.map((row) => row.at.toISOString())}::timestamptz[]
    ) AS told (id, details, at)
    WHERE drive.id = told.id AND (drive.details_at IS NULL OR drive.details_at <= told.at)`;
}
