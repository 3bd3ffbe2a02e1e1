import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { sessionUrl } from "../session.ts";
import { type BackupHead, backupFormat, endLine, headLine } from "./document.ts";
import { readContents, type TableData } from "./tables.ts";

/** How the values are written, and read again, whatever the servers' own defaults. */
const valueForms = [
  "SET client_encoding = 'UTF8';",
  "SET client_min_messages = warning;",
  "SET DateStyle = 'ISO';",
  "SET IntervalStyle = 'postgres';",
  "SET TimeZone = 'UTC';",
  "SET standard_conforming_strings = on;",
];

/**
 * The rows of a database as a script of SQL that psql runs as well: a statement a line, and rows as COPY writes them. All
 * of one moment, whatever is written meanwhile. Each table is read in a transaction of its own, so that no table is locked
 * longer than it is read.
 */
export async function* backupScript(url: string): AsyncGenerator<string | Buffer> {
  const holder = await connect(url);
  const reader = await connect(url).catch(async (error: unknown) => {
    await holder.end();
    throw error;
  });
  try {
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    yield headLine(await readBackupHead(holder));
    const { tables, partitions, sequences } = await readContents(holder);
    const triggers = tables.filter((table) => table.hasTriggers);
    yield lines(["BEGIN;", ...valueForms, ...partitions, ...triggers.map(alterTriggers("DISABLE"))]);
    const snapshot = await exportSnapshot(holder);
    const rows: Record<string, number> = {};
    for (const table of tables) {
      yield `COPY ${nameOf(table)} (${table.columns.join(", ")}) FROM stdin;\n`;
      rows[table.name] = yield* rowsOf(reader, snapshot, table);
      yield "\\.\n";
    }
    yield lines([...sequences, ...triggers.map(alterTriggers("ENABLE")), "COMMIT;"]);
    yield endLine({ rows });
  } finally {
    await Promise.all([holder.end(), reader.end()]);
  }
}

async function readBackupHead(client: pg.ClientBase): Promise<BackupHead> {
  const { rows } = await client.query<{ takenAt: string; postgresql: string }>(
    `SELECT to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt", split_part(version(), ' ', 2) AS postgresql`,
  );
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const [of] = rows;
  if (of === undefined) throw new Error("The server did not tell its time.");
  return { format: backupFormat, ...of, migrations };
}

/** Holds as long as the transaction does. */
async function exportSnapshot(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
  return rows[0]?.id ?? "";
}

/** Answers how many there were. */
async function* rowsOf(reader: pg.ClientBase, snapshot: string, table: TableData): AsyncGenerator<Buffer, number> {
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await reader.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(snapshot)}`);
  const copy = reader.query(copyTo(`COPY ${nameOf(table)} (${table.columns.join(", ")}) TO stdout`));
  try {
    yield* copy;
  } catch (error) {
    if (!(table.isPartition && isGone(error))) throw error;
  }
  await reader.query("COMMIT");
  return copy.rowCount;
}

/** Dropped since, because what it held is not kept any longer: undefined_table. */
function isGone(error: unknown): boolean {
  return (error as { code?: string }).code === "42P01";
}

function alterTriggers(what: "DISABLE" | "ENABLE"): (table: TableData) => string {
  return (table) => `ALTER TABLE ${nameOf(table)} ${what} TRIGGER USER;`;
}

function nameOf({ name }: TableData): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

function lines(statements: readonly string[]): string {
  return statements.map((statement) => `${statement}\n`).join("");
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: sessionUrl(url), application_name: "crosspoint-backup" });
  // What ends it fails the next query as well.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
