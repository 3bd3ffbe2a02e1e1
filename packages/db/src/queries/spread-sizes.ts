import type { Database } from "../client.ts";
import { isCluster } from "./is-cluster.ts";

/** What the workers of a cluster keep of a table, its partitions and pieces added up. */
export interface SpreadSize {
  readonly table: string;
  readonly bytes: bigint;
  readonly rows: bigint | undefined;
  /** As in the name of its oldest partition that holds something: a date, its month, or its year, with hyphens. */
  readonly oldest: string | null;
}

export interface SpreadSizes {
  readonly tables: readonly SpreadSize[];
  /** Of the databases of all workers, whole. */
  readonly databaseBytes: bigint;
}

/** Asked of each worker: of the pieces that lie there, by the names that the worker itself gives them. */
const piecesOfWorker = `
  SELECT json_build_object('databaseBytes', pg_database_size(current_database())::text, 'tables', (
    SELECT coalesce(json_agg(sized), '[]') FROM (
      SELECT coalesce(parent.relname, logical.relname) AS "table", sum(pg_total_relation_size(piece.oid))::bigint::text AS bytes,
        CASE WHEN bool_and(piece.reltuples >= 0 OR pg_stat_get_tuples_inserted(piece.oid) > 0 OR pg_relation_size(piece.oid) = 0)
          THEN sum(greatest(piece.reltuples, pg_stat_get_live_tuples(piece.oid)))::bigint::text END AS rows,
        min(replace(substring(logical.relname FROM '_(\\d{4}(_\\d{2}){0,2})$'), '_', '-')) FILTER (
          WHERE parent.oid IS NOT NULL AND pg_relation_size(piece.oid) > 0) AS oldest
      FROM pg_dist_shard AS shard
      JOIN pg_class AS logical ON logical.oid = shard.logicalrelid
      JOIN pg_class AS piece ON piece.oid = to_regclass(shard_name(shard.logicalrelid, shard.shardid))
      LEFT JOIN pg_inherits AS inherits ON inherits.inhrelid = logical.oid
      LEFT JOIN pg_class AS parent ON parent.oid = inherits.inhparent
      WHERE piece.relkind = 'r'
      GROUP BY 1
    ) AS sized
  ))::text`;

/** Undefined where the database is no cluster. */
export async function readSpreadSizes(db: Database): Promise<SpreadSizes | undefined> {
  if (!(await isCluster(db))) return undefined;
  const answers = await db.$queryRaw<{ name: string; success: boolean; result: string }[]>`
    SELECT nodename || ':' || nodeport AS name, success, result FROM run_command_on_workers(${piecesOfWorker})`;
  const failed = answers.find(({ success }) => !success);
  if (failed !== undefined)
    throw new Error(`The worker ${failed.name} of the database does not answer: ${failed.result}`);
  const workers = answers.map(({ result }) => JSON.parse(result) as WorkerSizes);
  const pieces = Map.groupBy(
    workers.flatMap(({ tables }) => tables),
    ({ table }) => table,
  );
  return {
    tables: [...pieces].map(([table, each]) => added(table, each)),
    databaseBytes: sum(workers.map(({ databaseBytes }) => databaseBytes)),
  };
}

interface WorkerSizes {
  readonly databaseBytes: string;
  readonly tables: readonly PieceSize[];
}

interface PieceSize {
  readonly table: string;
  readonly bytes: string;
  readonly rows: string | null;
  readonly oldest: string | null;
}

function added(table: string, pieces: readonly PieceSize[]): SpreadSize {
  const rows = pieces.map((piece) => piece.rows);
  const oldest = pieces.flatMap((piece) => piece.oldest ?? []);
  return {
    table,
    bytes: sum(pieces.map(({ bytes }) => bytes)),
    rows: rows.includes(null) ? undefined : sum(rows.map((each) => each ?? "0")),
    oldest: oldest.toSorted()[0] ?? null,
  };
}

function sum(values: readonly string[]): bigint {
  return values.reduce((total, value) => total + BigInt(value), 0n);
}
