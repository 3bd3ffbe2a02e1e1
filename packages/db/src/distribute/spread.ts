import type pg from "pg";
import { spreadTables } from "./tables.ts";

/** Where a table is, and what it takes there. */
export interface Spread {
  readonly name: string;
  readonly distributed: boolean;
  /** With its indexes and partitions. */
  readonly bytes: number;
}

/** Asked for in a database with the extension. */
export async function readSpread(coordinator: pg.ClientBase): Promise<Spread[]> {
  const { rows } = await coordinator.query<{ name: string; distributed: boolean; bytes: string }>(
    `SELECT name, part.logicalrelid IS NOT NULL AS distributed,
       CASE WHEN part.logicalrelid IS NULL
         THEN (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree(name::regclass))
         ELSE (SELECT sum(citus_total_relation_size(relid)) FROM pg_partition_tree(name::regclass) WHERE isleaf) END AS bytes
     FROM unnest($1::text[]) AS name LEFT JOIN pg_dist_partition AS part ON part.logicalrelid = name::regclass`,
    [spreadTables.map(({ name }) => name)],
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}
