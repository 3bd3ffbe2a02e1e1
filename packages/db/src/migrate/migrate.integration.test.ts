import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { applyMigrations } from "./apply.ts";
import { diffScript } from "./diff.ts";
import { migrationList, schemas } from "./engine.ts";
import { initialMigration } from "./initial.ts";

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await createTestDatabase();
});
afterAll(() => migrated.close());

describe("migrations", () => {
  it("apply once", async () => {
    expect(await applyMigrations(migrated.ownerUrl)).toEqual([]);
  });

  it("refuse a database whose migration has another content or is not theirs, and change nothing", async () => {
    const other = await createTestDatabase();
    try {
      await other.owner.$executeRaw`UPDATE _prisma_migrations SET checksum = repeat('0', 64)`;
      await expect(applyMigrations(other.ownerUrl)).rejects.toThrow("20261121000000_initial is not this version's");
      await other.owner.$executeRaw`UPDATE _prisma_migrations SET migration_name = '20250101000000_older'`;
      await expect(applyMigrations(other.ownerUrl)).rejects.toThrow("20250101000000_older is not this version's");
      expect(await other.owner.$queryRaw`SELECT migration_name FROM _prisma_migrations`).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it("are one, whose tables are written from prisma/schema", async () => {
    const [initial, ...others] = migrationList().migrationDirectories;
    const script = initial?.migrationFile.content;
    const text = script?.tag === "ok" ? script.value : "";
    expect(others).toEqual([]);
    expect(text).toBe(initialMigration(await diffScript(inject("postgresAdminUrl"), "empty", schemas()), text));
  });

  it("leave the transaction to whoever applies them, so that one which fails leaves nothing", () => {
    for (const { path, migrationFile } of migrationList().migrationDirectories) {
      expect(migrationFile.content, path).not.toMatchObject({
        value: expect.stringMatching(/^\s*(begin|commit|rollback|start transaction)\s*;/im),
      });
    }
  });

  it("make exactly the columns, keys and indexes of prisma/schema, beside what is made by hand", async () => {
    const fromSchema = await databaseFromSchema();
    const handMade =
      /benchmark_run_(one_|queue|place_in_queue|serial_in_queue)|drive_(sighting|condition)_one_open_per_|drive_condition_open|drive_merge_one_|drive_state_to_look_at|smart_hour_eventful|maintenance_window_scope|drive_search_text_trigrams|smart_(sample|hour|day)_(default|\d{4}(_\d{2}){0,2})|_prisma_migrations/;
    const kept = (lines: string[]) => lines.filter((line) => !handMade.test(line));
    expect(kept(await catalogOf(migrated.url))).toEqual(kept(await catalogOf(fromSchema)));
  });
});

async function databaseFromSchema(): Promise<string> {
  const admin = inject("postgresAdminUrl");
  const name = `schema_${randomUUID().replaceAll("-", "")}`;
  await query(admin, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).toString();
  await query(url, await diffScript(url, "empty", schemas()));
  return url;
}

/** Every column, index, constraint and enum value of a database, a line each. */
async function catalogOf(url: string): Promise<string[]> {
  const rows = await query(
    url,
    `SELECT format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) AS line
       FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT format('index %s', replace(indexdef, ' ON ONLY ', ' ON ')) FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'u', 'p', 'c')
     UNION ALL SELECT format('enum %s %s', t.typname, e.enumlabel) FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line as string);
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
