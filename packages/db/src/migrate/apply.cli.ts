/**
 * Brings the database of DATABASE_URL to the newest migration, as the owner whose address is in MIGRATION_DATABASE_URL
 * where that is another role. Prints what it applied, a name a line. `--wait 300` waits that many seconds for PostgreSQL to
 * answer, as at the start of a machine.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { MigrationError } from "./failed.ts";
import { bringUpToDate } from "./up-to-date.ts";

const retryIntervalMs = 2000;
const application = process.env.DATABASE_URL;
if (!application) {
  console.error(
    "DATABASE_URL is not set. Give the PostgreSQL to migrate: postgresql://user:password@host:5432/database",
  );
  process.exit(2);
}
const owner = process.env.MIGRATION_DATABASE_URL || application;
const { values } = parseArgs({ options: { wait: { type: "string", default: "0" } } });
try {
  await waitForDatabase(owner, Number(values.wait) * 1000);
  for (const name of await bringUpToDate({ owner, application })) console.log(name);
} catch (error) {
  console.error(error instanceof MigrationError ? `${error.message} Run this again once it is mended.` : error);
  process.exit(1);
}

async function waitForDatabase(connectionString: string, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (answered(error) || performance.now() >= deadline) throw error;
      console.error(`PostgreSQL does not answer yet: ${error instanceof Error ? error.message : error}`);
      await new Promise((resolve) => setTimeout(resolve, retryIntervalMs));
    }
  }
}

/** It answered, and will say the same again: a wrong role or password (class 28), no such database (3D000). */
function answered(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? "");
}
