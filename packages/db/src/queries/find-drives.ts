import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

export interface DriveFilter {
  /** Part of a serial, a model or a host's name. */
  readonly search?: string | undefined;
  readonly verdicts?: readonly string[] | undefined;
  readonly models?: readonly string[] | undefined;
  readonly firmwares?: readonly string[] | undefined;
  readonly hostIds?: readonly string[] | undefined;
  /** Only drives that are in a host now. */
  readonly present?: boolean;
}

/** What is joined to `drive` when something is asked of it: at 100 000 drives each costs a quarter of the time. */
const joins = {
  latest: Prisma.sql`LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id`,
  sighting: Prisma.sql`LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL`,
  host: Prisma.sql`LEFT JOIN host ON host.id = sighting.host_id`,
};
type Join = keyof typeof joins;

/** A condition or a sort key, and the joins that it needs. */
interface Term {
  readonly sql: Prisma.Sql;
  readonly needs: readonly Join[];
}

/** A drive that has stopped answering says so even if it was never sampled; one without a sample is unknown. */
export const verdictSql = Prisma.sql`
  CASE WHEN drive.problem->>'kind' = 'notResponding' THEN 'notResponding' ELSE coalesce(latest.verdict, 'unknown') END`;

const ofDrive = (sql: Prisma.Sql): Term => ({ sql, needs: [] });
const ofLatest = (sql: Prisma.Sql): Term => ({ sql, needs: ["latest"] });

const sortColumns = {
  verdict: ofLatest(
    Prisma.sql`array_position(ARRAY['notResponding','failed','replace','watch','unknown','good'], ${verdictSql})`,
  ),
  model: ofDrive(Prisma.sql`drive.model`),
  serial: ofDrive(Prisma.sql`drive.serial`),
  host: { sql: Prisma.sql`host.hostname`, needs: ["sighting", "host"] },
  capacity: ofDrive(Prisma.sql`drive.capacity_bytes`),
  firmware: ofDrive(Prisma.sql`drive.firmware`),
  temperature: ofLatest(Prisma.sql`(latest.smart->>'compositeTemperatureKelvin')::int`),
  percentageUsed: ofLatest(Prisma.sql`(latest.smart->>'percentageUsed')::int`),
  written: ofLatest(Prisma.sql`(latest.smart->>'dataUnitsWritten')::numeric`),
  powerOn: ofLatest(Prisma.sql`(latest.smart->>'powerOnHours')::numeric`),
  lastSample: ofLatest(Prisma.sql`latest.time`),
} as const satisfies Record<string, Term>;

export const driveSortColumns = Object.keys(sortColumns) as (keyof typeof sortColumns)[];
export interface DriveSort {
  readonly column: keyof typeof sortColumns;
  readonly descending: boolean;
}

export interface DriveRecord {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly firmware: string;
  readonly capacityBytes: bigint | null;
  readonly verdict: string;
  readonly problemKind: string | null;
  /** protocol's SmartLog of the newest sample. */
  readonly smart: unknown;
  readonly sampledAt: Date | null;
  readonly lastSeenAt: Date;
  /** Where it is plugged in now; null where it is in no host. */
  readonly hostId: string | null;
  readonly hostname: string | null;
  readonly controllerName: string | null;
  /** Another host lists it too, and nobody has settled whose it is. */
  readonly contested: boolean;
}

/**
 * A page of drives with their newest sample, and how many there are in all. Drives without the value sorted by come
 * last, whichever the direction; the serial and id make the order one. Which drives stand on the page is decided by
 * their keys alone: a sort of whole rows does not fit into memory.
 */
export async function findDrives(
  db: Database,
  filter: DriveFilter,
  sort: DriveSort,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ total: number; drives: DriveRecord[] }> {
  const conditions = conditionsOf(filter);
  const key = sortColumns[sort.column];
  const direction = sort.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [counted, found] = await Promise.all([
    db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${drivesWhere(conditions)}`,
    db.$queryRaw<DriveRow[]>`
      SELECT drive.id, drive.model, drive.serial, drive.firmware, drive.capacity_bytes, drive.last_seen_at,
        drive.problem->>'kind' AS problem_kind, latest.smart, latest.time AS sampled_at, ${verdictSql} AS verdict,
        sighting.host_id, sighting.controller_name, host.hostname,
        EXISTS (
          SELECT FROM drive_claim AS claim
          WHERE claim.drive_id = drive.id AND claim.dismissed_at IS NULL AND NOT claim.shared
        ) AS contested
      FROM (
        SELECT drive.id, ${key.sql} AS key ${drivesWhere(conditions, key)}
        ORDER BY key ${direction} NULLS LAST, drive.serial, drive.id
        OFFSET ${page.offset} LIMIT ${page.limit}
      ) AS page
      JOIN drive ON drive.id = page.id
      ${joins.latest} ${joins.sighting} ${joins.host}
      ORDER BY page.key ${direction} NULLS LAST, drive.serial, drive.id
      LIMIT ${page.limit}`,
  ]);
  return { total: Number(counted[0]?.total ?? 0), drives: found.map(driveRecord) };
}

/** The drives that meet the conditions, joined to what these and the key need. */
function drivesWhere(conditions: readonly Term[], key?: Term): Prisma.Sql {
  const needed = new Set<Join>([...conditions, ...(key ? [key] : [])].flatMap(({ needs }) => needs));
  const joined = (Object.keys(joins) as Join[]).filter((name) => needed.has(name)).map((name) => joins[name]);
  const where = Prisma.join([Prisma.sql`true`, ...conditions.map(({ sql }) => sql)], " AND ");
  return Prisma.sql`FROM drive ${Prisma.join([Prisma.empty, ...joined], " ")} WHERE ${where}`;
}

function conditionsOf({ search, verdicts, models, firmwares, hostIds, present }: DriveFilter): Term[] {
  const conditions: Term[] = [];
  if (search) conditions.push(searchFor(`%${search.replaceAll(/[\\%_]/g, "\\$&")}%`));
  if (verdicts?.length) conditions.push(ofLatest(Prisma.sql`${verdictSql} = ANY(${verdicts}::text[])`));
  if (models?.length) conditions.push(ofDrive(Prisma.sql`drive.model = ANY(${models}::text[])`));
  if (firmwares?.length) conditions.push(ofDrive(Prisma.sql`drive.firmware = ANY(${firmwares}::text[])`));
  if (hostIds?.length) {
    conditions.push({ sql: Prisma.sql`sighting.host_id = ANY(${hostIds}::uuid[])`, needs: ["sighting"] });
  }
  if (present) conditions.push({ sql: Prisma.sql`sighting.host_id IS NOT NULL`, needs: ["sighting"] });
  return conditions;
}

/** Hosts are searched once each, not once for each of their drives. */
function searchFor(pattern: string): Term {
  const hosts = Prisma.sql`SELECT id FROM host WHERE hostname ILIKE ${pattern}`;
  return {
    sql: Prisma.sql`(drive.serial ILIKE ${pattern} OR drive.model ILIKE ${pattern} OR sighting.host_id IN (${hosts}))`,
    needs: ["sighting"],
  };
}

interface DriveRow {
  id: string;
  model: string;
  serial: string;
  firmware: string;
  capacity_bytes: bigint | null;
  last_seen_at: Date;
  problem_kind: string | null;
  smart: unknown;
  sampled_at: Date | null;
  verdict: string;
  host_id: string | null;
  controller_name: string | null;
  hostname: string | null;
  contested: boolean;
}

function driveRecord(row: DriveRow): DriveRecord {
  return {
    id: row.id,
    model: row.model,
    serial: row.serial,
    firmware: row.firmware,
    capacityBytes: row.capacity_bytes,
    verdict: row.verdict,
    problemKind: row.problem_kind,
    smart: row.smart,
    sampledAt: row.sampled_at,
    lastSeenAt: row.last_seen_at,
    hostId: row.host_id,
    hostname: row.hostname,
    controllerName: row.controller_name,
    contested: row.contested,
  };
}
