import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { verdictSql } from "./find-drives.ts";

export interface DriveGroup {
  readonly kind: "verdict" | "model" | "firmware" | "host";
  readonly value: string;
  /** The model of a firmware, the name of a host; empty otherwise. */
  readonly detail: string;
  readonly count: number;
}

/** How many drives that are plugged in now share a verdict, model, firmware or host; the largest groups first. */
export async function countDrives(db: Database, maxGroupsPerKind: number): Promise<DriveGroup[]> {
  const rows = await db.$queryRaw<{ kind: DriveGroup["kind"]; value: string; detail: string; count: bigint }[]>`
    WITH ${present}, grouped AS (
      SELECT 'verdict' AS kind, verdict AS value, '' AS detail, count(*) FROM present GROUP BY verdict
      UNION ALL SELECT 'model', model, '', count(*) FROM present GROUP BY model
      UNION ALL SELECT 'firmware', firmware, model, count(*) FROM present GROUP BY firmware, model
      UNION ALL SELECT 'host', host_id::text, hostname, count(*) FROM present GROUP BY host_id, hostname
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY count DESC, detail, value) AS place FROM grouped
    )
    SELECT kind, value, detail, count FROM ranked WHERE place <= ${maxGroupsPerKind} ORDER BY kind, place
    LIMIT ${4 * maxGroupsPerKind}`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export interface DriveDistribution {
  readonly kind: "temperatureKelvin" | "percentageUsed";
  readonly value: number;
  readonly count: number;
}

/** How many drives have each temperature and each percentage used, by their newest samples since `since`. */
export async function countDriveReadings(db: Database, since: Date): Promise<DriveDistribution[]> {
  const rows = await db.$queryRaw<{ kind: DriveDistribution["kind"]; value: number; count: bigint }[]>`
    WITH reading AS (
      SELECT (latest.smart->>'compositeTemperatureKelvin')::int AS kelvin, (latest.smart->>'percentageUsed')::int AS used
      FROM drive_latest AS latest
      JOIN drive_sighting AS sighting ON sighting.drive_id = latest.drive_id AND sighting.ended_at IS NULL
      WHERE latest.time >= ${since}
    )
    SELECT 'temperatureKelvin' AS kind, kelvin AS value, count(*) FROM reading GROUP BY kelvin
    UNION ALL SELECT 'percentageUsed', used, count(*) FROM reading GROUP BY used
    ORDER BY kind, value LIMIT 2000`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const present = Prisma.sql`present AS (
  SELECT drive.model, drive.firmware, ${verdictSql} AS verdict, sighting.host_id, host.hostname
  FROM drive
  JOIN drive_sighting AS sighting ON sighting.drive_id = drive.id AND sighting.ended_at IS NULL
  JOIN host ON host.id = sighting.host_id
  LEFT JOIN drive_latest AS latest ON latest.drive_id = drive.id
)`;
