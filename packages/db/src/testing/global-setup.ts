import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../embedded/index.ts";
import { bringUpToDate } from "../migrate/index.ts";
import { setUpCitus } from "./citus/global-setup.ts";

const template = "template_crosspoint";
/** Another zone than UTC, as a machine's own PostgreSQL may have: what depends on it is wrong by half-hours. */
const settings = { max_connections: "300", timezone: "Asia/Kolkata" };

/**
 * Starts one throw-away PostgreSQL for the whole run, with a migrated template that every test database copies; a cluster of three
 * with CROSSPOINT_TEST_DATABASE=citus.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.CROSSPOINT_TEST_DATABASE === "citus") return setUpCitus(project);
  const dataDir = mkdtempSync(join(tmpdir(), "crosspoint-test-"));
  const server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true, settings });
  const urls = await server.ensureProduct(template);
  await bringUpToDate(urls);
  project.provide("postgresAdminUrl", server.url("postgres"));
  project.provide("postgresWorkerAdminUrls", []);
  project.provide("postgresUrls", urls);
  project.provide("postgresTemplate", template);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
