import type { Database } from "../client.ts";
import { type DriveLifecycle, Prisma } from "../generated/client/client.ts";
import { isOfMaintenance, isUnderMaintenance, type OpenedWindow } from "./maintained.ts";
import { endsWithin, type WearEndRange } from "./wear-end.ts";

export interface DriveFilter {
  /** Parts of a serial, a model, a product's name or the name of the host that it is in, or was in last; each word must be found. */
  readonly search?: string | undefined;
  readonly verdictRanks?: readonly number[] | undefined;
  readonly models?: readonly string[] | undefined;
  readonly firmwares?: readonly string[] | undefined;
  /** Any of these pairs; of none of them where the list is empty. */
  readonly modelFirmwares?: readonly ModelFirmware[] | undefined;
  readonly hostIds?: readonly string[] | undefined;
  /** Those that are expected to be there, where nothing is said. */
  readonly lifecycles?: readonly DriveLifecycle[] | undefined;
  /** With any of these tags, and in any of these groups. */
  readonly tags?: readonly string[] | undefined;
  readonly groupIds?: readonly string[] | undefined;
  /** Another host lists them too, and nobody has settled whose they are. */
  readonly contested?: boolean | undefined;
  /** With an open condition of any of these rules, also where a person has acknowledged it. */
  readonly rules?: readonly string[] | undefined;
  readonly wearEnds?: readonly WearEndRange[] | undefined;
  readonly percentageUsed?: ValueRange | undefined;
  /** In kelvin, by a sample since then that a host told that has the drive still. */
  readonly temperature?: (ValueRange & { readonly sampledSince: Date }) | undefined;
  /** These drives alone, and without those. */
  readonly driveIds?: readonly string[] | undefined;
  readonly exceptIds?: readonly string[] | undefined;
  /** That any of these maintenance windows is about; none where the list is empty. */
  readonly maintained?: readonly OpenedWindow[] | undefined;
  /** Without those whose verdict is of one of these maintenance windows. */
  readonly notOf?: readonly OpenedWindow[] | undefined;
}

/** A firmware revision of a model. */
export interface ModelFirmware {
  readonly model: string;
  readonly firmware: string;
}

/** Whole numbers, both ends included; without an upper one all above. */
export interface ValueRange {
  readonly from: number;
  readonly to?: number | undefined;
}

/** Drives that are counted, and listed where nothing else is asked for. */
export const expectedLifecycles = ["inService", "spare"] as const satisfies readonly DriveLifecycle[];
/** A merged record is in no list of the fleet. */
export const listedLifecycles = [
  ...expectedLifecycles,
  "retired",
  "replaced",
] as const satisfies readonly DriveLifecycle[];
/** Whatever people say of a drive: of those that are in a host. */
export const anyLifecycle = [...listedLifecycles, "merged"] as const satisfies readonly DriveLifecycle[];

/** Drives that a search finds are counted up to here, and up to here they are collected first and sorted then. */
export const fewMatches = 10_000;

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

/** What stands from FROM on: the drives that the filter lets through, as `state`, with their newest readings, as `reading`. */
export function drivesWhere(filter: DriveFilter, few: boolean, place: readonly Prisma.Sql[] = []): Prisma.Sql {
  const conditions = [Prisma.sql`true`, ...conditionsOf(filter), ...place];
  const { search } = filter;
  if (search && few) conditions.push(Prisma.sql`state.drive_id = ANY (ARRAY(${searched(search)}))`);
  if (search && !few) conditions.push(...conditionsOfText(search));
  const joined =
    search && !few ? Prisma.sql`JOIN drive_search AS search ON search.drive_id = state.drive_id` : Prisma.empty;
  return Prisma.sql`FROM ${withReadings} ${joined} WHERE ${Prisma.join(conditions, " AND ")}`;
}

function conditionsOf(filter: DriveFilter): Prisma.Sql[] {
  return [...conditionsOfRow(filter), ...conditionsOfHealth(filter)];
}

/** What people, hosts and the drive itself say. */
function conditionsOfRow(filter: DriveFilter): Prisma.Sql[] {
  const { verdictRanks, models, firmwares, hostIds, lifecycles, tags, groupIds, driveIds, exceptIds } = filter;
  const shown = lifecycles?.length ? lifecycles : expectedLifecycles;
  const conditions = [Prisma.sql`state.lifecycle = ANY (${shown}::drive_lifecycle[])`];
  if (verdictRanks?.length) conditions.push(Prisma.sql`state.verdict_rank = ANY (${verdictRanks}::smallint[])`);
  if (models?.length) conditions.push(Prisma.sql`state.model = ANY (${models}::text[])`);
  if (firmwares?.length) conditions.push(Prisma.sql`state.firmware = ANY (${firmwares}::text[])`);
  if (filter.modelFirmwares) conditions.push(isOfPair(filter.modelFirmwares));
  if (hostIds?.length) conditions.push(Prisma.sql`state.host_id = ANY (${hostIds}::uuid[])`);
  if (tags?.length) conditions.push(Prisma.sql`state.tags && ${tags}::text[]`);
  if (groupIds?.length) {
    conditions.push(Prisma.sql`state.drive_id IN (
      SELECT member.drive_id FROM group_member AS member WHERE member.group_id = ANY (${groupIds}::uuid[])
    )`);
  }
  if (filter.contested) conditions.push(isContested);
  if (driveIds) conditions.push(Prisma.sql`state.drive_id = ANY (${driveIds}::uuid[])`);
  if (exceptIds?.length) conditions.push(Prisma.sql`state.drive_id <> ALL (${exceptIds}::uuid[])`);
  if (filter.maintained) conditions.push(isUnderMaintenance(filter.maintained));
  if (filter.notOf?.length) conditions.push(Prisma.sql`NOT ${isOfMaintenance(filter.notOf)}`);
  return conditions;
}

function isOfPair(pairs: readonly ModelFirmware[]): Prisma.Sql {
  return Prisma.sql`(state.model, state.firmware) IN (
    SELECT * FROM unnest(${pairs.map(({ model }) => model)}::text[], ${pairs.map(({ firmware }) => firmware)}::text[])
  )`;
}

/** The name of the host that a drive, as `state`, is in; in none, the row has the name of the last one. */
export const hostnameNow = Prisma.sql`CASE WHEN state.host_id IS NOT NULL THEN state.hostname END`;

/** Whether another host lists a drive, as `state`, too, and nobody has settled whose it is. */
export const isContested = Prisma.sql`EXISTS (
  SELECT FROM drive_claim AS claim
  WHERE claim.drive_id = state.drive_id AND claim.dismissed_at IS NULL AND NOT claim.shared
)`;

/** How it is, and how worn. */
function conditionsOfHealth({ rules, wearEnds, percentageUsed, temperature }: DriveFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (rules?.length) {
    conditions.push(Prisma.sql`state.drive_id IN (
      SELECT condition.drive_id FROM drive_condition AS condition
      WHERE condition.ended_at IS NULL AND condition.rule = ANY (${rules}::text[])
    )`);
  }
  if (wearEnds?.length) conditions.push(endsWithin(wearEnds));
  if (percentageUsed) conditions.push(within(Prisma.sql`state.percentage_used`, percentageUsed));
  if (temperature) {
    conditions.push(within(Prisma.sql`reading.temperature_kelvin`, temperature), isFresh(temperature.sampledSince));
  }
  return conditions;
}

function within(column: Prisma.Sql, { from, to }: ValueRange): Prisma.Sql {
  return to === undefined ? Prisma.sql`${column} >= ${from}` : Prisma.sql`${column} BETWEEN ${from} AND ${to}`;
}

/** Rows of lists with the newest readings. Each has one; by an outer join, PostgreSQL leaves them out where nothing is asked of them. */
export const withReadings = Prisma.sql`drive_state AS state
  LEFT JOIN drive_reading AS reading ON reading.drive_id = state.drive_id`;

/** Whether a drive, as `state` with its `reading`, has a sample that says something of now. */
export function isFresh(since: Date): Prisma.Sql {
  return Prisma.sql`(reading.sampled_at >= ${since} AND state.host_id IS NOT NULL)`;
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
