import type pg from "pg";

export interface TableData {
  readonly name: string;
  /** All that are stored, quoted. */
  readonly columns: readonly string[];
  /** A part of a partitioned table, which may be dropped when its time is over. */
  readonly isPartition: boolean;
  /** Has triggers of the product, which must not run again for rows that they made or counted before. */
  readonly hasTriggers: boolean;
}

export interface Contents {
  /** Tables with rows of their own; those that others refer to come before them. */
  readonly tables: readonly TableData[];
  /** Statements that make the partitions that a new database does not have. */
  readonly partitions: readonly string[];
  /** Statements that set the sequences. */
  readonly sequences: readonly string[];
}

/** What the database holds, but for the record of migrations, which the target makes itself, and the job queue, which is made anew. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  return {
    tables: await tablesInOrder(client),
    partitions: await partitionStatements(client),
    sequences: await sequenceStatements(client),
  };
}

async function tablesInOrder(client: pg.ClientBase): Promise<TableData[]> {
  const { rows } = await client.query<TableData & { refersTo: string[] }>(`
    SELECT relname AS name, relispartition AS "isPartition",
      EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS "hasTriggers",
      ARRAY(SELECT quote_ident(attname) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
      ARRAY(SELECT f.relname::text FROM pg_constraint JOIN pg_class AS f ON f.oid = confrelid
        WHERE conrelid = c.oid AND contype = 'f') AS "refersTo"
    FROM pg_class AS c
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
    ORDER BY relname`);
  const left = new Map(rows.map((table) => [table.name, table]));
  const ordered: TableData[] = [];
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      (table) => !table.refersTo.some((name) => name !== table.name && left.has(name)),
    );
    if (ready.length === 0) throw new Error(`Tables refer to each other: ${[...left.keys()].join(", ")}`);
    for (const { refersTo: _, ...table } of ready) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

/** With their settings. A default partition is the migrations'. */
async function partitionStatements(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.%I %s%s;', part.relname, whole.relname,
      pg_get_expr(part.relpartbound, part.oid), ' WITH (' || array_to_string(part.reloptions, ', ') || ')') AS statement
    FROM pg_inherits JOIN pg_class AS part ON part.oid = inhrelid JOIN pg_class AS whole ON whole.oid = inhparent
    WHERE part.relnamespace = 'public'::regnamespace AND part.relkind = 'r'
      AND pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
    ORDER BY part.relname`);
  return rows.map(({ statement }) => statement);
}

async function sequenceStatements(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format('SELECT setval(%L, %s, %L);', format('public.%I', sequencename), coalesce(last_value, start_value),
      last_value IS NOT NULL) AS statement
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`);
  return rows.map(({ statement }) => statement);
}
