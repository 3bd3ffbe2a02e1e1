import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/index.ts";
import { requireTrigrams } from "./trigrams.ts";
import { bringUpToDate } from "./up-to-date.ts";

/** A PostgreSQL that an administrator set up, as docs/deployment.md says. */
const rolesFile = join(import.meta.dirname, "../../../../deploy/postgresql/roles.sql");
let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crosspoint-own-"));
  server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true });
  // What psql does with the file.
  const script = readFileSync(rolesFile, "utf8")
    .replaceAll(/^(\\|--).*$/gm, "")
    .replace(":'owner_password'", "'own'")
    .replace(":'app_password'", "'app'");
  for (const statement of script.split(";").filter((text) => text.trim() !== "")) await execute(statement);
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function execute(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const urlOf = (username: string, password: string, database: string) =>
  Object.assign(new URL(server.url(database)), { username, password }).toString();

describe("a PostgreSQL of one's own", () => {
  it("is migrated by one role and used by another, which can only read and write rows", async () => {
    const urls = {
      owner: urlOf("crosspoint_owner", "own", "crosspoint"),
      application: urlOf("crosspoint_app", "app", "crosspoint"),
    };
    expect((await bringUpToDate(urls)).length).toBeGreaterThan(0);
    expect(await bringUpToDate(urls)).toEqual([]);
    const db = connectDatabase(urls.application, 1);
    const entry = { actorLabel: "a", action: "b", objectKind: "c", objectId: "d" };
    await expect(db.auditEntry.create({ data: entry })).resolves.toBeDefined();
    await expect(db.$executeRaw`TRUNCATE audit_entry`).rejects.toThrow(/permission denied/);
    await db.$disconnect();
  });

  it("that has no trigrams, or a role that may not make them, is refused with what to do", async () => {
    const bare = { query: async () => ({ rows: [] }) } as unknown as Pick<pg.Pool, "query">;
    await expect(requireTrigrams(bare)).rejects.toThrow(/does not have it: install its contrib modules/);

    await execute("CREATE DATABASE guarded");
    const url = urlOf("crosspoint_owner", "own", "guarded");
    await expect(bringUpToDate({ owner: url, application: url })).rejects.toThrow(
      'The role crosspoint_owner may not make it: run "CREATE EXTENSION pg_trgm" in the database guarded as a superuser',
    );
  });

  it("may have one role for both", async () => {
    await execute("CREATE DATABASE single OWNER crosspoint_owner");
    const url = urlOf("crosspoint_owner", "own", "single");
    expect((await bringUpToDate({ owner: url, application: url })).length).toBeGreaterThan(0);
    const db = connectDatabase(url, 1);
    await expect(db.host.count()).resolves.toBe(0);
    await expect(db.$executeRaw`TRUNCATE audit_entry`).rejects.toThrow(/only ever added to/);
    await db.$disconnect();
  });

  it.each([
    ["password", () => urlOf("crosspoint_owner", "wrong", "crosspoint"), "password authentication failed"],
    ["database", () => urlOf("crosspoint_owner", "own", "nothing_here"), 'database "nothing_here" does not exist'],
  ])("is waited for while it does not answer, not where the %s is wrong", async (_what, url, said) => {
    const env = { ...process.env, DATABASE_URL: url() };
    const migration = execFile(process.execPath, [join(import.meta.dirname, "apply.cli.ts"), "--wait", "60"], { env });
    let output = "";
    migration.stderr?.on("data", (chunk: string) => (output += chunk));
    const timer = setTimeout(() => migration.kill(), 8000);
    const [code] = await once(migration, "close");
    clearTimeout(timer);
    expect(code).toBe(1);
    expect(output).toContain(said);
    expect(output).not.toContain("does not answer yet");
  });
});
