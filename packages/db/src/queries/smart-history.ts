import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** From `since` up to and including `until`. */
export interface TimeRange {
  readonly driveId: string;
  readonly since: Date;
  readonly until: Date;
}

export interface SmartHistoryQuery extends TimeRange {
  /** Length of one interval; the caller bounds how many there are. */
  readonly intervalSeconds: number;
}

/** What was sampled in one interval. Increases of counters may be wider than 128 bits: decimal text. */
export interface SmartHistoryRecord {
  /** When the interval begins: a multiple of its length since 1970. */
  readonly begins: Date;
  /** Time of the newest sample in the interval. */
  readonly time: Date;
  readonly samples: number;
  /** Of the samples that told one; absent where none did. */
  readonly temperatureKelvin:
    | { readonly min: number; readonly max: number; readonly sum: number; readonly count: number }
    | undefined;
  readonly percentageUsed: number;
  /** The least that was told. */
  readonly availableSparePercent: number;
  readonly dataUnitsReadIncrease: string;
  readonly dataUnitsWrittenIncrease: string;
  /** Length of the steps that the increases are of. */
  readonly coveredMs: number;
  /** At the newest sample. */
  readonly mediaErrors: string;
}

/** The last that a rollup knows of a drive: from its end on, samples tell. */
export interface RolledSoFar {
  /** When its newest hour, or day, begins. */
  readonly time: Date;
  readonly lastAt: Date;
  readonly dataUnitsRead: string;
  readonly dataUnitsWritten: string;
}

export type RolledTable = "smart_hour" | "smart_day";

/** Intervals sent at most. */
export const historyIntervalsLimit = 2000;

/**
 * A drive's samples, gathered in intervals; an interval without a sample is not there. The oldest first. Where something is known of
 * the time before them, the first step is counted from there.
 */
export async function readSampledHistory(
  db: Database,
  query: SmartHistoryQuery,
  before?: RolledSoFar,
): Promise<SmartHistoryRecord[]> {
  const rows = await db.$queryRaw<HistoryRow[]>`
    SELECT ${binOf(query)} AS begins, max(time) AS time, count(*) AS samples, count(kelvin) AS temperature_samples,
      min(kelvin) AS min_kelvin, max(kelvin) AS max_kelvin, sum(kelvin) AS sum_kelvin, max(percentage_used) AS percentage_used,
      min(available_spare_percent) AS available_spare_percent,
      coalesce(sum(CASE WHEN data_units_read >= read_before THEN data_units_read - read_before
        WHEN data_units_read < read_before THEN data_units_read END), 0)::text AS read_increase,
      coalesce(sum(CASE WHEN data_units_written >= written_before THEN data_units_written - written_before
        WHEN data_units_written < written_before THEN data_units_written END), 0)::text AS written_increase,
      (coalesce(sum(extract(epoch FROM time - before_at)), 0) * 1000)::bigint AS covered_ms,
      (array_agg(media_errors ORDER BY time DESC))[1]::text AS media_errors
    FROM (
      SELECT time, nullif(composite_temperature_kelvin, 0) AS kelvin, percentage_used, available_spare_percent, media_errors,
        data_units_read, data_units_written,
        coalesce(lag(time) OVER history, ${before?.lastAt ?? null}::timestamptz) AS before_at,
        coalesce(lag(data_units_read) OVER history, ${before?.dataUnitsRead ?? null}::numeric) AS read_before,
        coalesce(lag(data_units_written) OVER history, ${before?.dataUnitsWritten ?? null}::numeric) AS written_before
      FROM smart_sample
      WHERE drive_id = ${query.driveId}::uuid AND time >= ${query.since} AND time <= ${query.until}
      WINDOW history AS (ORDER BY time)
    ) AS step
    GROUP BY 1 ORDER BY 1 LIMIT ${historyIntervalsLimit}`;
  return rows.map(historyRecord);
}

/** The same of hours or days that are rolled up. */
export async function readRolledHistory(
  db: Database,
  table: RolledTable,
  query: SmartHistoryQuery,
): Promise<SmartHistoryRecord[]> {
  const rows = await db.$queryRaw<HistoryRow[]>`
    SELECT ${binOf(query)} AS begins, max(last_at) AS time, sum(samples) AS samples,
      sum(temperature_samples) AS temperature_samples, min(min_temperature_kelvin) AS min_kelvin,
      max(max_temperature_kelvin) AS max_kelvin, sum(sum_temperature_kelvin)::bigint AS sum_kelvin,
      max(max_percentage_used) AS percentage_used, min(min_available_spare_percent) AS available_spare_percent,
      sum(data_units_read_increase)::text AS read_increase,
      sum(data_units_written_increase)::text AS written_increase, sum(covered_ms)::bigint AS covered_ms,
      (array_agg(media_errors_last ORDER BY time DESC))[1]::text AS media_errors
    FROM ${Prisma.raw(table)}
    WHERE drive_id = ${query.driveId}::uuid AND time >= ${query.since} AND time <= ${query.until}
    GROUP BY 1 ORDER BY 1 LIMIT ${historyIntervalsLimit}`;
  return rows.map(historyRecord);
}

function binOf({ intervalSeconds }: SmartHistoryQuery): Prisma.Sql {
  return Prisma.sql`date_bin(${intervalSeconds} * interval '1 second', time, 'epoch'::timestamptz)`;
}

/** The newest hour, or day, of a drive that is rolled up and begins no later than `until`; undefined where none is. */
export async function readRolledSoFar(
  db: Database,
  table: RolledTable,
  { driveId, until }: Omit<TimeRange, "since">,
): Promise<RolledSoFar | undefined> {
  const [row] = await db.$queryRaw<{ time: Date; last_at: Date; units_read: string; units_written: string }[]>`
    SELECT time, last_at, data_units_read_last::text AS units_read, data_units_written_last::text AS units_written
    FROM ${Prisma.raw(table)}
    WHERE drive_id = ${driveId}::uuid AND time <= ${until}
    ORDER BY time DESC LIMIT 1`;
  if (row === undefined) return undefined;
  return {
    time: row.time,
    lastAt: row.last_at,
    dataUnitsRead: row.units_read,
    dataUnitsWritten: row.units_written,
  };
}

/** When the first sample of a range was taken that is still kept; undefined where there is none. */
export async function firstSampleTime(db: Database, { driveId, since, until }: TimeRange): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ time: Date | null }[]>`
    SELECT min(time) AS time FROM smart_sample
    WHERE drive_id = ${driveId}::uuid AND time >= ${since} AND time <= ${until} LIMIT 1`;
  return rows[0]?.time ?? undefined;
}

/** The same of what is rolled up, whether the sample is still kept or not. */
export async function firstRolledTime(db: Database, { driveId, since, until }: TimeRange): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ time: Date | null }[]>`
    SELECT least(
      (SELECT first_at FROM smart_hour WHERE drive_id = ${driveId}::uuid AND time >= ${since} AND time <= ${until}
        ORDER BY time LIMIT 1),
      (SELECT first_at FROM smart_day WHERE drive_id = ${driveId}::uuid AND time >= ${since} AND time <= ${until}
        ORDER BY time LIMIT 1)
    ) AS time LIMIT 1`;
  return rows[0]?.time ?? undefined;
}

interface HistoryRow {
  begins: Date;
  time: Date;
  samples: bigint;
  temperature_samples: bigint;
  min_kelvin: number | null;
  max_kelvin: number | null;
  sum_kelvin: bigint | null;
  percentage_used: number;
  available_spare_percent: number;
  read_increase: string;
  written_increase: string;
  covered_ms: bigint;
  media_errors: string;
}

function historyRecord(row: HistoryRow): SmartHistoryRecord {
  const { min_kelvin: min, max_kelvin: max, sum_kelvin: sum } = row;
  return {
    begins: row.begins,
    time: row.time,
    samples: Number(row.samples),
    temperatureKelvin:
      min === null || max === null || sum === null
        ? undefined
        : { min, max, sum: Number(sum), count: Number(row.temperature_samples) },
    percentageUsed: row.percentage_used,
    availableSparePercent: row.available_spare_percent,
    dataUnitsReadIncrease: row.read_increase,
    dataUnitsWrittenIncrease: row.written_increase,
    coveredMs: Number(row.covered_ms),
    mediaErrors: row.media_errors,
  };
}
