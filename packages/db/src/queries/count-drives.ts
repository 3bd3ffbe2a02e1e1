import type { Database } from "../client.ts";

export interface DriveGroup {
  readonly kind: "all" | "verdict" | "model" | "firmware" | "host";
  /** A verdict's rank, a model, a firmware, a host's id; empty for all. */
  readonly value: string;
  /** The model of a firmware, the name of a host; empty otherwise. */
  readonly detail: string;
  readonly count: number;
}

/** How many drives there are, and how many share a verdict, model, firmware or host; the largest groups first. */
export async function countDrives(db: Database, maxGroupsPerKind: number): Promise<DriveGroup[]> {
  const rows = await db.$queryRaw<{ kind: DriveGroup["kind"]; value: string; detail: string; count: bigint }[]>`
    WITH grouped AS (
      SELECT kind, value, detail, sum(delta)::bigint AS count FROM drive_count
      GROUP BY kind, value, detail HAVING sum(delta) > 0
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY count DESC, detail, value) AS place FROM grouped
    )
    SELECT ranked.kind, ranked.value, coalesce(host.hostname, ranked.detail) AS detail, ranked.count
    FROM ranked LEFT JOIN host ON host.id = CASE WHEN ranked.kind = 'host' THEN ranked.value::uuid END
    WHERE place <= ${maxGroupsPerKind} ORDER BY kind, place
    LIMIT ${5 * maxGroupsPerKind}`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** How many drives have one of the values of one kind. */
export async function countDrivesOf(
  db: Database,
  kind: DriveGroup["kind"],
  values: readonly string[],
): Promise<number> {
  const rows = await db.$queryRaw<{ count: bigint }[]>`
    SELECT coalesce(sum(delta), 0)::bigint AS count FROM drive_count
    WHERE kind = ${kind} AND value = ANY (${values}::text[])`;
  return Number(rows[0]?.count ?? 0);
}

export interface DriveDistribution {
  readonly kind: "temperatureKelvin" | "percentageUsed";
  readonly value: number;
  readonly count: number;
}

/** How many drives in hosts have each temperature and each percentage used, by their newest samples since `since`. */
export async function countDriveReadings(db: Database, since: Date): Promise<DriveDistribution[]> {
  const rows = await db.$queryRaw<{ kind: DriveDistribution["kind"]; value: number; count: bigint }[]>`
    WITH reading AS (
      SELECT temperature_kelvin, percentage_used FROM drive_state
      WHERE sampled_at >= ${since} AND host_id IS NOT NULL
    )
    SELECT 'temperatureKelvin' AS kind, temperature_kelvin AS value, count(*) FROM reading GROUP BY temperature_kelvin
    UNION ALL SELECT 'percentageUsed', percentage_used, count(*) FROM reading GROUP BY percentage_used
    ORDER BY kind, value LIMIT 2000`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
