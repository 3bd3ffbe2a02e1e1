import pg from "pg";

/** Every row of every table, partitions by themselves, and where each sequence stands. */
export async function allRows(url: string): Promise<ReadonlyMap<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  try {
    const tables = await read(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> '_prisma_migrations' ORDER BY relname`,
    );
    const found = new Map<string, unknown>();
    for (const { name } of tables) {
      found.set(String(name), await read(`SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`));
    }
    return found.set(
      "sequences",
      await read("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"),
    );
  } finally {
    await client.end();
  }
}
