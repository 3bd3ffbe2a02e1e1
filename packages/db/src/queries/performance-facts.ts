import type { Database, Transaction } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";

/** What is stored of a drive and its place that bears on performance: a few numbers out of columns of many kilobytes. */
export interface StoredPerformanceFacts {
  readonly id: string;
  readonly model: string;
  readonly serial: string;
  readonly numaNode: number | null;
  readonly linkSpeed: string | null;
  readonly linkWidth: number | null;
  readonly maxLinkSpeed: string | null;
  readonly maxLinkWidth: number | null;
  readonly interruptQueues: number | null;
  readonly cpusSharingMost: number | null;
  readonly temperatureKelvin: number | null;
  readonly percentageUsed: number | null;
  readonly warningKelvin: number | null;
  readonly lightKelvin: number | null;
  readonly heavyKelvin: number | null;
  /** Queues of the kernel for polling. */
  readonly pollQueues: number | null;
  /** What the drive says of a self-test: null where it has not said, `supported: false` where it has none. */
  readonly selfTest: { readonly supported: boolean; readonly extendedMinutes: number | null } | null;
  readonly namespaces: readonly NamespaceFacts[];
}

export interface NamespaceFacts {
  readonly nsid: number;
  readonly lbaFormats: readonly {
    readonly index: number;
    readonly dataBytes: number;
    readonly metadataBytes: number;
    readonly relativePerformance: number;
  }[];
  readonly currentLbaFormat: number;
  readonly scheduler?: string | null;
}

const drivesLimit = 1024;

/** Of the drives that are plugged into a host now, by the names of their controllers. */
export function readFactsOfHost(db: Database, hostId: string): Promise<StoredPerformanceFacts[]> {
  return readFacts(db, Prisma.sql`place.host_id = ${hostId}::uuid`);
}

/** Of a drive where it is plugged in; undefined where no host has it. */
export async function readFactsOfDrive(db: Database, driveId: string): Promise<StoredPerformanceFacts | undefined> {
  const [facts] = await readFactsOfDrives(db, [driveId]);
  return facts;
}

/** Of drives where they are plugged in; without those that no host has. */
export function readFactsOfDrives(
  db: Database | Transaction,
  driveIds: readonly string[],
): Promise<StoredPerformanceFacts[]> {
  return readFacts(db, Prisma.sql`place.drive_id = ANY (${driveIds}::uuid[])`);
}

function readFacts(db: Database | Transaction, where: Prisma.Sql): Promise<StoredPerformanceFacts[]> {
  return db.$queryRaw<StoredPerformanceFacts[]>`
    SELECT drive.id, drive.model, drive.serial,
      place.numa_node AS "numaNode", place.link_speed AS "linkSpeed", place.link_width AS "linkWidth",
      place.max_link_speed AS "maxLinkSpeed", place.max_link_width AS "maxLinkWidth",
      jsonb_array_length(place.queues -> 'cpuLists') - (place.queues ->> 'poll')::int AS "interruptQueues",
      (place.queues ->> 'cpusSharingMost')::int AS "cpusSharingMost",
      reading.temperature_kelvin AS "temperatureKelvin", state.percentage_used::int AS "percentageUsed",
      (drive.controller ->> 'warningTemperatureKelvin')::int AS "warningKelvin",
      (place.queues ->> 'poll')::int AS "pollQueues",
      CASE WHEN drive.details IS NULL THEN NULL ELSE jsonb_build_object(
        'supported', drive.details -> 'selfTest' IS NOT NULL,
        'extendedMinutes', drive.details -> 'selfTest' -> 'extendedMinutes') END AS "selfTest",
      (thermal ->> 'lightKelvin')::int AS "lightKelvin", (thermal ->> 'heavyKelvin')::int AS "heavyKelvin",
      (SELECT coalesce(jsonb_agg(jsonb_build_object(
         'nsid', each -> 'nsid', 'lbaFormats', each -> 'lbaFormats',
         'currentLbaFormat', each -> 'currentLbaFormat', 'scheduler', each -> 'scheduler')), '[]')
       FROM jsonb_array_elements(drive.namespaces) AS each) AS namespaces
    FROM drive_sighting AS place
    JOIN drive ON drive.id = place.drive_id
    LEFT JOIN drive_state AS state ON state.drive_id = drive.id
    LEFT JOIN drive_reading AS reading ON reading.drive_id = drive.id
    CROSS JOIN LATERAL (SELECT drive.details -> 'thermalManagement' AS thermal) AS detail
    WHERE ${where} AND place.ended_at IS NULL
    ORDER BY place.controller_name
    LIMIT ${drivesLimit}`;
}
