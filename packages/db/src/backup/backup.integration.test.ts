import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { allRows } from "../testing/all-rows.ts";
import { fillTables } from "../testing/fill-tables.ts";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { BackupError } from "./error.ts";
import { describeHeld } from "./held.ts";
import { loadBackup, requireOwnMigrations } from "./load.ts";
import { checkBackup } from "./read.ts";
import { backupScript } from "./script.ts";
import { writeBackup } from "./write.ts";

let folder: string;
let file: string;
let source: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-backup-"));
  file = join(folder, "whole.sql.gz");
  source = await createTestDatabase();
  await fillTables(adminUrl(source));
  await query(
    source.ownerUrl,
    "SELECT ensure_time_partition('smart_sample', '2026-02-03'), ensure_time_partition('smart_day', '2020-02-03')",
  );
  await query(source.ownerUrl, "SELECT setval('drive_count_id_seq', 41)");
  await writeBackup(source.url, file);
});
afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

function adminUrl({ url }: TestDatabase): string {
  return Object.assign(new URL(inject("postgresAdminUrl")), { pathname: new URL(url).pathname }).toString();
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client.query(sql).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

/** An empty database without any table, as a restore begins with. */
async function emptyDatabase(): Promise<TestDatabase> {
  const target = await createTestDatabase();
  await query(
    adminUrl(target),
    "DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS pgboss CASCADE; CREATE SCHEMA public; ALTER SCHEMA public OWNER TO crosspoint_owner",
  );
  return target;
}

describe("a backup", () => {
  it("restored into an empty database, is every row of every table, partition and sequence", async () => {
    const target = await emptyDatabase();
    await loadBackup({ owner: target.ownerUrl, application: target.url }, file, await checkBackup(file));
    const [before, after] = [await allRows(source.ownerUrl), await allRows(target.ownerUrl)];
    expect(after).toEqual(before);
    // Not of empty tables: two rows each, the partitioned ones in their parts.
    const emptyTables = [...before].filter(([, rows]) => (rows as unknown[]).length === 0).map(([name]) => name);
    expect(emptyTables.filter((name) => !/_\d{4}(_|$)|_default$/.test(name))).toEqual([]);
    expect(before.has("smart_sample_2026_02_03")).toBe(true);
    const settings =
      "SELECT relname, reloptions FROM pg_class WHERE relname LIKE 'smart\\_%' AND reloptions IS NOT NULL ORDER BY relname";
    expect(await query(source.ownerUrl, settings)).toContainEqual({
      relname: "smart_day_2020",
      reloptions: ["autovacuum_vacuum_cost_delay=0"],
    });
    expect(await query(target.ownerUrl, settings)).toEqual(await query(source.ownerUrl, settings));
    await target.close();
  });

  it("leaves the triggers at work", async () => {
    const target = await emptyDatabase();
    await loadBackup({ owner: target.ownerUrl, application: target.url }, file, await checkBackup(file));
    await expect(query(target.ownerUrl, "DELETE FROM audit_entry")).rejects.toThrow(
      "audit_entry is only ever added to",
    );
    await expect(query(target.url, "UPDATE audit_entry SET action = ''")).rejects.toThrow(/permission denied/);
    await target.close();
  });

  it("is of one moment: what is written while it is read is not in it", async () => {
    const script = backupScript(source.url);
    let read = String((await script.next()).value);
    await query(source.ownerUrl, "INSERT INTO setup_link (token_hash, expires_at) VALUES ('later', now())");
    for await (const part of script) read += part.toString();
    await query(source.ownerUrl, "DELETE FROM setup_link WHERE token_hash = 'later'");
    expect(read).not.toContain("later");
    expect(read).toContain('"setup_link":2');
  });

  it("locks no table for longer than it reads it", async () => {
    const script = backupScript(source.url);
    let table = "";
    for await (const part of script) {
      const [, name] = /^COPY public\."(\w+)"/.exec(part.toString()) ?? [];
      if (name !== undefined && table !== "") {
        await query(source.ownerUrl, `SET lock_timeout = '5s'; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE NOWAIT`);
      }
      table = name ?? table;
    }
    expect(table).not.toBe("");
  });

  it("is a file for its owner's eyes, and replaces none", async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(writeBackup(source.url, file)).rejects.toThrow(`${file} exists.`);
  });

  it("says what a database holds", async () => {
    expect(await describeHeld(source.ownerUrl)).toEqual([
      "2 people",
      "2 hosts",
      "2 drives",
      "2 health samples",
      "2 benchmark runs",
      "2 saved plans",
      "2 schedules",
      "2 saved comparisons",
    ]);
  });
});

describe("what is no whole backup of this version", () => {
  const altered = (name: string, content: Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it("is refused when its end is missing, wherever it was cut", async () => {
    const bytes = statSync(file).size;
    for (const length of [bytes - 1, bytes - 9, Math.floor(bytes / 2), 200]) {
      const cut = altered("cut.sql.gz", readFileSync(file));
      truncateSync(cut, length);
      await expect(checkBackup(cut), `${length} bytes`).rejects.toThrow("is cut off: its end is missing.");
    }
    const script = gunzipSync(readFileSync(file)).toString();
    const lines = gzipSync(script.slice(0, script.indexOf("-- Complete")));
    await expect(checkBackup(altered("lines.sql.gz", lines))).rejects.toThrow("is cut off");
    const inRows = gzipSync(script.slice(0, script.indexOf("\n", script.indexOf("COPY ")) + 1));
    await expect(checkBackup(altered("rows.sql.gz", inRows))).rejects.toThrow("is cut off");
    await expect(checkBackup(altered("empty.sql.gz", gzipSync("")))).rejects.toThrow("is empty");
  });

  it("is refused when it is damaged, or something else", async () => {
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
    await expect(checkBackup(altered("damaged.sql.gz", bytes))).rejects.toThrow("is damaged");
    await expect(checkBackup(altered("text", Buffer.from("hello")))).rejects.toThrow("is damaged, or is not a backup");
    await expect(checkBackup(altered("other.gz", gzipSync("SELECT 1;\n")))).rejects.toThrow(
      "not a backup of Crosspoint",
    );
    await expect(checkBackup(altered("long.gz", gzipSync(Buffer.alloc(5e6, 65))))).rejects.toThrow("not a backup");
    await expect(checkBackup(join(folder, "none"))).rejects.toThrow("There is no file");
  });

  it("is refused when it was made by a newer or another version", async () => {
    const { head } = await checkBackup(file);
    const newer = { name: "20990101000000_later", checksum: "0" };
    expect(() => requireOwnMigrations({ ...head, migrations: [...head.migrations, newer] })).toThrow(
      "It was made by a newer version of Crosspoint (its migration 20990101000000_later).",
    );
    const [first] = head.migrations;
    const other = [{ name: first?.name ?? "", checksum: "0" }];
    expect(() => requireOwnMigrations({ ...head, migrations: other })).toThrow("by another version of Crosspoint");
    const script = gunzipSync(readFileSync(file)).toString().replace('"format":1', '"format":2');
    await expect(checkBackup(altered("format.sql.gz", gzipSync(script)))).rejects.toThrow(BackupError);
  });

  it("of an older version begins with the migrations that it had", async () => {
    const { head } = await checkBackup(file);
    expect(requireOwnMigrations({ ...head, migrations: [] }).migrationDirectories).toEqual([]);
    expect(requireOwnMigrations(head).migrationDirectories.map(({ path }) => path)).toEqual(
      head.migrations.map(({ name }) => name),
    );
  });

  it("is refused when rows are missing in it", async () => {
    const target = await emptyDatabase();
    const backup = await checkBackup(file);
    const rows = { ...backup.end.rows, setup_link: 3 };
    await expect(
      loadBackup({ owner: target.ownerUrl, application: target.url }, file, { ...backup, end: { rows } }),
    ).rejects.toThrow("The backup says that setup_link has 3 rows, but 2 were loaded.");
    await target.close();
  });
});
