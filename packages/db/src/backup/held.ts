import pg from "pg";
import { sessionUrl } from "../session.ts";

/** What people would miss of a database, by the table that has it. */
const named = {
  user: ["person", "people"],
  host: ["host", "hosts"],
  drive: ["drive", "drives"],
  smart_sample: ["health sample", "health samples"],
  benchmark_run: ["benchmark run", "benchmark runs"],
  saved_plan: ["saved plan", "saved plans"],
  benchmark_schedule: ["schedule", "schedules"],
  saved_comparison: ["saved comparison", "saved comparisons"],
} as const;

/** What a database holds, as "3 hosts", and nothing of what it has none of: empty for a new one. */
export async function describeHeld(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: sessionUrl(url) });
  await client.connect();
  try {
    const held: string[] = [];
    for (const [table, [one, many]] of Object.entries(named)) {
      const rows = await countRows(client, table);
      if (rows > 0) held.push(`${rows.toLocaleString("en-US")} ${rows === 1 ? one : many}`);
    }
    return held;
  } finally {
    await client.end();
  }
}

async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const name = pg.escapeIdentifier(table);
  const { rows: found } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass($1)", [`public.${name}`]);
  if (found.length === 0) return 0;
  const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM public.${name}`);
  return Number(rows[0]?.rows ?? 0);
}
