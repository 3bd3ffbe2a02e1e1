import type { Database } from "../client.ts";

export interface HostPlaceCount {
  readonly kind: "rack" | "role" | "tag";
  readonly value: string;
  readonly hosts: number;
}

/** Racks, roles and tags of hosts with how many hosts have each, in the order of their names. Hosts are few beside drives: all are read. */
export async function countHostPlaces(db: Database, mostPerKind: number): Promise<HostPlaceCount[]> {
  const rows = await db.$queryRaw<{ kind: HostPlaceCount["kind"]; value: string; hosts: bigint }[]>`
    WITH told AS (
      SELECT 'rack' AS kind, rack AS value FROM host WHERE rack IS NOT NULL
      UNION ALL SELECT 'role', role FROM host WHERE role IS NOT NULL
      UNION ALL SELECT 'tag', tag FROM host CROSS JOIN unnest(tags) AS tag
    ), counted AS (
      SELECT kind, value, count(*) AS hosts,
        row_number() OVER (PARTITION BY kind ORDER BY count(*) DESC, value) AS place
      FROM told GROUP BY kind, value
    )
    SELECT kind, value, hosts FROM counted WHERE place <= ${mostPerKind} ORDER BY kind, value LIMIT ${3 * mostPerKind}`;
  return rows.map((row) => ({ ...row, hosts: Number(row.hosts) }));
}
