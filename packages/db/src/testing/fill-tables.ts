import pg from "pg";

/** What COPY must write in another way than it is: the mark of its end, the mark of null, and all that it escapes. */
const text = (row: number) => `row ${row}\t\\.\n\\.\n\\N "quoted" 'é' 日本\r\b\\`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly labels: readonly string[] | null;
}

/** Columns that a check lets be null only, or null beside the others. */
const leftOut: ReadonlySet<string> = new Set([
  "benchmark_run.scratch_file_id",
  "benchmark_run.volume_id",
  "benchmark_run.queue_place",
  "benchmark_run.confirmed_serial",
  "maintenance_window.drive_id",
  "maintenance_window.group_id",
  "maintenance_window.host_id",
]);

/**
 * Two rows in every table, whatever tables there are: one with a value in every column, one with nulls wherever they may
 * be. The same row number has the same key everywhere, so that what refers to another finds it. As a superuser: no trigger
 * runs.
 */
export async function fillTables(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rows } = await client.query<Column>(`
      SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS nullable,
        (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = a.atttypid) AS labels
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '_prisma_migrations' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY c.relname, attnum`);
    for (const [table, columns] of Map.groupBy(rows, (column) => column.table)) {
      const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
      const values = [1, 2].map((row) => `(${columns.map((column) => literalOf(column, row)).join(", ")})`);
      await client.query(`INSERT INTO ${pg.escapeIdentifier(table)} (${names}) VALUES ${values.join(", ")}`);
    }
  } finally {
    await client.end();
  }
}

function literalOf(column: Column, row: number): string {
  const { table, name, type, nullable, labels } = column;
  if (nullable && (row === 2 || leftOut.has(`${table}.${name}`))) return "NULL";
  if (labels !== null) return pg.escapeLiteral(labels.at(-1) ?? "");
  const value = values[type.replace(/\[\]$/, "")]?.(row);
  if (value === undefined) throw new Error(`${table}.${name} is of type ${type}, which has no value here.`);
  return type.endsWith("[]") ? `ARRAY[${value}, ${value}]::${type}` : value;
}

const values: Readonly<Record<string, (row: number) => string>> = {
  uuid: (row) => `'00000000-0000-4000-8000-00000000000${row}'::uuid`,
  text: (row) => pg.escapeLiteral(text(row)),
  boolean: (row) => String(row === 1),
  smallint: String,
  integer: String,
  bigint: String,
  numeric: (row) => `${row}0000000000000000000000000000000000001`,
  "double precision": (row) => `${row} / 3.0::float8`,
  jsonb: (row) => `${pg.escapeLiteral(JSON.stringify({ row, text: text(row) }))}::jsonb`,
  bytea: (row) => `'\\x00ff5c0a0${row}'::bytea`,
  date: (row) => `'2026-01-0${row}'::date`,
  // Row 1 is of a day that has a partition in most cases, row 2 of one that has none.
  "timestamp with time zone": (row) => (row === 1 ? "date_trunc('second', now())" : "'2026-03-29 01:30:00.123+00'"),
};
