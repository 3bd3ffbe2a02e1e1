import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, initialise, startCluster, stopCluster } from "../../embedded/cluster.ts";
import { ensureProduct, execute } from "../../embedded/databases.ts";
import { freePort } from "../../embedded/server.ts";
import { databaseOsUser } from "../../embedded/user.ts";
import { endWithThisProcess } from "../../embedded/watch.ts";
import type { DatabaseUrls } from "../../migrate/up-to-date.ts";
import { installCitus } from "./programs.ts";

const superuser = "crosspoint";
const password = "test";

export interface CitusOptions {
  readonly dataDir: string;
  /** Trades safety against power loss for speed. */
  readonly unsafeForTests: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A coordinator and two workers on this machine, on loopback only. */
export interface CitusCluster {
  readonly ports: { readonly coordinator: number; readonly workers: readonly number[] };
  /** Where each node keeps its data, the coordinator first. */
  readonly folders: readonly string[];
  /** A database of the coordinator, or of the worker on that port, as a superuser. */
  url(database: string, port?: number): string;
  /** Makes the product's database, empty, on all nodes, and its roles on the coordinator; returns the coordinator's. */
  ensureProduct(name: string): Promise<DatabaseUrls>;
  /** With all connections cut off. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCitus({ dataDir, unsafeForTests, settings }: CitusOptions): Promise<CitusCluster> {
  const user = databaseOsUser();
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  const programs = installCitus(join(dataDir, "postgresql"));
  const names = ["coordinator", "worker-1", "worker-2"] as const;
  const nodes = names.map((name): Cluster => ({ folder: join(dataDir, name), binaries: programs, user }));
  await Promise.all(nodes.map(makeNode));
  const ports = [await freePort(), await freePort(), await freePort()];
  const start = () =>
    Promise.all(
      nodes.map((node, index) => startCluster(node, settingsOf(ports[index] ?? 0, unsafeForTests, settings))),
    );
  await start();
  for (const node of nodes) endWithThisProcess(node.folder);
  const [coordinator = 0, ...workers] = ports;
  const url = (database: string, port = coordinator) =>
    `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
  const stop = async () => void (await Promise.all(nodes.map(stopCluster)));
  return {
    ports: { coordinator, workers },
    folders: nodes.map(({ folder }) => folder),
    url,
    ensureProduct: async (name) => {
      for (const port of workers) await execute(url("postgres", port), `CREATE DATABASE ${name}`);
      return ensureProduct(url, dataDir, name);
    },
    restart: async () => {
      await stop();
      await start();
    },
    stop,
  };
}

/** Nodes let each other in without passwords: they listen on loopback alone, for as long as a test takes. */
async function makeNode(node: Cluster): Promise<void> {
  if (!existsSync(join(node.folder, "PG_VERSION"))) await initialise(node, superuser, password);
  const access = join(node.folder, "pg_hba.conf");
  writeFileSync(access, readFileSync(access, "utf8").replaceAll("scram-sha-256", "trust"));
  if (node.user) chownSync(access, node.user.uid, node.user.gid);
}

function settingsOf(
  port: number,
  unsafeForTests: boolean,
  settings: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    timezone: "UTC",
    shared_preload_libraries: "citus",
    max_prepared_transactions: "200",
    max_connections: "300",
    wal_level: "logical",
    "citus.node_conninfo": "sslmode=prefer",
    ...(unsafeForTests ? { fsync: "off", synchronous_commit: "off", full_page_writes: "off" } : {}),
    ...settings,
  };
}
