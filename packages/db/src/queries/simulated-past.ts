import type { SqlRunner } from "../plain.ts";

/** More than the lines of one transaction may hold, and than hosts tell beside them. */
const timesLimit = 1_000_000;

/** When some drives were sampled from a time on, as far as samples are kept. */
export async function readSampledTimes(
  tx: SqlRunner,
  driveIds: readonly string[],
  from: Date,
): Promise<{ readonly driveId: string; readonly time: Date }[]> {
  return tx.$queryRaw`
    SELECT drive_id::text AS "driveId", time FROM smart_sample
    WHERE drive_id = ANY(${driveIds}::uuid[]) AND time >= ${from} LIMIT ${timesLimit}`;
}

/** Removes the hours from `from` to before `hoursTo`, and the days to before `daysTo`. */
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
}

/** What was computed of their wear; their marks are held before, as by the worker. */
export async function forgetWear(tx: SqlRunner, driveIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM drive_wear WHERE drive_id = ANY(${driveIds}::uuid[])`;
}
