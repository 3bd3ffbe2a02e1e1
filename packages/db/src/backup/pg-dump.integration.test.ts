import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Cluster, initialise, startCluster, stopCluster } from "../embedded/cluster.ts";
import { ensureProduct, execute } from "../embedded/databases.ts";
import { freePort } from "../embedded/server.ts";
import { databaseOsUser } from "../embedded/user.ts";
import { endWithThisProcess } from "../embedded/watch.ts";
import { bringUpToDate, type DatabaseUrls } from "../migrate/index.ts";
import { allRows } from "../testing/all-rows.ts";
import { fillTables } from "../testing/fill-tables.ts";

/** Debian's newest server that has its pg_dump beside it: the one from npm has none, and none reads a newer server. */
const debian = "/usr/lib/postgresql";
const programs = (existsSync(debian) ? readdirSync(debian) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(debian, version, "bin"))
  .find((folder) => ["initdb", "pg_dump"].every((name) => existsSync(join(folder, name))));

const end: (() => unknown)[] = [];
afterAll(async () => {
  for (const each of end.toReversed()) await each();
});

/** A PostgreSQL of one's own with the product's database; `shell` runs a command as an administrator of it would. */
async function startOwn(binaries: string) {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-pg-dump-"));
  end.push(() => rmSync(folder, { recursive: true, force: true }));
  // Run as root, PostgreSQL's own user passes through it.
  chmodSync(folder, 0o711);
  const cluster: Cluster = { folder: join(folder, "cluster"), binaries, user: databaseOsUser() };
  await initialise(cluster, "admin", "test");
  const port = String(await freePort());
  await startCluster(cluster, { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", fsync: "off" });
  end.push(() => stopCluster(cluster));
  endWithThisProcess(cluster.folder);
  const admin = (database: string) => `postgresql://admin:test@127.0.0.1:${port}/${database}`;
  const secrets = join(folder, "secrets");
  mkdirSync(secrets);
  const access = { PGHOST: "127.0.0.1", PGPORT: port, PGUSER: "admin", PGPASSWORD: "test" };
  const env = { ...process.env, ...access, PATH: `${binaries}:${process.env.PATH}`, LC_ALL: "C.UTF-8" };
  return {
    admin,
    urls: await ensureProduct(admin, secrets, "crosspoint"),
    shell: (command: string) => execFileSync("sh", ["-c", command], { cwd: folder, env, stdio: "pipe" }),
  };
}

/** The commands of PostgreSQL's own programs in docs/maintenance.md: from pg_dump to pg_restore and what comes with them. */
function documented({ owner }: DatabaseUrls): string[] {
  const text = readFileSync(new URL("../../../../docs/maintenance.md", import.meta.url), "utf8");
  const [, section = ""] = text.split("## A PostgreSQL of your own\n");
  const [commands = ""] = section.split("Then, before anything is started");
  return commands
    .split("\n")
    .filter((line) => line.startsWith("    "))
    .map((line) => line.trim().replace("postgresql://crosspoint_owner:…@db/crosspoint", owner));
}

/** pg-boss makes its tables when the first worker starts: the application's own. */
const startQueue = (urls: DatabaseUrls) => execute(urls.application, "CREATE TABLE pgboss.job AS SELECT 1 AS id");

it.skipIf(programs === undefined)("dumps and restores a database as the documentation says", async () => {
  const { admin, urls, shell } = await startOwn(programs ?? "");
  await bringUpToDate(urls);
  await startQueue(urls);
  await fillTables(admin("crosspoint"));
  const before = await allRows(urls.owner);
  const rights = `SELECT array_agg(relname || coalesce(relacl::text, '') ORDER BY relname), (SELECT datacl FROM pg_database
    WHERE datname = current_database()) FROM pg_class WHERE relnamespace = 'public'::regnamespace`;
  const readRights = () => String(shell(`psql --tuples-only --command="${rights}" crosspoint`));
  const rightsBefore = readRights();
  const commands = documented(urls);
  expect(commands.map((command) => command.split(" ")[0])).toEqual([
    "pg_dump",
    "psql",
    "createdb",
    "psql",
    "pg_restore",
  ]);

  for (const command of commands) shell(command);

  expect(await bringUpToDate(urls)).toEqual([]);
  expect(await allRows(urls.owner)).toEqual(before);
  expect(readRights()).toBe(rightsBefore);
  await startQueue(urls);
});
