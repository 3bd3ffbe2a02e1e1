import type { Database } from "../client.ts";

export interface DriveGroup {
  readonly kind: "all" | "verdict" | "model" | "firmware" | "host" | "lifecycle" | "tag" | "group";
  /** A verdict's rank, a model, a firmware, a host's id, a lifecycle, a tag, a group's id (counted by countFacets alone); empty for all. */
  readonly value: string;
  /** The model of a firmware, the name of a host; empty otherwise. */
  readonly detail: string;
  readonly count: number;
}

/**
 * How many drives there are in service or as spares, and how many of them share a verdict, model, firmware, host or tag; the largest
 * groups first. By lifecycle all are counted.
 */
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
    LIMIT ${7 * maxGroupsPerKind}`;
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

/** How many drives have each verdict. */
export async function countDrivesByVerdict(db: Database): Promise<DriveGroup[]> {
  const rows = await db.$queryRaw<{ value: string; count: bigint }[]>`
    SELECT value, sum(delta)::bigint AS count FROM drive_count WHERE kind = 'verdict'
    GROUP BY value HAVING sum(delta) > 0 LIMIT 100`;
  return rows.map(({ value, count }) => ({ kind: "verdict", value, detail: "", count: Number(count) }));
}
