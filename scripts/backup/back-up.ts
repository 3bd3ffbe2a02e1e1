import { writeBackup } from "@crosspoint/db/backup";
import { runningProductUrl, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { tryLockDataDir } from "../start/lock.ts";
import { requireCluster } from "./require-cluster.ts";
import type { BackupSettings } from "./settings.ts";

export interface BackupOrder extends BackupSettings {
  readonly dataDir: string;
  readonly signal?: AbortSignal;
}

/** Beside a Crosspoint that runs, through its PostgreSQL; else PostgreSQL runs for as long as this takes. */
export async function backUp({ dataDir, file, postgresql, signal }: BackupOrder): Promise<void> {
  requireCluster(dataDir);
  const lock = tryLockDataDir(dataDir);
  if (lock === undefined) {
    const url = runningProductUrl(dataDir);
    if (url === undefined) throw new Error("Crosspoint runs, but its PostgreSQL does not yet. Try again in a moment.");
    return writeBackup(url, file, signal);
  }
  try {
    const server = await startEmbeddedPostgres({ dataDir, postgresql, endsWithThisProcess: true });
    try {
      const { application } = await server.ensureProduct();
      await writeBackup(application, file, signal);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}
