import { randomUUID } from "node:crypto";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "./apply.ts";
import { MigrationError } from "./failed.ts";
import { ForeignDatabaseError } from "./foreign.ts";

let url: string;
const made: string[] = [];
beforeEach(async () => {
  const admin = inject("postgresAdminUrl");
  const name = `migrated_${randomUUID().replaceAll("-", "")}`;
  await query(`CREATE DATABASE ${name}`, admin);
  made.push(name);
  url = Object.assign(new URL(admin), { pathname: `/${name}` }).toString();
});
afterAll(async () => {
  for (const name of made) await query(`DROP DATABASE ${name} WITH (FORCE)`, inject("postgresAdminUrl"));
});

const first = "CREATE TABLE kept (id int);\nINSERT INTO kept VALUES (7);";
const broken = "CREATE TABLE half (id int);\nUPDATE kept SET id = 8;\nALTER TABLE absent ADD COLUMN x int;";
const mended = "CREATE TABLE half (id int);\nUPDATE kept SET id = 8;";

describe("a migration that fails", () => {
  it("is undone whole, named with the line that failed, and tried again by the next start once it is mended", async () => {
    const failing = applyMigrations(url, migrations({ "1_first": first, "2_second": broken }));
    await expect(failing).rejects.toThrow(MigrationError);
    await expect(failing).rejects.toThrow(
      'Migration 2_second failed: relation "absent" does not exist. Nothing of it was applied.',
    );
    expect(await query("SELECT id, to_regclass('half') AS half FROM kept")).toEqual([{ id: 7, half: null }]);

    expect(await applyMigrations(url, migrations({ "1_first": first, "2_second": mended }))).toEqual(["2_second"]);
    expect(await query("SELECT id, to_regclass('half')::text AS half FROM kept")).toEqual([{ id: 8, half: "half" }]);
    expect(await applyMigrations(url, migrations({ "1_first": first, "2_second": mended }))).toEqual([]);
  });

  it("says the same again while it is not mended", async () => {
    const list = migrations({ "1_first": first, "2_second": "SELECT 1;\nSELEKT 2;" });
    for (const _start of [1, 2, 3]) {
      await expect(applyMigrations(url, list)).rejects.toThrow(
        'Migration 2_second failed at line 2 of its script: syntax error at or near "SELEKT". Nothing of it was applied.',
      );
    }
  });

  it("is tried again where the start was killed in the middle of it", async () => {
    await applyMigrations(url, migrations({ "1_first": first }));
    await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_second')`);
    expect(await applyMigrations(url, migrations({ "1_first": first, "2_second": mended }))).toEqual(["2_second"]);
  });

  it.each([
    ["of a version whose migrations were finished", { "1_other": first }],
    ["of a program that finished none", {}],
  ])("is left as it is in a database %s", async (_, scripts) => {
    await applyMigrations(url, migrations(scripts));
    await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_other')`);
    const before = await query("SELECT * FROM _prisma_migrations ORDER BY id");
    const refused = applyMigrations(url, migrations({ "1_first": first, "2_second": mended }));
    await expect(refused).rejects.toThrow(ForeignDatabaseError);
    expect(await query("SELECT * FROM _prisma_migrations ORDER BY id")).toEqual(before);
  });

  it("is known to be done as soon as its script is: a kill right after it does not do it twice", async () => {
    // What the engine writes after a script is refused, as if the start had been killed there.
    await applyMigrations(url, migrations({ "1_first": first }));
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF applied_steps_count ON _prisma_migrations
        FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const list = migrations({ "1_first": first, "2_second": mended });
    await expect(applyMigrations(url, list)).rejects.toThrow();
    expect(await query("SELECT to_regclass('half')::text AS half")).toEqual([{ half: "half" }]);
    await query("DROP TRIGGER refuse ON _prisma_migrations");
    expect(await applyMigrations(url, list)).toEqual([]);
  });

  it("is not taken for failed while another start is still at it", async () => {
    const slow = "SELECT pg_sleep(1.5);\nCREATE TABLE slow (id int);";
    const list = migrations({ "1_slow": slow });
    const one = applyMigrations(url, list);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await applyMigrations(url, list)).toEqual([]);
    expect(await one).toEqual(["1_slow"]);
    expect(await query("SELECT count(*)::int AS rows FROM _prisma_migrations")).toEqual([{ rows: 1 }]);
  });
});

function migrations(scripts: Record<string, string>): MigrationList {
  return {
    baseDir: "/nowhere",
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: Object.entries(scripts).map(([path, value]) => ({
      path,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value } },
    })),
  };
}

async function query(sql: string, database = url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
