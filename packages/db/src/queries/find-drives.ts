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

const sortColumns = {
  verdict: Prisma.sql`array_position(ARRAY['notResponding','failed','replace','watch','unknown','good'], verdict)`,
  model: Prisma.sql`model`,
  serial: Prisma.sql`serial`,
  host: Prisma.sql`hostname`,
  capacity: Prisma.sql`capacity_bytes`,
  firmware: Prisma.sql`firmware`,
  temperature: Prisma.sql`(smart->>'compositeTemperatureKelvin')::int`,
  percentageUsed: Prisma.sql`(smart->>'percentageUsed')::int`,
  written: Prisma.sql`(smart->>'dataUnitsWritten')::numeric`,
  powerOn: Prisma.sql`(smart->>'powerOnHours')::numeric`,
  lastSample: Prisma.sql`sampled_at`,
} as const;

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
}

/**
 * A page of drives with their newest sample, and how many there are in all. Drives without the value sorted by come
 * last, whichever the direction; the serial and id make the order one.
 */
export async function findDrives(
  db: Database,
  filter: DriveFilter,
  sort: DriveSort,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ total: number; drives: DriveRecord[] }> {
  const matching = Prisma.sql`FROM (${drives}) AS d ${where(filter)}`;
  const direction = sort.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [counted, found] = await Promise.all([
    db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${matching}`,
    db.$queryRaw<DriveRow[]>`
      SELECT * ${matching}
      ORDER BY ${sortColumns[sort.column]} ${direction} NULLS LAST, serial, id
      OFFSET ${page.offset} LIMIT ${page.limit}`,
  ]);
  return { total: Number(counted[0]?.total ?? 0), drives: found.map(driveRecord) };
}

/** A drive that has stopped answering says so even if it was never sampled; one without a sample is unknown. */
export const verdictSql = Prisma.sql`
  CASE WHEN drive.problem->>'kind' = 'notResponding' THEN 'notResponding' ELSE coalesce(latest.verdict, 'unknown') END`;

const drives = Prisma.sql`
  SELECT drive.id, drive.model, drive.serial, drive.firmware, drive.capacity_bytes, drive.last_seen_at,
    drive.problem->>'kind' AS problem_kind, latest.smart, latest.time AS sampled_at, ${verdictSql} AS verdict,
    sighting.host_id, sighting.controller_name, host.hostname
  FROM drive
  LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id
  LEFT JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
  LEFT JOIN host ON host.id = sighting.host_id`;

function where({ search, verdicts, models, firmwares, hostIds, present }: DriveFilter): Prisma.Sql {
  const conditions = [Prisma.sql`true`];
  if (search) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    conditions.push(Prisma.sql`(serial ILIKE ${pattern} OR model ILIKE ${pattern} OR hostname ILIKE ${pattern})`);
  }
  if (verdicts?.length) conditions.push(Prisma.sql`verdict = ANY(${verdicts}::text[])`);
  if (models?.length) conditions.push(Prisma.sql`model = ANY(${models}::text[])`);
  if (firmwares?.length) conditions.push(Prisma.sql`firmware = ANY(${firmwares}::text[])`);
  if (hostIds?.length) conditions.push(Prisma.sql`host_id = ANY(${hostIds}::uuid[])`);
  if (present) conditions.push(Prisma.sql`host_id IS NOT NULL`);
  return Prisma.sql`WHERE ${Prisma.join(conditions, " AND ")}`;
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
  };
}
