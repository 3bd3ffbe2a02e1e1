import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** What a day of a drive came to, for the figures that its page begins with. Counters may be wider than 64 bits: decimal text. */
export interface FigureDay {
  /** When it begins, in UTC. */
  readonly time: Date;
  /** Of its first and its last sample. */
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Of the samples that told one; null where none did. */
  readonly meanKelvin: number | null;
  readonly maxKelvin: number | null;
  /** The most that was told. */
  readonly percentageUsed: number;
  readonly minPercentageUsed: number;
  /** The least that was told. */
  readonly availableSparePercent: number;
  readonly maxAvailableSparePercent: number;
  readonly dataUnitsWrittenIncrease: string;
  readonly mediaErrorsIncrease: string;
  readonly powerOnHoursIncrease: string;
}

const figures = Prisma.sql`
  time, first_at AS "firstAt", last_at AS "lastAt",
  sum_temperature_kelvin::float8 / nullif(temperature_samples, 0) AS "meanKelvin", max_temperature_kelvin AS "maxKelvin",
  max_percentage_used AS "percentageUsed", min_percentage_used AS "minPercentageUsed",
  min_available_spare_percent AS "availableSparePercent", max_available_spare_percent AS "maxAvailableSparePercent",
  data_units_written_increase::text AS "dataUnitsWrittenIncrease",
  media_errors_increase::text AS "mediaErrorsIncrease", power_on_hours_increase::text AS "powerOnHoursIncrease"`;

/** The days of a drive since a time, the first first. */
export async function readFigureDays(
  db: Database,
  { driveId, since, limit }: { readonly driveId: string; readonly since: Date; readonly limit: number },
): Promise<FigureDay[]> {
  return db.$queryRaw<FigureDay[]>`
    SELECT ${figures} FROM smart_day
    WHERE drive_id = ${driveId}::uuid AND time >= ${since}
    ORDER BY time LIMIT ${limit}`;
}

/** The last day of a drive before a time, wherever it lies. */
export async function readFigureDayBefore(
  db: Database,
  { driveId, time }: { readonly driveId: string; readonly time: Date },
): Promise<FigureDay | undefined> {
  const [day] = await db.$queryRaw<FigureDay[]>`
    SELECT ${figures} FROM smart_day
    WHERE drive_id = ${driveId}::uuid AND time < ${time}
    ORDER BY time DESC LIMIT 1`;
  return day;
}
