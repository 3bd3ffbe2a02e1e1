import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import type { DriveReadings } from "./update-drive-states.ts";

export interface DriveFilter {
  /** Parts of a serial, a model, a product's name or a host's name; each word must be found. */
  readonly search?: string | undefined;
  readonly verdictRanks?: readonly number[] | undefined;
  readonly models?: readonly string[] | undefined;
  readonly firmwares?: readonly string[] | undefined;
  readonly hostIds?: readonly string[] | undefined;
}

/** Drives that a search finds are counted up to here, and up to here they are collected first and sorted then. */
export const fewMatches = 10_000;

/** What drives can be sorted by: the column, its type, and whether a drive may be without it. */
const sortColumns = {
  verdict: { sql: Prisma.sql`state.verdict_rank`, type: Prisma.sql`smallint`, nullable: false },
  model: { sql: Prisma.sql`state.model`, type: Prisma.sql`text`, nullable: false },
  serial: { sql: Prisma.sql`state.serial`, type: Prisma.sql`text`, nullable: false },
  host: { sql: Prisma.sql`state.hostname`, type: Prisma.sql`text`, nullable: true },
  capacity: { sql: Prisma.sql`state.capacity_bytes`, type: Prisma.sql`bigint`, nullable: true },
  firmware: { sql: Prisma.sql`state.firmware`, type: Prisma.sql`text`, nullable: false },
  temperature: { sql: Prisma.sql`state.temperature_kelvin`, type: Prisma.sql`int`, nullable: true },
  percentageUsed: { sql: Prisma.sql`state.percentage_used`, type: Prisma.sql`smallint`, nullable: true },
  written: { sql: Prisma.sql`state.bytes_written`, type: Prisma.sql`numeric`, nullable: true },
  powerOn: { sql: Prisma.sql`state.power_on_hours`, type: Prisma.sql`numeric`, nullable: true },
  lastSample: { sql: Prisma.sql`state.sampled_at`, type: Prisma.sql`timestamptz`, nullable: true },
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
  /** Where it was last, if it is in no host. */
  readonly lastHostname: string | null;
  /** Another host lists it too, and nobody has settled whose it is. */
  readonly contested: boolean;
  /** The sort column's value as text. */
  readonly key: string | null;
}

export interface DrivePage {
  readonly after: DrivePlace | undefined;
  readonly limit: number;
  /** The search finds no more than {@link fewMatches} drives. */
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
      state.temperature_kelvin AS "temperatureKelvin", state.percentage_used AS "percentageUsed",
      state.bytes_written::text AS "bytesWritten", state.power_on_hours::text AS "powerOnHours",
      state.sampled_at AS "sampledAt", state.host_id AS "hostId", state.hostname,
      state.controller_name AS "controllerName", ${lastHostname} AS "lastHostname",
      ${contested} AS contested, ${sql}::text AS key
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

const lastHostname = Prisma.sql`CASE WHEN state.host_id IS NULL THEN (
  SELECT host.hostname FROM drive_sighting AS sighting JOIN host ON host.id = sighting.host_id
  WHERE sighting.drive_id = state.drive_id ORDER BY sighting.last_seen_at DESC LIMIT 1
) END`;

const contested = Prisma.sql`EXISTS (
  SELECT FROM drive_claim AS claim
  WHERE claim.drive_id = state.drive_id AND claim.dismissed_at IS NULL AND NOT claim.shared
)`;

/** Whether a search finds no more than {@link fewMatches} drives, whatever else is asked of them. */
export async function findsFew(db: Database, { search }: DriveFilter): Promise<boolean> {
  if (!search) return false;
  const rows = await db.$queryRaw<{ found: bigint }[]>`SELECT count(*) AS found FROM (${searched(search)}) AS found`;
  return Number(rows[0]?.found ?? 0) <= fewMatches;
}

/** How many drives the filter lets through, up to one more than {@link fewMatches}. */
export async function countFound(db: Database, filter: DriveFilter, few: boolean): Promise<number> {
  const rows = await db.$queryRaw<{ found: bigint }[]>`
    SELECT count(*) AS found FROM (SELECT ${drivesWhere(filter, few)} LIMIT ${fewMatches + 1}) AS found`;
  return Number(rows[0]?.found ?? 0);
}

function drivesWhere(filter: DriveFilter, few: boolean, place: readonly Prisma.Sql[] = []): Prisma.Sql {
  const conditions = [Prisma.sql`true`, ...conditionsOf(filter), ...place];
  const { search } = filter;
  if (search && few) conditions.push(Prisma.sql`state.drive_id = ANY (ARRAY(${searched(search)}))`);
  if (search && !few) conditions.push(...conditionsOfText(search));
  const joined =
    search && !few ? Prisma.sql`JOIN drive_search AS search ON search.drive_id = state.drive_id` : Prisma.empty;
  return Prisma.sql`FROM drive_state AS state ${joined} WHERE ${Prisma.join(conditions, " AND ")}`;
}

function conditionsOf({ verdictRanks, models, firmwares, hostIds }: DriveFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (verdictRanks?.length) conditions.push(Prisma.sql`state.verdict_rank = ANY (${verdictRanks}::smallint[])`);
  if (models?.length) conditions.push(Prisma.sql`state.model = ANY (${models}::text[])`);
  if (firmwares?.length) conditions.push(Prisma.sql`state.firmware = ANY (${firmwares}::text[])`);
  if (hostIds?.length) conditions.push(Prisma.sql`state.host_id = ANY (${hostIds}::uuid[])`);
  return conditions;
}

/** The drives whose text has each word, found by its trigrams. */
function searched(search: string): Prisma.Sql {
  return Prisma.sql`
    SELECT search.drive_id FROM drive_search AS search
    WHERE ${Prisma.join([Prisma.sql`true`, ...conditionsOfText(search)], " AND ")} LIMIT ${fewMatches + 1}`;
}

function conditionsOfText(search: string): Prisma.Sql[] {
  return wordsOf(search).map((word) => Prisma.sql`search.text LIKE ${patternOf(word)}`);
}

function wordsOf(search: string): string[] {
  return search.split(/\s+/).filter((word) => word !== "");
}

/** Percent sign and underscore stand for themselves. */
function patternOf(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
}
