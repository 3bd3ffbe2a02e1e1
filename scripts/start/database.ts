import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { applyMigrations, MigrationError } from "@crosspoint/db/migrate";
import { dataDir } from "../steps/paths.ts";
import { StartError } from "../steps/remedy.ts";

export interface RunningDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL of DATABASE_URL where that is set, else the embedded one. */
export async function startDatabase(): Promise<RunningDatabase> {
  const given = process.env.DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  await server.ensureDatabase("crosspoint");
  return { url: server.url("crosspoint"), stop: () => server.stop() };
}

export async function migrateDatabase(url: string): Promise<string[]> {
  try {
    return await applyMigrations(url);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database could not be brought up to date: ${message}`, remedyFor(error));
  }
}

function remedyFor(error: unknown): string {
  if (error instanceof MigrationError) {
    return "Your data is as it was. Correct what the message names and start again: this migration is then tried again. If it fails again, report the message; nothing needs to be deleted.";
  }
  return process.env.DATABASE_URL
    ? "Check that DATABASE_URL is right, that PostgreSQL 15 or newer answers there, and that its user may create tables."
    : `PostgreSQL's own log may say why: ${join(dataDir, "cluster", "server.log")}`;
}
