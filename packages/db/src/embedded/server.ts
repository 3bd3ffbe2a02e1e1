import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { locateBinaries, type OsUser, reachableByOthers } from "./binaries.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { databaseOsUser } from "./user.ts";

const run = promisify(execFile);
const superuser = "crosspoint";
const startTimeoutSeconds = 60;
const minimumFreeBytes = 300 * 1024 * 1024;

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, its log and its password. Kept over restarts. */
  readonly dataDir: string;
  /** Settings as for postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Trades safety against power loss for speed: for throw-away clusters of tests only. */
  readonly unsafeForTests?: boolean;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** A connection string for one database of the cluster. Holds the password: never log it. */
  url(database: string): string;
  /** Creates the database unless it is there. */
  ensureDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Stops the server in order; open transactions are rolled back, committed ones stay. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL from the binaries that npm ships, on loopback only. `pg_ctl` starts it in a session of its
 * own, so that Ctrl-C in the terminal reaches it through {@link EmbeddedPostgres.stop} and not before its clients.
 * A server that a killed process left running is taken over by a restart.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = databaseOsUser();
  const binaries = locateBinaries(user);
  const cluster = join(options.dataDir, "cluster");
  mkdirSync(options.dataDir, { recursive: true });
  if (user) letOthersPass(options.dataDir);
  requireFreeSpace(options.dataDir);

  const password = ensurePassword(options.dataDir);
  if (!existsSync(join(cluster, "PG_VERSION"))) await initialise(binaries, cluster, password, user);
  await stopCluster(binaries, cluster, user);
  const port = await freePort();
  await startCluster(binaries, cluster, port, options, user);

  const url = (database: string) => `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    url,
    ensureDatabase: (name, template) => ensureDatabase(url("postgres"), name, template),
    dropDatabase: (name) =>
      execute(url("postgres"), `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
    stop: () => stopCluster(binaries, cluster, user),
  };
}

/** The folder itself is opened for passing through, not for reading; the cluster inside it stays closed. */
function letOthersPass(dataDir: string): void {
  chmodSync(dataDir, 0o711);
  if (reachableByOthers(dataDir)) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and its own user cannot reach ${dataDir}.`,
    "Set CROSSPOINT_DATA_DIR to a folder that every user may pass through, for example /var/lib/crosspoint.",
  );
}

function requireFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= minimumFreeBytes) return;
  throw new EmbeddedPostgresError(
    `Only ${Math.floor((bavail * bsize) / 1e6)} MB are free at ${folder}; PostgreSQL needs at least ${Math.ceil(minimumFreeBytes / 1e6)} MB.`,
    "Free some space, or set CROSSPOINT_DATA_DIR to a folder on a larger disk.",
  );
}

function ensurePassword(dataDir: string): string {
  const file = join(dataDir, "password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

async function initialise(binaries: string, cluster: string, password: string, user?: OsUser): Promise<void> {
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = `${cluster}.pwfile`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [partial, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    const flags = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums"];
    await run(
      join(binaries, "initdb"),
      [`--pgdata=${partial}`, `--username=${superuser}`, `--pwfile=${passwordFile}`, ...flags],
      { ...user, env: localeFree() },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL could not create its cluster at ${cluster}: ${outputOf(cause)}`,
      "Check that the folder can be written and the disk is not full.",
      cause,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  await run("mv", [partial, cluster]);
}

async function startCluster(
  binaries: string,
  cluster: string,
  port: number,
  options: EmbeddedPostgresOptions,
  user?: OsUser,
): Promise<void> {
  const log = join(cluster, "server.log");
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    // initdb would take the machine's zone.
    timezone: "UTC",
    log_timezone: "UTC",
    ...(options.unsafeForTests ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
    ...options.settings,
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  try {
    await run(
      join(binaries, "pg_ctl"),
      ["start", "-D", cluster, "-l", log, "-w", "-t", String(startTimeoutSeconds), "-s", "-o", flags.join(" ")],
      { ...user, env: localeFree(), cwd: cluster },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL did not start: ${outputOf(cause)}\n${lastLines(log)}`,
      `Its log is ${log}. To use a PostgreSQL of your own, set DATABASE_URL.`,
      cause,
    );
  }
}

async function stopCluster(binaries: string, cluster: string, user?: OsUser): Promise<void> {
  const pgCtl = join(binaries, "pg_ctl");
  const settings = { ...user, env: localeFree(), cwd: cluster };
  const running = await run(pgCtl, ["status", "-D", cluster], settings).then(
    () => true,
    () => false,
  );
  if (running) await run(pgCtl, ["stop", "-D", cluster, "-m", "fast", "-w", "-t", "60", "-s"], settings);
}

/** initdb and postgres read LC_*; a locale that the machine does not have would stop them. */
function localeFree(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("LC_") && !name.startsWith("PG"));
  return { ...Object.fromEntries(kept), LC_ALL: "C.UTF-8" };
}

function outputOf(error: unknown): string {
  const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message?: string };
  return (stderr || stdout || message || String(error)).trim();
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(-8).join("\n").trim() : "";
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function ensureDatabase(adminUrl: string, name: string, template?: string): Promise<void> {
  const suffix = template ? ` TEMPLATE ${pg.escapeIdentifier(template)}` : "";
  try {
    await execute(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${suffix}`);
  } catch (error) {
    const duplicateDatabase = "42P04";
    if ((error as { code?: string }).code !== duplicateDatabase) throw error;
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
