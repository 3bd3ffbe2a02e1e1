import type { Database } from "../client.ts";

/** Makes the daily partitions from the day of `from` to that of `to`, in UTC; returns how many were missing. */
export async function ensureSmartSamplePartitions(db: Database, from: Date, to: Date): Promise<number> {
  const rows = await db.$queryRaw<{ created: number }[]>`
    SELECT count(*) FILTER (WHERE ensure_smart_sample_partition(day::date))::int AS created
    FROM generate_series(${utcDay(from)}::date, ${utcDay(to)}::date, interval '1 day') AS day`;
  return rows[0]?.created ?? 0;
}

/** Days at once at most; the rest is found the next time. */
const strayDaysLimit = 40;

/** Makes the partitions of what is in the default one, which moves there; returns how many were missing. */
export async function ensurePartitionsOfStraySamples(db: Database): Promise<number> {
  const rows = await db.$queryRaw<{ created: number }[]>`
    SELECT count(*) FILTER (WHERE ensure_smart_sample_partition(day))::int AS created
    FROM (
      SELECT DISTINCT (time AT TIME ZONE 'UTC')::date AS day FROM smart_sample_default
      ORDER BY day DESC
      LIMIT ${strayDaysLimit}
    ) AS stray`;
  return rows[0]?.created ?? 0;
}

/** Days at once at most: more than are kept of raw samples. */
const dropDaysLimit = 1000;

/**
 * Drops the partitions of the days before the day of `before`, in UTC, the oldest first, each in a transaction of its own
 * so that no report waits for all of them; then what the default partition holds of that time. Returns the days dropped.
 */
export async function dropSmartSamplesBefore(db: Database, before: Date): Promise<string[]> {
  const first = utcDay(before);
  const days = await db.$queryRaw<{ day: string }[]>`
    SELECT replace(right(relname, 10), '_', '-') AS day
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'smart_sample'::regclass AND relname ~ '^smart_sample_\\d{4}_\\d{2}_\\d{2}$'
      AND to_date(right(relname, 10), 'YYYY_MM_DD') < ${first}::date
    ORDER BY day
    LIMIT ${dropDaysLimit}`;
  for (const { day } of days) await db.$queryRaw`SELECT drop_smart_sample_partition(${day}::date)`;
  await db.$executeRaw`DELETE FROM smart_sample_default WHERE time < ${first}::date::timestamp AT TIME ZONE 'UTC'`;
  return days.map(({ day }) => day);
}

function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
