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

export interface TemperatureLimits {
  /** The lowest at which a model of the fleet warns, and calls it critical; null where none of them says. */
  readonly warningKelvin: number | null;
  readonly criticalKelvin: number | null;
}

/**
 * The lowest limits of the models whose drives have samples since `since`. A limit belongs to the model: one drive of each
 * is asked, not all of them.
 */
export async function lowestTemperatureLimits(
  db: Database,
  { since, maxModels }: { readonly since: Date; readonly maxModels: number },
): Promise<TemperatureLimits> {
  const rows = await db.$queryRaw<TemperatureLimits[]>`
    WITH model AS (
      SELECT value FROM drive_count WHERE kind = 'model' GROUP BY value HAVING sum(delta) > 0
      ORDER BY sum(delta) DESC LIMIT ${maxModels}
    )
    SELECT min(nullif((told.controller ->> 'warningTemperatureKelvin')::int, 0)) AS "warningKelvin",
      min(nullif((told.controller ->> 'criticalTemperatureKelvin')::int, 0)) AS "criticalKelvin"
    FROM model CROSS JOIN LATERAL (
      SELECT drive.controller FROM drive_state AS state JOIN drive ON drive.id = state.drive_id
      WHERE state.model = model.value AND state.host_id IS NOT NULL AND state.sampled_at >= ${since}
        AND drive.controller IS NOT NULL
      LIMIT 1
    ) AS told
    LIMIT 1`;
  return rows[0] ?? { warningKelvin: null, criticalKelvin: null };
}
