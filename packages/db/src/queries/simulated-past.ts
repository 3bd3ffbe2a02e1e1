import type { SqlRunner } from "../plain.ts";

/** When some drives were sampled, as far as samples are kept. */
export async function readSampledTimes(
  tx: SqlRunner,
  driveIds: readonly string[],
): Promise<{ readonly driveId: string; readonly time: Date }[]> {
  return tx.$queryRaw`
    SELECT drive_id::text AS "driveId", time FROM smart_sample WHERE drive_id = ANY(${driveIds}::uuid[])
    -- Of simulated drives alone, which are made with so many.
    LIMIT 10000000`;
}

/** Removes the hours from `from` to before `hoursTo`, and the days to before `daysTo`, and what was told from them. */
export async function clearRollups(
  tx: SqlRunner,
  driveIds: readonly string[],
  { from, hoursTo, daysTo }: { readonly from: Date; readonly hoursTo: Date; readonly daysTo: Date },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM smart_hour
    WHERE drive_id = ANY(${driveIds}::uuid[]) AND time >= date_trunc('hour', ${from}::timestamptz, 'UTC') AND time < ${hoursTo}`;
  await tx.$executeRaw`
    DELETE FROM smart_day
    WHERE drive_id = ANY(${driveIds}::uuid[]) AND time >= date_trunc('day', ${from}::timestamptz, 'UTC') AND time < ${daysTo}`;
  await tx.$executeRaw`DELETE FROM drive_wear WHERE drive_id = ANY(${driveIds}::uuid[])`;
}
