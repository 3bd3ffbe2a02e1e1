import type { Database } from "../client.ts";
import { Prisma } from "../generated/client/client.ts";
import { readSpreadSizes } from "./spread-sizes.ts";
import type { TimeTable } from "./time-partitions.ts";

/** A table with its indexes, its partitions added up. */
export interface TableSize {
  readonly schema: string;
  readonly table: string;
  readonly bytes: bigint;
  /** As PostgreSQL's statistics have it; absent where it has not counted yet. */
  readonly rows: bigint | undefined;
  /** When its oldest partition begins; absent where it has none by time. */
  readonly oldest: Date | undefined;
}

/** More than the product has. */
const tablesLimit = 500;

export interface DatabaseSizes {
  /** The largest first. */
  readonly tables: readonly TableSize[];
  /** The whole database, with what belongs to PostgreSQL itself; of a cluster, on all nodes. */
  readonly databaseBytes: bigint;
}

/** What the database and each table take on disk. Counts files' sizes, no rows. */
export async function readSizes(db: Database): Promise<DatabaseSizes> {
  const [tables, databaseBytes, spread] = await Promise.all([
    readTableSizes(db),
    readDatabaseSize(db),
    readSpreadSizes(db),
  ]);
  if (spread === undefined) return { tables, databaseBytes };
  const onWorkers = new Map(
    spread.tables.map(({ oldest, ...size }) => [size.table, { ...size, oldest: dateOf(oldest) }]),
  );
  const all = tables.map((table) => ({ ...table, ...(table.schema === "public" ? onWorkers.get(table.table) : {}) }));
  return {
    tables: all.toSorted((a, b) => Number(b.bytes - a.bytes)),
    databaseBytes: databaseBytes + spread.databaseBytes,
  };
}

async function readTableSizes(db: Database): Promise<TableSize[]> {
  const rows = await db.$queryRaw<SizeRow[]>`
    SELECT namespace.nspname AS schema, coalesce(parent.relname, part.relname) AS table,
      sum(pg_total_relation_size(part.oid))::bigint AS bytes,
      CASE WHEN bool_and(part.reltuples >= 0 OR pg_stat_get_tuples_inserted(part.oid) > 0 OR pg_relation_size(part.oid) = 0)
        THEN sum(greatest(part.reltuples, pg_stat_get_live_tuples(part.oid)))::bigint END AS rows,
      min(replace(substring(part.relname FROM '_(\\d{4}(_\\d{2}){0,2})$'), '_', '-')) FILTER (
        WHERE parent.oid IS NOT NULL AND pg_relation_size(part.oid) > 0) AS oldest
    FROM pg_class AS part
    JOIN pg_namespace AS namespace ON namespace.oid = part.relnamespace
    LEFT JOIN pg_inherits AS inherits ON inherits.inhrelid = part.oid
    LEFT JOIN pg_class AS parent ON parent.oid = inherits.inhparent
    WHERE part.relkind = 'r' AND namespace.nspname IN ('public', 'pgboss')
    GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${tablesLimit}`;
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    rows: row.rows ?? undefined,
    oldest: dateOf(oldest),
  }));
}

function dateOf(text: string | null): Date | undefined {
  return text === null ? undefined : new Date(text);
}

async function readDatabaseSize(db: Database): Promise<bigint> {
  const [row] = await db.$queryRaw<{ bytes: bigint }[]>`SELECT pg_database_size(current_database()) AS bytes`;
  return row?.bytes ?? 0n;
}

/** The oldest that a table's default partition holds: what arrived late, until it has a partition of its own. */
export async function oldestStray(db: Database, table: TimeTable): Promise<Date | undefined> {
  const [row] = await db.$queryRaw<{ time: Date | null }[]>`
    SELECT min(time) AS time FROM ${Prisma.raw(`${table}_default`)}`;
  return row?.time ?? undefined;
}

interface SizeRow {
  readonly schema: string;
  readonly table: string;
  readonly bytes: bigint;
  readonly rows: bigint | null;
  /** A date, its month, or its year. */
  readonly oldest: string | null;
}
