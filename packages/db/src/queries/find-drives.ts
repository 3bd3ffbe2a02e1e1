import type { Database } from "../client.ts";
import { type DriveLifecycle, Prisma } from "../generated/client/client.ts";
import { type DriveFilter, drivesWhere, hostnameNow, isContested } from "./match-drives.ts";
import type { DriveReadings } from "./update-drive-states.ts";

/** What drives can be sorted by: the column, its type, and whether a drive may be without it. */
const sortColumns = {
  verdict: { sql: Prisma.sql`state.verdict_rank`, type: Prisma.sql`smallint`, nullable: false },
  model: { sql: Prisma.sql`state.model`, type: Prisma.sql`text`, nullable: false },
  serial: { sql: Prisma.sql`state.serial`, type: Prisma.sql`text`, nullable: false },
  host: { sql: Prisma.sql`state.hostname`, type: Prisma.sql`text`, nullable: true },
  capacity: { sql: Prisma.sql`state.capacity_bytes`, type: Prisma.sql`bigint`, nullable: true },
  firmware: { sql: Prisma.sql`state.firmware`, type: Prisma.sql`text`, nullable: false },
  temperature: { sql: Prisma.sql`reading.temperature_kelvin`, type: Prisma.sql`int`, nullable: true },
  percentageUsed: { sql: Prisma.sql`state.percentage_used`, type: Prisma.sql`smallint`, nullable: true },
  written: { sql: Prisma.sql`reading.bytes_written`, type: Prisma.sql`numeric`, nullable: true },
  powerOn: { sql: Prisma.sql`state.power_on_hours`, type: Prisma.sql`numeric`, nullable: true },
  lastSample: { sql: Prisma.sql`reading.sampled_at`, type: Prisma.sql`timestamptz`, nullable: true },
} as const;

export const driveSortColumns = Object.keys(sortColumns) as (keyof typeof sortColumns)[];
export interface DriveSort {
  readonly column: keyof typeof sortColumns;
  readonly descending: boolean;
}

/** Where a page ended: the sort column's value as text (null where the drive has none), the serial and the id. */
export interface DrivePlace {
  readonly key: string | null;
  readonly serial: string;
  readonly id: string;
}

/** A drive as lists show it. Counters are decimal text. */
export interface DriveRecord extends DriveReadings {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly productName: string | null;
  readonly firmware: string;
  readonly capacityBytes: bigint | null;
  /** Where it is plugged in now; null where it is in no host. */
  readonly hostId: string | null;
  readonly hostname: string | null;
  readonly controllerName: string | null;
  /** Where it was last, if it is in no host; also where that host was removed. */
  readonly lastHostname: string | null;
  /** From which temperature on it warns, where it tells. */
  readonly warningKelvin: number | null;
  /** Another host lists it too, and nobody has settled whose it is. */
  readonly contested: boolean;
  /** When it is likely to reach the limit of its wear, where that is known. */
  readonly likelyEnd: Date | null;
  readonly lifecycle: DriveLifecycle;
  readonly tags: readonly string[];
  /** The sort column's value as text. */
  readonly key: string | null;
}

export interface DrivePage {
  readonly after: DrivePlace | undefined;
  readonly limit: number;
  /** The search finds no more than `fewMatches` drives (match-drives). */
  readonly few: boolean;
}

/**
 * The drives after a place, in the order of one column, then serial and id. Those without the value come last, whichever
 * the direction: they are a second range of the same index, so that no page reads more than it shows. Where few match,
 * that index would be walked in search of them: they are found by their text first, whatever the planner takes them for.
 */
export async function findDrives(
  db: Database,
  filter: DriveFilter,
  sort: DriveSort,
  page: DrivePage,
): Promise<DriveRecord[]> {
  const { after, limit } = page;
  const withValue = after?.key === null ? [] : await readRange(db, filter, sort, { ...page, empty: false });
  const left = limit - withValue.length;
  if (left === 0 || !sortColumns[sort.column].nullable) return withValue;
  const place = after?.key === null ? after : undefined;
  return [...withValue, ...(await readRange(db, filter, sort, { ...page, after: place, limit: left, empty: true }))];
}

interface Range extends DrivePage {
  /** Those without the value instead of those with it. */
  readonly empty: boolean;
}

async function readRange(
  db: Database,
  filter: DriveFilter,
  sort: DriveSort,
  { after, limit, few, empty }: Range,
): Promise<DriveRecord[]> {
  const { sql } = sortColumns[sort.column];
  const direction = sort.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const order = Prisma.sql`state.serial ${direction}, state.drive_id ${direction}`;
  return db.$queryRaw<DriveRecord[]>`
    SELECT state.drive_id AS id, state.model, state.serial, state.product_name AS "productName", state.firmware,
      state.capacity_bytes AS "capacityBytes", state.verdict_rank AS "verdictRank",
      state.verdict_since AS "verdictSince", state.problem_kind AS "problemKind",
      reading.temperature_kelvin AS "temperatureKelvin",
      state.warning_temperature_kelvin AS "warningKelvin", state.percentage_used AS "percentageUsed",
      reading.bytes_written::text AS "bytesWritten", state.power_on_hours::text AS "powerOnHours",
      reading.sampled_at AS "sampledAt", state.host_id AS "hostId", ${hostnameNow} AS hostname,
      state.controller_name AS "controllerName",
      CASE WHEN state.host_id IS NULL THEN state.hostname END AS "lastHostname",
      ${isContested} AS contested, ${likelyEnd} AS "likelyEnd", state.lifecycle::text AS lifecycle, state.tags, ${sql}::text AS key
    ${drivesWhere(filter, few, conditionsOfPlace(sort, after, empty))}
    ORDER BY ${empty ? order : Prisma.sql`${sql} ${direction}, ${order}`}
    LIMIT ${limit}`;
}

/** Those with the sort column's value, or those without it, behind a place. */
function conditionsOfPlace(sort: DriveSort, after: DrivePlace | undefined, empty: boolean): Prisma.Sql[] {
  const { sql, type, nullable } = sortColumns[sort.column];
  const conditions: Prisma.Sql[] = [];
  if (nullable) conditions.push(empty ? Prisma.sql`${sql} IS NULL` : Prisma.sql`${sql} IS NOT NULL`);
  if (after === undefined) return conditions;
  const beyond = sort.descending ? Prisma.sql`<` : Prisma.sql`>`;
  const here = Prisma.sql`${after.serial}, ${after.id}::uuid`;
  conditions.push(
    empty
      ? Prisma.sql`(state.serial, state.drive_id) ${beyond} (${here})`
      : Prisma.sql`(${sql}, state.serial, state.drive_id) ${beyond} (${after.key}::${type}, ${here})`,
  );
  return conditions;
}

const likelyEnd = Prisma.sql`(
  SELECT wear.likely_end FROM drive_wear AS wear WHERE wear.drive_id = state.drive_id AND wear.kind = 'forecast'
)`;
