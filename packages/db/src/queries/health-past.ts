import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { type OpenConditionRow, openConditions, type ThresholdRow, thresholdsOf } from "./lock-drives.ts";

/** What the past of a drive is judged beside. */
export interface JudgedDriveRow {
  readonly id: string;
  readonly model: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | null;
  readonly warningTemperatureKelvin: number | null;
  readonly criticalTemperatureKelvin: number | null;
  /** Since when it is in its host, however often it was reseated there; null while it is in none. */
  readonly hostSince: Date | null;
  readonly sampledAt: Date | null;
  readonly lookAgain: boolean;
  readonly wearComputedAt: Date | null;
  readonly conditions: readonly OpenConditionRow[];
  readonly thresholds: readonly ThresholdRow[] | null;
}

/** What is known of some drives now; nobody is kept from changing them. */
export async function readJudgedDrives(tx: Transaction, driveIds: readonly string[]): Promise<JudgedDriveRow[]> {
  return tx.$queryRaw<JudgedDriveRow[]>`
    SELECT drive.id, drive.model, drive.firmware, drive.capacity_bytes AS "capacityBytes",
      state.warning_temperature_kelvin AS "warningTemperatureKelvin",
      state.critical_temperature_kelvin AS "criticalTemperatureKelvin",
      ${hostSince} AS "hostSince", reading.sampled_at AS "sampledAt",
      state.look_again AS "lookAgain", wear.computed_at AS "wearComputedAt",
      ${openConditions} AS conditions, ${thresholdsOf} AS thresholds
    FROM drive
    JOIN drive_state AS state ON state.drive_id = drive.id
    JOIN drive_reading AS reading ON reading.drive_id = drive.id
    LEFT JOIN drive_wear AS wear ON wear.drive_id = drive.id
    WHERE drive.id = ANY (${driveIds}::uuid[])
    ORDER BY drive.id
    LIMIT ${driveIds.length}`;
}

const hostSince = Prisma.sql`CASE WHEN state.host_id IS NOT NULL THEN coalesce((
  SELECT min(here.first_seen_at) FROM drive_sighting AS here
  WHERE here.drive_id = drive.id AND here.host_id = state.host_id AND here.first_seen_at > coalesce((
    SELECT max(elsewhere.first_seen_at) FROM drive_sighting AS elsewhere
    WHERE elsewhere.drive_id = drive.id AND elsewhere.host_id <> state.host_id
  ), '-infinity')
), state.host_since) END`;

/** A part of a drive's past in which a counter grew that should not, or fell. */
export interface EventfulPart {
  readonly driveId: string;
  /** Of its last sample. */
  readonly at: Date;
  readonly mediaErrors: number;
  readonly unsafeShutdowns: number;
  readonly warningMinutes: number;
  readonly criticalMinutes: number;
  readonly throttleTransitions: number;
  /** How often a counter fell that never should. */
  readonly falls: number;
}

/** Hours of the last days before `until`, and whole days of what is older: few, however restless the drives are. */
export async function readEventfulParts(
  tx: Transaction,
  driveIds: readonly string[],
  { since, hoursSince }: { readonly since: Date; readonly hoursSince: Date },
): Promise<EventfulPart[]> {
  return tx.$queryRaw<EventfulPart[]>`
    SELECT drive_id::text AS "driveId", max(last_at) AS at, sum(media_errors_increase)::float8 AS "mediaErrors",
      sum(unsafe_shutdowns_increase)::float8 AS "unsafeShutdowns",
      sum(warning_temperature_time_minutes_increase)::float8 AS "warningMinutes",
      sum(critical_temperature_time_minutes_increase)::float8 AS "criticalMinutes",
      sum(throttle_transitions_increase)::float8 AS "throttleTransitions",
      sum(media_errors_resets + data_units_written_resets + power_on_hours_resets)::float8 AS falls
    FROM smart_hour
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND time >= ${since} AND ${eventful}
    GROUP BY drive_id, CASE WHEN time >= ${hoursSince} THEN time ELSE date_trunc('day', time, 'UTC') END
    ORDER BY drive_id, at`;
}

/** Word for word as the index of such hours has it (see the migration). */
const eventful = Prisma.raw(`(media_errors_increase > 0 OR unsafe_shutdowns_increase > 0
  OR warning_temperature_time_minutes_increase > 0 OR critical_temperature_time_minutes_increase > 0
  OR throttle_transitions_increase > 0 OR media_errors_resets > 0 OR data_units_written_resets > 0
  OR power_on_hours_resets > 0)`);

/** Media errors that a drive had before anything was known of it, and when its first sample was taken. */
export interface FirstMediaErrors {
  readonly driveId: string;
  readonly at: Date;
  /** Decimal text. */
  readonly mediaErrors: string;
}

/** Of drives that have some. */
export async function readFirstMediaErrors(
  tx: Transaction,
  driveIds: readonly string[],
  hoursSince: Date,
): Promise<Map<string, FirstMediaErrors>> {
  if (driveIds.length === 0) return new Map();
  // Its first day is added up at the end of that day; until then its hours tell.
  const first = (table: "smart_hour" | "smart_day", since: Date) => tx.$queryRaw<FirstMediaErrors[]>`
    SELECT DISTINCT ON (drive_id) drive_id::text AS "driveId", first_at AS at, media_errors_first::text AS "mediaErrors"
    FROM ${Prisma.raw(table)} WHERE drive_id = ANY (${driveIds}::uuid[]) AND time >= ${since}
    ORDER BY drive_id, time`;
  const hours = await first("smart_hour", hoursSince);
  const days = await first("smart_day", new Date(0));
  return new Map([...hours, ...days].map((row) => [row.driveId, row]));
}

/** The last sample of each minute. */
export interface RecentSample {
  readonly driveId: string;
  readonly time: Date;
  /** null where it told none. */
  readonly temperatureKelvin: number | null;
  readonly criticalWarning: number;
}

export async function readRecentSamples(
  tx: Transaction,
  driveIds: readonly string[],
  since: Date,
): Promise<RecentSample[]> {
  if (driveIds.length === 0) return [];
  return tx.$queryRaw<RecentSample[]>`
    SELECT DISTINCT ON (drive_id, date_trunc('minute', time)) drive_id::text AS "driveId", time,
      nullif(composite_temperature_kelvin, 0) AS "temperatureKelvin", critical_warning AS "criticalWarning"
    FROM smart_sample WHERE drive_id = ANY (${driveIds}::uuid[]) AND time >= ${since}
    ORDER BY drive_id, date_trunc('minute', time), time DESC`;
}

/** How warm an hour was, and whether anything was read or written. */
export interface WarmHour {
  readonly driveId: string;
  readonly time: Date;
  readonly minTemperatureKelvin: number;
  readonly maxTemperatureKelvin: number;
  readonly idle: boolean;
}

export async function readWarmHours(tx: Transaction, driveIds: readonly string[], since: Date): Promise<WarmHour[]> {
  if (driveIds.length === 0) return [];
  return tx.$queryRaw<WarmHour[]>`
    SELECT drive_id::text AS "driveId", time, min_temperature_kelvin AS "minTemperatureKelvin",
      max_temperature_kelvin AS "maxTemperatureKelvin",
      data_units_read_increase = 0 AND data_units_written_increase = 0 AS idle
    FROM smart_hour
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND time >= ${since} AND temperature_samples > 0
    ORDER BY drive_id, time`;
}

/** A day of a drive as its wear is told by. */
export interface WearDayRow {
  readonly driveId: string;
  readonly time: Date;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** By the drive's own clock, at its first and its last sample. */
  readonly firstPowerOnHours: number;
  readonly lastPowerOnHours: number;
  readonly maxPercentageUsed: number;
  readonly minSparePercent: number;
  /** Data units written: how much more, and how many at its last sample; decimal text. */
  readonly unitsIncrease: string;
  readonly unitsLast: string;
  readonly resets: number;
  readonly coveredMs: number;
}

export async function readWearDays(
  db: Database | Transaction,
  driveIds: readonly string[],
  since: Date,
): Promise<WearDayRow[]> {
  if (driveIds.length === 0) return [];
  return db.$queryRaw<WearDayRow[]>`
    SELECT drive_id::text AS "driveId", time, ${wearDayColumns} FROM smart_day
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND time >= ${since}
    ORDER BY drive_id, time`;
}

/** The last day before a time, of those drives that have one. */
export async function readDaysBefore(
  db: Database | Transaction,
  driveIds: readonly string[],
  before: Date,
): Promise<WearDayRow[]> {
  if (driveIds.length === 0) return [];
  return db.$queryRaw<WearDayRow[]>`
    SELECT DISTINCT ON (drive_id) drive_id::text AS "driveId", time, ${wearDayColumns} FROM smart_day
    WHERE drive_id = ANY (${driveIds}::uuid[]) AND time < ${before}
    ORDER BY drive_id, time DESC`;
}

const wearDayColumns = Prisma.raw(`first_at AS "firstAt", last_at AS "lastAt",
  power_on_hours_first::float8 AS "firstPowerOnHours", power_on_hours_last::float8 AS "lastPowerOnHours",
  max_percentage_used AS "maxPercentageUsed", min_available_spare_percent AS "minSparePercent",
  data_units_written_increase::text AS "unitsIncrease", data_units_written_last::text AS "unitsLast",
  data_units_written_resets AS resets, covered_ms::float8 AS "coveredMs"`);
