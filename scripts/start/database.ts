import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate, type DatabaseUrls, MigrationError } from "@crosspoint/db/migrate";
import { dataDir } from "../steps/paths.ts";
import { StartError } from "../steps/remedy.ts";
import { type Running, type Supervision, supervise } from "./supervise.ts";

export interface RunningDatabase {
  readonly urls: DatabaseUrls;
  /** For the gateway, which asks most of it: past the network where that can be. */
  readonly gatewayUrl: string;
  stop(): Promise<void>;
}

const lookIntervalMs = 1000;

/**
 * PostgreSQL of DATABASE_URL where that is set (with MIGRATION_DATABASE_URL for its owner, where that is another role), else the embedded one, which is started
 * again when it ends by itself.
 */
export async function startDatabase(words: Pick<Supervision, "say" | "onGivenUp">): Promise<RunningDatabase> {
  const { DATABASE_URL: given, MIGRATION_DATABASE_URL: owner } = process.env;
  if (given) {
    return { urls: { owner: owner || given, application: given }, gatewayUrl: given, stop: async () => undefined };
  }
  const server = await startEmbeddedPostgres({ dataDir });
  const urls = await server.ensureProduct();
  const start = async () => {
    if (!server.isRunning()) await server.restart();
    return watch(server);
  };
  const supervised = await supervise({ name: "PostgreSQL", start, ...words });
  return { urls, gatewayUrl: server.nearby(urls.application), stop: () => supervised.stop() };
}

/** It is not a child of this process (see adr 0002): whether it runs is looked at. */
function watch(server: EmbeddedPostgres): Running {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      if (server.isRunning()) return;
      clearInterval(timer);
      resolve("its first process is gone");
    }, lookIntervalMs);
  });
  return {
    ended,
    stop: async () => {
      clearInterval(timer);
      await server.stop();
    },
  };
}

export async function migrateDatabase(urls: DatabaseUrls): Promise<string[]> {
  try {
    return await bringUpToDate(urls);
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
    ? "Check that DATABASE_URL is right, that PostgreSQL 15 or newer answers there, and that its user (or that of MIGRATION_DATABASE_URL) owns the database."
    : `PostgreSQL's own log may say why: ${join(dataDir, "cluster", "server.log")}`;
}
