import type { SqlRunner } from "../plain.ts";

/** Whether the database may spread its tables over the workers of a cluster (Citus). */
export async function isCluster(db: Pick<SqlRunner, "$queryRaw">): Promise<boolean> {
  const [kind] = await db.$queryRaw<{ cluster: boolean }[]>`
    SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL AS cluster`;
  return kind?.cluster === true;
}
