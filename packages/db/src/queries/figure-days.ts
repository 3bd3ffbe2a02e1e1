import type { Database } from "../client.ts";

/** What a day of a drive came to, for the figures that its page begins with. Counters may be wider than 64 bits: decimal text. */
export interface FigureDay {
  /** When it begins, in UTC. */
  readonly time: Date;
  /** Of its first and its last sample. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** How long the increases took: from the sample before its first one, wherever that lies. */
  readonly coveredMs: number;
  /** Of the samples that told one; null where none did. */
  readonly meanKelvin: number | null;
  readonly maxKelvin: number | null;
  /** The most that was told. */
  readonly percentageUsed: number;
  /** The least that was told. */
  readonly availableSparePercent: number;
  readonly dataUnitsWrittenIncrease: string;
  readonly mediaErrorsIncrease: string;
  readonly powerOnHoursIncrease: string;
}

/** The days of a drive since a time, the first first. */
export async function readFigureDays(
  db: Database,
  { driveId, since, limit }: { readonly driveId: string; readonly since: Date; readonly limit: number },
): Promise<FigureDay[]> {
  return db.$queryRaw<FigureDay[]>`
    SELECT time, first_at AS "firstAt", last_at AS "lastAt", covered_ms::float8 AS "coveredMs",
      sum_temperature_kelvin::float8 / nullif(temperature_samples, 0) AS "meanKelvin",
      max_temperature_kelvin AS "maxKelvin", max_percentage_used AS "percentageUsed",
      min_available_spare_percent AS "availableSparePercent",
      data_units_written_increase::text AS "dataUnitsWrittenIncrease",
      media_errors_increase::text AS "mediaErrorsIncrease", power_on_hours_increase::text AS "powerOnHoursIncrease"
    FROM smart_day
    WHERE drive_id = ${driveId}::uuid AND time >= ${since}
    ORDER BY time LIMIT ${limit}`;
}
