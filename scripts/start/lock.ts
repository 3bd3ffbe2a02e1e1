import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../steps/remedy.ts";

export interface DataDirLock {
  /** True where the one before was killed: what it had started may be ending still. */
  readonly afterKill: boolean;
  release(): void;
}

/** A lock that nothing refers to would be dropped with its object. */
const held = new Set<DatabaseSync>();

/**
 * One Crosspoint per data folder: two would share a database cluster. The kernel holds the lock (that of an SQLite file,
 * because Node itself cannot lock a file) and drops it when this process ends, however it ends. `running.pid` only says
 * who holds it.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const lock = tryLockDataDir(dataDir);
  if (lock === undefined) throw alreadyRunning(dataDir, join(dataDir, "running.pid"));
  return lock;
}

/** Undefined where another process holds it. */
export function tryLockDataDir(dataDir: string): DataDirLock | undefined {
  mkdirSync(dataDir, { recursive: true });
  const pidFile = join(dataDir, "running.pid");
  const lockFile = join(dataDir, "lock");
  if (!existsSync(lockFile)) writeFileSync(lockFile, "", { mode: 0o600 });
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  held.add(lock);
  const afterKill = existsSync(pidFile);
  writeFileSync(pidFile, String(process.pid));
  return {
    afterKill,
    release: () => {
      rmSync(pidFile, { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return (error as { errcode?: number }).errcode === sqliteBusy;
}

function alreadyRunning(dataDir: string, pidFile: string): StartError {
  const pid = existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : "unknown";
  return new StartError(
    `Crosspoint is already running on ${dataDir} (process ${pid}).`,
    `Stop it with Ctrl-C in its terminal (or: kill ${pid}), or give this one its own data folder: CROSSPOINT_DATA_DIR=/path npm start`,
  );
}
