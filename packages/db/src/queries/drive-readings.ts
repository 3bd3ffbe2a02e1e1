import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { expectedLifecycles, hostnameNow, isFresh, withReadings } from "./match-drives.ts";

export interface ReadingCount {
  readonly kind: "belowLimits" | "warning" | "critical" | "percentageUsed" | "warningLimit" | "criticalLimit";
  readonly value: number;
  readonly count: number;
}

/** Far more than the values that there are: 500 kelvins below, at and above a limit, 256 percentages, and the limits of models. */
const rowsLimit = 5000;

/**
 * How many drives have each temperature, by their samples since `since`: apart those that have reached their own warning or
 * critical limit. How many have each of these limits, and each percentage used, whenever it was told. All rows are read, once:
 * what they share in everything is counted first.
 */
export async function countDriveReadings(db: Database, since: Date): Promise<ReadingCount[]> {
  const rows = await db.$queryRaw<{ kind: ReadingCount["kind"]; value: number; count: bigint }[]>`
    WITH counted AS (
      SELECT CASE WHEN ${isFresh(since)} THEN nullif(reading.temperature_kelvin, 0) END AS kelvin,
        state.percentage_used AS used, nullif(state.warning_temperature_kelvin, 0) AS warning,
        nullif(state.critical_temperature_kelvin, 0) AS critical, count(*) AS count
      FROM ${withReadings} WHERE state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[])
      GROUP BY 1, 2, 3, 4
    )
    SELECT CASE WHEN kelvin >= critical THEN 'critical' WHEN kelvin >= warning THEN 'warning' ELSE 'belowLimits' END AS kind,
      kelvin AS value, sum(count)::bigint AS count
    FROM counted WHERE kelvin IS NOT NULL GROUP BY 1, 2
    ${counted("percentageUsed", Prisma.sql`used`, Prisma.sql`true`)}
    ${counted("warningLimit", Prisma.sql`warning`, Prisma.sql`kelvin IS NOT NULL`)}
    ${counted("criticalLimit", Prisma.sql`critical`, Prisma.sql`kelvin IS NOT NULL`)}
    ORDER BY kind, value LIMIT ${rowsLimit}`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

function counted(kind: ReadingCount["kind"], column: Prisma.Sql, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`UNION ALL SELECT ${kind}, ${column}, sum(count)::bigint FROM counted
    WHERE ${column} IS NOT NULL AND ${which} GROUP BY ${column}`;
}

/** A drive that stands out, as the fleet page names it. */
export interface ExtremeDrive {
  readonly id: string;
  readonly model: string;
  readonly productName: string | null;
  readonly serial: string;
  readonly hostname: string | null;
  readonly temperatureKelvin: number | null;
  readonly warningKelvin: number | null;
  readonly percentageUsed: number | null;
  readonly percentPerDay: number | null;
  readonly likelyEnd: Date | null;
}

export interface ExtremesQuery {
  readonly limit: number;
  /** Of temperatures: samples since then. */
  readonly since: Date;
}

const columns = Prisma.sql`state.drive_id::text AS id, state.model, state.product_name AS "productName", state.serial,
  ${hostnameNow} AS hostname, reading.temperature_kelvin AS "temperatureKelvin",
  nullif(state.warning_temperature_kelvin, 0) AS "warningKelvin", state.percentage_used AS "percentageUsed",
  wear.percent_per_day AS "percentPerDay", wear.likely_end AS "likelyEnd"`;
const readingAndWear = Prisma.sql`LEFT JOIN drive_reading AS reading ON reading.drive_id = state.drive_id
  LEFT JOIN drive_wear AS wear ON wear.drive_id = state.drive_id`;
const isExpected = Prisma.sql`state.lifecycle = ANY (${[...expectedLifecycles]}::drive_lifecycle[])`;

/** The highest temperatures now. All rows are read, and their wear of the few that are answered. */
export function findHottest(db: Database, { limit, since }: ExtremesQuery): Promise<ExtremeDrive[]> {
  return db.$queryRaw<ExtremeDrive[]>`
    SELECT ${columns} FROM (
      SELECT reading.* FROM ${withReadings} WHERE ${isExpected} AND ${isFresh(since)} AND reading.temperature_kelvin > 0
      ORDER BY reading.temperature_kelvin DESC, state.serial LIMIT ${limit}
    ) AS reading JOIN drive_state AS state ON state.drive_id = reading.drive_id
    LEFT JOIN drive_wear AS wear ON wear.drive_id = state.drive_id
    ORDER BY reading.temperature_kelvin DESC, state.serial LIMIT ${limit}`;
}

/** The highest percentages used, by their index. */
export function findMostWorn(db: Database, { limit }: Pick<ExtremesQuery, "limit">): Promise<ExtremeDrive[]> {
  return db.$queryRaw<ExtremeDrive[]>`
    SELECT ${columns} FROM (
      SELECT * FROM drive_state AS state WHERE ${isExpected} AND state.percentage_used > 0
      ORDER BY state.percentage_used DESC, state.serial DESC, state.drive_id DESC LIMIT ${limit}
    ) AS state ${readingAndWear}
    ORDER BY state.percentage_used DESC, state.serial DESC LIMIT ${limit}`;
}

/** The most percent a day, by their index. */
export function findFastestWearing(db: Database, { limit }: Pick<ExtremesQuery, "limit">): Promise<ExtremeDrive[]> {
  return db.$queryRaw<ExtremeDrive[]>`
    SELECT ${columns} FROM drive_wear AS wear JOIN (${withReadings}) ON state.drive_id = wear.drive_id
    WHERE wear.percent_per_day > 0 AND ${isExpected}
    ORDER BY wear.percent_per_day DESC, wear.drive_id DESC LIMIT ${limit}`;
}
