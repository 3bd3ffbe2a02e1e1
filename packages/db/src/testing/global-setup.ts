import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../embedded/index.ts";
import { applyMigrations } from "../migrate/index.ts";

const template = "template_crosspoint";
/** Another zone than UTC, as a machine's own PostgreSQL may have: what depends on it is wrong by half-hours. */
const settings = { max_connections: "300", timezone: "Asia/Kolkata" };

/** Starts one throw-away PostgreSQL for the whole run, with a migrated template that every test database copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "crosspoint-test-"));
  const server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true, settings });
  await server.ensureDatabase(template);
  await applyMigrations(server.url(template));
  project.provide("postgresAdminUrl", server.url("postgres"));
  project.provide("postgresTemplate", template);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
