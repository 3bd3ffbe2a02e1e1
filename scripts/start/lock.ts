import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "../steps/paths.ts";
import { StartError } from "../steps/remedy.ts";

const file = join(dataDir, "running.pid");

/** One Crosspoint per data folder: two would share a database cluster. Returns what gives the folder free again. */
export function lockDataDir(): () => void {
  mkdirSync(dataDir, { recursive: true });
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
  if (other && isAlive(other)) {
    throw new StartError(
      `Crosspoint is already running on ${dataDir} (process ${other}).`,
      `Stop it with Ctrl-C in its terminal (or: kill ${other}), or give this one a folder of its own: CROSSPOINT_DATA_DIR=/path npm start`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
