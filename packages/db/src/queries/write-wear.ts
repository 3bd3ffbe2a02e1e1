import type { Transaction } from "../client.ts";

/** The wear of a drive, as it was computed. */
export interface WearRow {
  readonly driveId: string;
  readonly computedAt: Date;
  readonly bytesPerDay7: number | null;
  readonly bytesPerDay30: number | null;
  readonly bytesPerDay90: number | null;
  readonly dwpd7: number | null;
  readonly dwpd30: number | null;
  readonly dwpd90: number | null;
  readonly writeAmplification7: number | null;
  readonly writeAmplification30: number | null;
  readonly limitPercent: number;
  readonly kind: string;
  readonly basis: string | null;
  readonly percentPerDay: number | null;
  readonly earliestEnd: Date | null;
  readonly likelyEnd: Date | null;
  readonly latestEnd: Date | null;
}

/** Replaces what was computed of drives before; of those that are removed meanwhile nothing is kept. */
export async function writeWear(tx: Transaction, rows: readonly WearRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO drive_wear (
      drive_id, computed_at, bytes_per_day_7, bytes_per_day_30, bytes_per_day_90, dwpd_7, dwpd_30, dwpd_90,
      write_amplification_7, write_amplification_30, limit_percent, kind, basis, percent_per_day, earliest_end, likely_end, latest_end
    )
    SELECT wear.* FROM unnest(
      ${rows.map((row) => row.driveId)}::uuid[],
      ${rows.map((row) => row.computedAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.bytesPerDay7)}::float8[],
      ${rows.map((row) => row.bytesPerDay30)}::float8[],
      ${rows.map((row) => row.bytesPerDay90)}::float8[],
      ${rows.map((row) => row.dwpd7)}::float8[],
      ${rows.map((row) => row.dwpd30)}::float8[],
      ${rows.map((row) => row.dwpd90)}::float8[],
      ${rows.map((row) => row.writeAmplification7)}::float8[],
      ${rows.map((row) => row.writeAmplification30)}::float8[],
      ${rows.map((row) => row.limitPercent)}::smallint[],
      ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.basis)}::text[],
      ${rows.map((row) => row.percentPerDay)}::float8[],
      ${rows.map((row) => iso(row.earliestEnd))}::timestamptz[],
      ${rows.map((row) => iso(row.likelyEnd))}::timestamptz[],
      ${rows.map((row) => iso(row.latestEnd))}::timestamptz[]
    ) AS wear (drive_id)
    JOIN drive ON drive.id = wear.drive_id
    ON CONFLICT (drive_id) DO UPDATE SET
      computed_at = excluded.computed_at, bytes_per_day_7 = excluded.bytes_per_day_7,
      bytes_per_day_30 = excluded.bytes_per_day_30, bytes_per_day_90 = excluded.bytes_per_day_90, dwpd_7 = excluded.dwpd_7,
      dwpd_30 = excluded.dwpd_30, dwpd_90 = excluded.dwpd_90,
      write_amplification_7 = excluded.write_amplification_7, write_amplification_30 = excluded.write_amplification_30,
      limit_percent = excluded.limit_percent, kind = excluded.kind,
      basis = excluded.basis, percent_per_day = excluded.percent_per_day, earliest_end = excluded.earliest_end,
      likely_end = excluded.likely_end, latest_end = excluded.latest_end`;
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
