import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Database } from "@crosspoint/db";
import { root } from "../../scripts/steps/paths.ts";
import type { RunIds } from "./measure.ts";

const file = join(root, ".cache/screenshots/runs.json.gz");

/** Hosts and drives; those that are there when runs are put back take the places of the kept ones. */
const places = [
  "host",
  "drive",
  "drive_sighting",
  "drive_reading",
  "drive_state",
  "drive_search",
  "drive_latest",
  "scratch_file",
] as const;

/** In an order in which a row stands after those that it needs. */
const results = [
  "benchmark_run",
  "benchmark_run_drive",
  "benchmark_point",
  "database_point",
  "point_direction",
  "point_second",
  "run_counters",
  "run_self_test",
  "run_finding",
] as const;
/** People are not kept; what names them by id is not either. */
const people = ["requested_by_id", "command_id", "batch_id"];

interface Kept {
  readonly runs: RunIds;
  /** Ids of hosts, drives and scratch files by what stays the same of them. */
  readonly ids: Readonly<Record<string, string>>;
  /** Rows as PostgreSQL's JSON, which keeps every digit. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
}

/** Keeps what was measured in a file, so that its pictures can be taken again without measuring. */
export async function keep(db: Database, runs: RunIds): Promise<void> {
  const rows: Record<string, string[]> = {};
  for (const table of [...places, ...results]) {
    const read = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT row_to_json(t)::text AS row FROM ${table} t`);
    rows[table] = read.map(({ row }) => row);
  }
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify({ runs, ids: await placeIds(db), rows } satisfies Kept)));
}

/**
 * Puts back what was kept, on the hosts and drives of those names that are there, or else on kept ones. The columns that the
 * database has now decide what of it. Returns the runs by name.
 */
export async function restore(db: Database): Promise<RunIds> {
  if (!existsSync(file)) throw new Error(`There are no runs in ${file}: measure them first.`);
  const { runs, ids, rows } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Kept;
  const present = await placeIds(db);
  const moved = Object.entries(ids).flatMap(([name, id]) => (present[name] ? [[id, present[name]] as const] : []));
  const tables = moved.length === 0 ? [...places, ...results] : results;
  for (const table of tables) {
    const own = (rows[table] ?? []).map((row) => moved.reduce((text, [kept, now]) => text.replaceAll(kept, now), row));
    await insert(db, table, own);
  }
  return runs;
}

async function placeIds(db: Database): Promise<Record<string, string>> {
  const hosts = await db.host.findMany({ select: { id: true, hostname: true } });
  const drives = await db.drive.findMany({ select: { id: true, serial: true } });
  const files = await db.scratchFile.findMany({ select: { id: true, host: { select: { hostname: true } } } });
  return Object.fromEntries([
    ...hosts.map(({ id, hostname }) => [`host ${hostname}`, id]),
    ...drives.map(({ id, serial }) => [`drive ${serial}`, id]),
    ...files.map(({ id, host }) => [`file of ${host.hostname}`, id]),
  ]);
}

const rowsAtOnce = 500;

async function insert(db: Database, table: string, rows: readonly string[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const known = await db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_name = ${table} AND is_generated = 'NEVER'`;
  const kept = new Set(Object.keys(JSON.parse(first)));
  const columns = known.map(({ name }) => name).filter((name) => kept.has(name) && !people.includes(name));
  const list = columns.map((name) => `"${name}"`).join(", ");
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = `[${rows.slice(at, at + rowsAtOnce).join(",")}]`;
    await db.$executeRawUnsafe(
      `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json) ON CONFLICT DO NOTHING`,
      some,
    );
  }
}
