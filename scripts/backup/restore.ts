import { connectDatabase } from "@crosspoint/db";
import { checkBackup, describeHeld, loadBackup, requireOwnMigrations } from "@crosspoint/db/backup";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { type SettledRestore, settleRestored } from "@crosspoint/services/backup/settle-restored";
import { lockDataDir } from "../start/lock.ts";
import { StartError } from "../steps/remedy.ts";
import type { RestoreSettings } from "./settings.ts";

export interface RestoreOrder extends RestoreSettings {
  readonly dataDir: string;
}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  readonly takenAt: string;
  /** What it holds, as "3 hosts". */
  readonly held: readonly string[];
  readonly settled: SettledRestore;
}

/** Where a backup becomes a database, until it is whole. */
const restoring = "crosspoint_restoring";

/**
 * Makes the embedded database what the file holds. The file is read to its end first; then it becomes a database beside the
 * one there is, which is dropped only when the new one is whole and has taken its name.
 */
export async function restore({ dataDir, file, replace }: RestoreOrder): Promise<Restored> {
  const lock = lockDataDir(dataDir);
  try {
    const backup = await checkBackup(file);
    requireOwnMigrations(backup.head);
    const server = await startEmbeddedPostgres({ dataDir, endsWithThisProcess: true });
    try {
      if (!replace) await requireEmpty(server);
      await server.dropDatabase(restoring);
      const urls = await server.ensureProduct(restoring);
      await loadBackup(urls, file, backup);
      const settled = await settle(urls.application, backup.head.takenAt);
      const held = await describeHeld(urls.application);
      await server.ensureProduct();
      await server.replaceProduct(restoring);
      return { takenAt: backup.head.takenAt, held, settled };
    } finally {
      await server.dropDatabase(restoring).finally(() => server.stop());
    }
  } finally {
    lock.release();
  }
}

async function requireEmpty(server: EmbeddedPostgres): Promise<void> {
  const { owner } = await server.ensureProduct();
  const held = await describeHeld(owner);
  if (held.length === 0) return;
  throw new StartError(
    `The database is not empty. A restore deletes what it holds: ${held.join(", ")}.`,
    "Back it up first (npm run backup -- FILE). To restore all the same: npm run restore -- FILE --replace",
  );
}

async function settle(url: string, takenAt: string): Promise<SettledRestore> {
  const db = connectDatabase(url, 1);
  try {
    const actor = { kind: "system", label: "npm run restore" } as const;
    return await settleRestored({ db, actor, now: new Date() }, takenAt);
  } finally {
    await db.$disconnect();
  }
}
