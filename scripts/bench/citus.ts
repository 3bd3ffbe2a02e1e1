import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { distribute } from "@crosspoint/db/distribute";
import { startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate, type DatabaseUrls } from "@crosspoint/db/migrate";
import { citusObstacle, startCitus } from "@crosspoint/db/testing/citus";
import pg from "pg";
import { step } from "../steps/progress.ts";
import { cpuSecondsOfTree, postmasterIn } from "./ingest/process-cost.ts";
import { type Sizes, sizesOf } from "./ingest/sizes.ts";
import { addHosts, addPartitions } from "./ingest/stored.ts";
import { IngestBench } from "./ingest.ts";
import { mark } from "./mark.ts";

const goal = 0.5;
/** Two for each worker: enough to see what more than one costs. */
const shards = 4;

/**
 * What a fleet's samples cost on a cluster of three nodes on this machine, against one PostgreSQL on it in the same run: the same
 * load, settings that are safe, nothing else running. The nodes share the processors here, so it says what spreading costs, not what it gives.
 */
export async function measureCitus(args: readonly string[]): Promise<void> {
  const obstacle = citusObstacle();
  if (obstacle !== null) throw new Error(`There is no cluster to measure: ${obstacle}.`);
  const sizes = sizesOf(args);
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-citus-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, "plain"));
  mkdirSync(join(folder, "cluster"));
  chmodSync(join(folder, "plain"), 0o711);
  chmodSync(join(folder, "cluster"), 0o711);
  try {
    const plain = await onPlain(sizes, join(folder, "plain"));
    print("one PostgreSQL", plain);
    const spread = await onCluster(sizes, join(folder, "cluster"));
    print("a cluster", spread);
    const ratio = rateOf(spread) / rateOf(plain);
    console.log(`  ratio ${ratio.toFixed(2)} (goal ${goal})  ${mark(ratio >= goal)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPlain(sizes: Sizes, folder: string): Promise<Measured> {
  const dataDir = join(folder, "postgres");
  const postgres = await step("Start PostgreSQL", () => startEmbeddedPostgres({ dataDir, endsWithThisProcess: true }));
  try {
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    return await load(sizes, urls, { folder, workers: [] });
  } finally {
    await postgres.stop();
  }
}

async function onCluster(sizes: Sizes, folder: string): Promise<Measured> {
  const dataDir = join(folder, "postgres");
  const cluster = await step("Start a coordinator and two workers", () =>
    startCitus({ dataDir, unsafeForTests: false }),
  );
  try {
    const urls = await cluster.ensureProduct("crosspoint");
    await bringUpToDate(urls);
    const node = (port: number) => ({ host: "127.0.0.1", port });
    const { coordinator, workers } = cluster.ports;
    const application = new URL(urls.application).username;
    const nodes = { coordinator: node(coordinator), workers: workers.map(node) };
    await step("Distribute", () =>
      distribute({ adminUrl: cluster.url("crosspoint"), ...nodes, application, shards }, () => undefined),
    );
    const [own = "", ...others] = cluster.folders;
    // Where one PostgreSQL keeps it.
    symlinkSync(own, join(dataDir, "cluster"));
    return await load(sizes, urls, { folder, workers: others });
  } finally {
    await cluster.stop();
  }
}

interface Measured extends Awaited<ReturnType<IngestBench["load"]>> {
  readonly workerCpuSeconds: number;
}

async function load(
  sizes: Sizes,
  urls: DatabaseUrls,
  { folder, workers }: { readonly folder: string; readonly workers: readonly string[] },
): Promise<Measured> {
  const client = new pg.Client({ connectionString: urls.owner });
  await client.connect();
  try {
    await addPartitions(client);
    await addHosts(client, sizes.hosts);
  } finally {
    await client.end();
  }
  const bench = new IngestBench(sizes, folder, urls.application);
  await step("List the drives", () => bench.list());
  await step("Warm up", () => bench.load(Math.min(10, sizes.shortSeconds)));
  const before = cpuOf(workers);
  const measured = await step(`Send samples for ${sizes.loadSeconds} s`, () => bench.load(sizes.loadSeconds));
  return { ...measured, workerCpuSeconds: cpuOf(workers) - before };
}

function cpuOf(folders: readonly string[]): number {
  return folders.reduce((sum, folder) => sum + cpuSecondsOfTree(postmasterIn(folder)), 0);
}

function rateOf({ samples, seconds }: Measured): number {
  return samples / seconds;
}

function print(what: string, measured: Measured): void {
  const { ms, samples, gatewayCpuSeconds, postgresCpuSeconds, workerCpuSeconds } = measured;
  const each = (seconds: number) => `${((1e6 * seconds) / samples).toFixed(1)} us`;
  console.log(
    `  ${what}: ${Math.round(rateOf(measured)).toLocaleString("en")} samples/s, p50 ${ms.p50.toFixed(0)} ms, p99 ${ms.p99.toFixed(0)} ms`,
  );
  const costs = `gateway ${each(gatewayCpuSeconds)}, PostgreSQL ${each(postgresCpuSeconds)}, workers ${each(workerCpuSeconds)}`;
  console.log(`    processor for a sample: ${costs}`);
}
