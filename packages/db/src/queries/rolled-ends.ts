import type { Transaction } from "../client.ts";

/** What was rolled up of an hour of a drive, and when the next hour begins that is. */
export interface RolledEnd {
  readonly lastAt: Date;
  readonly nextHour: Date | undefined;
}

/** The last sample of an hour of some drives, as it is rolled up; without those of which it is not. */
export async function readRolledEnds(
  tx: Transaction,
  driveIds: readonly string[],
  hour: Date,
): Promise<Map<string, RolledEnd>> {
  const rows = await tx.$queryRaw<{ drive_id: string; last_at: Date; next_hour: Date | null }[]>`
    SELECT drive_id::text AS drive_id, last_at,
      (SELECT next.time FROM smart_hour AS next
        WHERE next.drive_id = kept.drive_id AND next.time > ${hour} ORDER BY next.time LIMIT 1) AS next_hour
    FROM smart_hour AS kept
    WHERE drive_id = ANY(${driveIds}::uuid[]) AND time = ${hour}
    LIMIT ${driveIds.length}`;
  return new Map(rows.map((row) => [row.drive_id, { lastAt: row.last_at, nextHour: row.next_hour ?? undefined }]));
}
