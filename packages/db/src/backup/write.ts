import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { BackupError } from "./error.ts";
import { backupScript } from "./script.ts";

/** Half the time of the default for a file a tenth larger: most of it is digits. */
const compressionLevel = 2;

/**
 * Writes all rows of a database into a new file that only its owner can read. It is written beside and renamed once it is
 * whole and on the disk, so that half a file never looks like a backup; where that fails, nothing is left.
 *
 * @throws BackupError where the file exists, or the disk does not take it.
 */
export async function writeBackup(url: string, file: string, signal?: AbortSignal): Promise<void> {
  await writeWhole(file, Readable.from(backupScript(url), { objectMode: true }), signal);
}

export async function writeWhole(file: string, source: Readable, signal?: AbortSignal): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists.`, "Name a new file: a backup replaces none.");
  const partial = `${file}.${process.pid}.partial`;
  try {
    const handle = await open(partial, "wx", 0o600);
    const target = handle.createWriteStream({ flush: true });
    await pipeline(source, createGzip({ level: compressionLevel }), target, { signal });
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    source.destroy();
    await rm(partial, { force: true });
    throw explained(error, file);
  }
}

/** A name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const reasons: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ["the disk is full", "Free some space, or write it to another disk."],
  EDQUOT: ["the quota of this user is used up", "Free some space, or write it to another disk."],
  ENOENT: ["there is no such folder", "Make the folder first, or name another."],
  EACCES: ["this user may not write there", "Name a folder that you may write to."],
  EROFS: ["the file system is read-only", "Name a folder on another one."],
};

function explained(error: unknown, file: string): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""];
  if (reason === undefined) return error;
  const [what, remedy] = reason;
  return new BackupError(`${file} could not be written: ${what}. Nothing was left behind.`, remedy, error);
}
