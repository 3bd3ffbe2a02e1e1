import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { keepLatestSamples } from "./keep-latest-samples.ts";

/** Tables in partitions of time, and how long a partition is (time_partition in the migration). */
const units = { smart_sample: "day", smart_hour: "month", smart_day: "year" } as const;
export type TimeTable = keyof typeof units;

/** Makes the partitions from that of `from` to that of `to`, in UTC; returns how many were missing. */
export async function ensureTimePartitions(db: Database, table: TimeTable, from: Date, to: Date): Promise<number> {
  const rows = await db.$queryRaw<{ created: number }[]>`
    SELECT count(*) FILTER (WHERE ensure_time_partition(${table}, day::date))::int AS created
    FROM generate_series(
      date_trunc(${units[table]}, ${utcDay(from)}::timestamp), ${utcDay(to)}::timestamp, ${`1 ${units[table]}`}::interval
    ) AS day`;
  return rows[0]?.created ?? 0;
}

/** Partitions at once at most; the rest is found the next time. */
const straysLimit = 40;

/**
 * Makes the partitions of what is in the default one from `from` on, which moves there; returns how many were missing. What is
 * older stays where it is until it is rolled up and dropped.
 */
export async function ensurePartitionsOfStrays(db: Database, table: TimeTable, from: Date): Promise<number> {
  // The default partition is read in a statement of its own: whoever makes a partition waits for its readers.
  const rows = await db.$queryRaw<{ day: string }[]>`
    SELECT DISTINCT date_trunc(${units[table]}, time AT TIME ZONE 'UTC')::date::text AS day
    FROM ${Prisma.raw(`${table}_default`)}
    WHERE time >= ${from}
    ORDER BY day DESC
    LIMIT ${straysLimit}`;
  let created = 0;
  for (const { day } of rows) created += await ensureTimePartitions(db, table, new Date(day), new Date(day));
  return created;
}

/** Partitions at once at most: more than are kept. */
const dropLimit = 1000;

/**
 * Drops the partitions that end no later than the day of `before` begins, in UTC, the oldest first, each in a transaction of its
 * own so that no report waits for all of them; then what the default partition holds of that time. What is not rolled up yet
 * stays, and so does what a drive said last. Returns the names of the partitions dropped.
 */
export async function dropTimeBefore(db: Database, table: TimeTable, before: Date): Promise<string[]> {
  if (table === "smart_sample") await keepLatestSamples(db, before);
  const rows = await db.$queryRaw<{ name: string; day: string }[]>`
    SELECT relname AS name, day::text AS day
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    CROSS JOIN LATERAL (
      SELECT to_date(substr(relname, length(${table}::text) + 2), ${dayFormats[units[table]]}) AS day
    ) AS named
    WHERE inhparent = to_regclass(${table}) AND relname ~ ('^' || ${table}::text || '(_\\d+)+$')
      AND (time_partition(${table}, day)).upper_bound <= ${utcDay(before)}::timestamp AT TIME ZONE 'UTC'
    ORDER BY day
    LIMIT ${dropLimit}`;
  const dropped: string[] = [];
  for (const { name, day } of rows) {
    const [row] = await db.$queryRaw<{ gone: boolean }[]>`SELECT drop_time_partition(${table}, ${day}::date) AS gone`;
    if (row?.gone) dropped.push(name);
  }
  await dropStraysBefore(db, table, before);
  return dropped;
}

const dayFormats = { day: "YYYY_MM_DD", month: "YYYY_MM", year: "YYYY" } as const;

async function dropStraysBefore(db: Database, table: TimeTable, before: Date): Promise<void> {
  const strays = Prisma.raw(`${table}_default AS stray`);
  const ended = Prisma.sql`${utcDay(before)}::timestamp AT TIME ZONE 'UTC'`;
  await db.$executeRaw`DELETE FROM ${strays} WHERE time < ${ended} ${unmarked[table]}`;
}

/** What is marked has not been rolled up, or added up, yet. */
const unmarked: Record<TimeTable, Prisma.Sql> = {
  smart_sample: Prisma.sql`AND NOT EXISTS (
    SELECT 1 FROM smart_hour_mark AS mark
    WHERE mark.drive_id = stray.drive_id AND mark.time = date_trunc('hour', stray.time, 'UTC'))`,
  smart_hour: Prisma.sql`AND NOT EXISTS (
    SELECT 1 FROM smart_day_mark AS mark
    WHERE mark.drive_id = stray.drive_id AND mark.time = date_trunc('day', stray.time, 'UTC'))`,
  smart_day: Prisma.empty,
};

function utcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
