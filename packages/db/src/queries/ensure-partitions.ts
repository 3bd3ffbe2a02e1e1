import type { Database } from "../client.ts";

/** Makes the monthly partitions from the month of `from` to that of `to`; returns how many were missing. */
export async function ensureSmartSamplePartitions(db: Database, from: Date, to: Date): Promise<number> {
  const rows = await db.$queryRaw<{ created: number }[]>`
    SELECT count(*) FILTER (WHERE ensure_smart_sample_partition(month::date))::int AS created
    FROM generate_series(
      date_trunc('month', ${from.toISOString()}::timestamptz AT TIME ZONE 'UTC'),
      date_trunc('month', ${to.toISOString()}::timestamptz AT TIME ZONE 'UTC'),
      interval '1 month'
    ) AS month`;
  return rows[0]?.created ?? 0;
}

/** Months at once at most; the rest is found the next time. */
const strayMonthsLimit = 24;

/** Makes the monthly partitions of what stands in the default one, which moves there; returns how many were missing. */
export async function ensurePartitionsOfStraySamples(db: Database): Promise<number> {
  const rows = await db.$queryRaw<{ created: number }[]>`
    SELECT count(*) FILTER (WHERE ensure_smart_sample_partition(month))::int AS created
    FROM (
      SELECT DISTINCT date_trunc('month', time AT TIME ZONE 'UTC')::date AS month FROM smart_sample_default
      ORDER BY month DESC
      LIMIT ${strayMonthsLimit}
    ) AS stray`;
  return rows[0]?.created ?? 0;
}
