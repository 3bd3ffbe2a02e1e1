import type { Database } from "../client.ts";

export interface SmartHistoryQuery {
  readonly driveId: string;
  readonly since: Date;
  readonly until: Date;
  /** Length of one interval; the caller bounds how many there are. */
  readonly intervalSeconds: number;
}

/** What was sampled in one interval. Counters are those of its newest sample, 128 bits wide, as decimal text. */
export interface SmartHistoryRecord {
  /** Time of the newest sample in the interval. */
  readonly time: Date;
  readonly samples: number;
  readonly minTemperatureKelvin: number;
  readonly maxTemperatureKelvin: number;
  readonly temperatureKelvin: number;
  readonly percentageUsed: number;
  readonly dataUnitsRead: string;
  readonly dataUnitsWritten: string;
  readonly mediaErrors: string;
}

const maxIntervals = 2000;

/** A drive's samples, gathered in intervals; an interval without a sample is not there. The oldest first. */
export async function readSmartHistory(db: Database, query: SmartHistoryQuery): Promise<SmartHistoryRecord[]> {
  const rows = await db.$queryRaw<HistoryRow[]>`
    SELECT max(time) AS time, count(*) AS samples,
      min(composite_temperature_kelvin) AS min_kelvin, max(composite_temperature_kelvin) AS max_kelvin,
      (array_agg(composite_temperature_kelvin ORDER BY time DESC))[1] AS kelvin,
      (array_agg(percentage_used ORDER BY time DESC))[1] AS percentage_used,
      (array_agg(data_units_read ORDER BY time DESC))[1]::text AS data_units_read,
      (array_agg(data_units_written ORDER BY time DESC))[1]::text AS data_units_written,
      (array_agg(media_errors ORDER BY time DESC))[1]::text AS media_errors
    FROM smart_sample
    WHERE drive_id = ${query.driveId}::uuid AND time >= ${query.since} AND time <= ${query.until}
    GROUP BY date_bin(${query.intervalSeconds} * interval '1 second', time, 'epoch'::timestamptz)
    ORDER BY max(time) LIMIT ${maxIntervals}`;
  return rows.map(historyRecord);
}

/** When the first sample of a range was taken; undefined where it has none. */
export async function firstSampleTime(
  db: Database,
  { driveId, since, until }: Omit<SmartHistoryQuery, "intervalSeconds">,
): Promise<Date | undefined> {
  const rows = await db.$queryRaw<{ time: Date | null }[]>`
    SELECT min(time) AS time FROM smart_sample
    WHERE drive_id = ${driveId}::uuid AND time >= ${since} AND time <= ${until} LIMIT 1`;
  return rows[0]?.time ?? undefined;
}

interface HistoryRow {
  time: Date;
  samples: bigint;
  min_kelvin: number;
  max_kelvin: number;
  kelvin: number;
  percentage_used: number;
  data_units_read: string;
  data_units_written: string;
  media_errors: string;
}

function historyRecord(row: HistoryRow): SmartHistoryRecord {
  return {
    time: row.time,
    samples: Number(row.samples),
    minTemperatureKelvin: row.min_kelvin,
    maxTemperatureKelvin: row.max_kelvin,
    temperatureKelvin: row.kelvin,
    percentageUsed: row.percentage_used,
    dataUnitsRead: row.data_units_read,
    dataUnitsWritten: row.data_units_written,
    mediaErrors: row.media_errors,
  };
}
