import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OsUser } from "./binaries.ts";
import { EmbeddedPostgresError } from "./error.ts";

const run = promisify(execFile);
const startTimeoutSeconds = 60;

/** A cluster on disk, the programs that run it, and the user of the operating system that it runs as. */
export interface Cluster {
  readonly folder: string;
  readonly binaries: string;
  readonly user: OsUser | undefined;
}

/** Makes the cluster, with a superuser of that name and password. */
export async function initialise(
  { folder, binaries, user }: Cluster,
  superuser: string,
  password: string,
): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const passwordFile = `${folder}.pwfile`;
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
      `PostgreSQL could not create its cluster at ${folder}: ${outputOf(cause)}`,
      "Check that the folder can be written and the disk is not full.",
      cause,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  await run("mv", [partial, folder]);
}

/** Starts PostgreSQL on it with settings as for postgresql.conf, and waits until it answers. */
export async function startCluster(
  { folder, binaries, user }: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const log = join(folder, "server.log");
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  try {
    await run(
      join(binaries, "pg_ctl"),
      ["start", "-D", folder, "-l", log, "-w", "-t", String(startTimeoutSeconds), "-s", "-o", flags.join(" ")],
      // Of another user, it would look for its own connections' certificates and passwords in a home that it may not read.
      { ...user, env: { ...localeFree(), HOME: folder }, cwd: folder },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL did not start: ${outputOf(cause)}\n${lastLines(log)}`,
      `Its log is ${log}. To use a PostgreSQL of your own, set DATABASE_URL.`,
      cause,
    );
  }
}

/** Stops PostgreSQL in order, if it runs. */
export async function stopCluster({ folder, binaries, user }: Cluster): Promise<void> {
  const pgCtl = join(binaries, "pg_ctl");
  const settings = { ...user, env: localeFree(), cwd: folder };
  const running = await run(pgCtl, ["status", "-D", folder], settings).then(
    () => true,
    () => false,
  );
  if (running) await run(pgCtl, ["stop", "-D", folder, "-m", "fast", "-w", "-t", "60", "-s"], settings);
}

/** Whether PostgreSQL's first process, which starts all others, is there. One that was killed leaves its file behind. */
export function isClusterRunning({ folder }: Pick<Cluster, "folder">): boolean {
  return portOfRunning({ folder }) !== undefined;
}

/** The port on which PostgreSQL listens, if it runs: `postmaster.pid` has its process first and the port fourth. */
export function portOfRunning({ folder }: Pick<Cluster, "folder">): number | undefined {
  const file = join(folder, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? port : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // A process that has ended stays listed until its parent takes note, which may be never.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, "utf8"));
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
