import { chmodSync, existsSync, mkdirSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import type { DatabaseUrls } from "../migrate/up-to-date.ts";
import { locateBinaries, reachableByOthers } from "./binaries.ts";
import { type Cluster, initialise, isClusterRunning, portOfRunning, startCluster, stopCluster } from "./cluster.ts";
import {
  applicationUrl,
  ensureDatabase,
  ensurePassword,
  ensureProduct,
  execute,
  replaceDatabase,
} from "./databases.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { removeOldSockets, socketFolder, throughSocket } from "./sockets.ts";
import { databaseOsUser } from "./user.ts";
import { requireSameMajor } from "./version.ts";
import { endWithThisProcess } from "./watch.ts";

const superuser = "crosspoint";
const productDatabase = "crosspoint";
const minimumFreeBytes = 300 * 1024 * 1024;

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, its log and its password. Kept over restarts. */
  readonly dataDir: string;
  /** Where npm installed another version of PostgreSQL than the one that comes with us. */
  readonly postgresql?: string | undefined;
  /** Settings as for postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Trades safety against power loss for speed: for throw-away clusters of tests only. */
  readonly unsafeForTests?: boolean;
  /** Ends the server after this process, even if that is killed: for tests. Those that are unsafe have it anyway. */
  readonly endsWithThisProcess?: boolean;
}

export interface EmbeddedPostgres {
  readonly port: number;
  /** A connection string for one database of the cluster. Holds the password: never log it. */
  url(database: string): string;
  /**
   * The same address of a database of this cluster past the network, for who asks much of it on the same machine; as it is where the
   * cluster's folder has too long a path for a socket.
   */
  nearby(url: string): string;
  /** Creates the database unless it is there. */
  ensureDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Puts a database in the place of the product's, whose rows are gone then. */
  replaceProduct(by: string): Promise<void>;
  /** The product's database with the roles that own it and use it, made where they are missing. */
  ensureProduct(name?: string): Promise<DatabaseUrls>;
  isRunning(): boolean;
  /** Starts it again on its port after it was killed. Fails while what it left behind still ends: try again later. */
  restart(): Promise<void>;
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
  const binaries = locateBinaries(user, options.postgresql);
  const cluster: Cluster = { folder: clusterFolder(options.dataDir), binaries: binaries.folder, user };
  mkdirSync(options.dataDir, { recursive: true });
  if (user) letOthersPass(options.dataDir);
  requireFreeSpace(options.dataDir);

  const password = ensurePassword(options.dataDir, "password");
  if (!existsSync(join(cluster.folder, "PG_VERSION"))) await initialise(cluster, superuser, password);
  requireSameMajor(cluster, binaries.version);
  await stopCluster(cluster);
  removeOldSockets(cluster.folder);
  const port = await freePort();
  const sockets = socketFolder(cluster.folder);
  const settings = settingsFor(port, sockets, options);
  await startCluster(cluster, settings);
  if (options.endsWithThisProcess ?? options.unsafeForTests) endWithThisProcess(cluster.folder);

  const url = (database: string) => `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  return {
    port,
    url,
    nearby: (given) => (sockets === undefined ? given : throughSocket(given, sockets)),
    ensureDatabase: (name, template) => ensureDatabase(url("postgres"), name, template),
    dropDatabase: (name) =>
      execute(url("postgres"), `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
    replaceProduct: (by) => replaceDatabase(url("postgres"), productDatabase, by),
    ensureProduct: (name = productDatabase) => ensureProduct(url, options.dataDir, name),
    isRunning: () => isClusterRunning(cluster),
    restart: () => startCluster(cluster, settings),
    stop: () => stopCluster(cluster),
  };
}

/** The product's database in this folder, as the application, if its PostgreSQL runs. Holds the password: never log it. */
export function runningProductUrl(dataDir: string): string | undefined {
  const port = portOfRunning({ folder: clusterFolder(dataDir) });
  return port === undefined ? undefined : applicationUrl(port, dataDir, productDatabase);
}

function clusterFolder(dataDir: string): string {
  return join(dataDir, "cluster");
}

function settingsFor(
  port: number,
  sockets: string | undefined,
  options: EmbeddedPostgresOptions,
): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: sockets ?? "",
    // initdb would take the machine's zone.
    timezone: "UTC",
    log_timezone: "UTC",
    // A statement over the past locks each day's table and its index.
    max_locks_per_transaction: "256",
    ...(options.unsafeForTests ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
    ...options.settings,
  };
}

/** The folder itself is opened for passing through, not for reading; the cluster inside it stays closed. */
function letOthersPass(dataDir: string): void {
  chmodSync(dataDir, 0o711);
  if (reachableByOthers(dataDir)) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and its own user cannot reach ${dataDir}.`,
    "Set CROSSPOINT_DATA_DIR to a folder that every user may pass through, for example /var/lib/crosspoint-server.",
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

export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
