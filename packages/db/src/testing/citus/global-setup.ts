import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { distribute } from "../../distribute/index.ts";
import { bringUpToDate } from "../../migrate/index.ts";
import { startCitus } from "./cluster.ts";

const template = "template_crosspoint";
/** A node has several databases at once here, each with a process of Citus; a table has more pieces than workers. */
const settings = { timezone: "Asia/Kolkata", max_worker_processes: "64", "citus.shard_count": "4" };

/** The same as the set-up on one PostgreSQL, on a cluster: a template on every node, whose tables are distributed. */
export async function setUpCitus(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "crosspoint-test-citus-"));
  const cluster = await startCitus({ dataDir, unsafeForTests: true, settings });
  const urls = await cluster.ensureProduct(template);
  await bringUpToDate(urls);
  const { coordinator, workers } = cluster.ports;
  await distribute(
    {
      adminUrl: cluster.url(template),
      coordinator: { host: "127.0.0.1", port: coordinator },
      workers: workers.map((port) => ({ host: "127.0.0.1", port })),
      application: new URL(urls.application).username,
      shards: undefined,
    },
    () => undefined,
  );
  // A process of Citus is connected to a database from the first statement on: none may be, to a template.
  await cluster.restart();
  project.provide("postgresAdminUrl", cluster.url("postgres"));
  project.provide(
    "postgresWorkerAdminUrls",
    workers.map((port) => cluster.url("postgres", port)),
  );
  project.provide("postgresUrls", urls);
  project.provide("postgresTemplate", template);
  return async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
