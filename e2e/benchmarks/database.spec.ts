import { findPlan } from "@crosspoint/catalog";
import { type DatabaseSpec, databaseKey } from "@crosspoint/domain";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { storeRun } from "../stack/stored-runs.ts";

const warning = "the database fits in this host's memory";

/** A run of the built-in plan, of which two numbers of clients were measured, one failed and seven are missing. */
async function storeDatabaseRun(stack: Stack): Promise<string> {
  const plan = findPlan("postgresql-tpcb");
  if (plan === undefined) throw new Error("The catalog has no plan of a database.");
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "database-shelf");
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial: "CVFTDATABASE0001" };
  await host.report([{ identity, capacityBytes: 400_088_457_216 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: identity.serial } });
  const runId = await storeRun(stack.db, { driveId, hostId: host.hostId, state: "failed", points: [] });
  const document = { planName: plan.document.name, plan: plan.document as object, pointsPlanned: 10 };
  await stack.db.benchmarkRun.update({ where: { id: runId }, data: document });
  const rates = [2226.9, 8123.4];
  for (const { sequence, stepPath, database } of plan.databasePoints.slice(0, 3)) {
    await stack.db.databasePoint.create({ data: pointOf(runId, sequence, stepPath, database, rates[sequence]) });
  }
  return runId;
}

function pointOf(
  runId: string,
  sequence: number,
  stepPath: readonly number[],
  spec: DatabaseSpec,
  rate: number | undefined,
) {
  const environment = {
    serverVersion: "PostgreSQL 15.20",
    settings: ["shared_buffers=256MB"],
    fileSystem: "ext4 on namespace 1",
    databaseBytes: 107 * 2 ** 30,
    memoryBytes: 256 * 2 ** 30,
  };
  const place = { runId, sequence, stepPath: [...stepPath], spec: spec as object, key: databaseKey(spec) };
  if (rate === undefined) return { ...place, state: "failed" as const, reason: "pgbench did not end" };
  const transactions = BigInt(Math.round(rate * 300));
  return {
    ...place,
    state: "complete" as const,
    environment,
    warnings: [warning],
    finishedAt: new Date(),
    transactions,
    failed: 0n,
    transactionsPerSecond: rate,
    latencyNsMean: 1_791_000,
    latencyNsP50: 1_500_000n,
    latencyNsP99: 4_000_000n,
    latencyNsP999: 9_000_000n,
    latencyNsMax: 80_000_000n,
    histogram: Buffer.from(""),
    intervalSeconds: 1,
    timeline: [transactions],
  };
}

test("a database's transactions stand over its clients, apart from I/O and from the published TPC-C", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const runId = await storeDatabaseRun(stack);
  await page.goto(`/benchmarks/${runId}`);
  const panel = page.getByRole("region", { name: "Database", exact: true });
  const table = panel.getByRole("table", { name: /^Results of PostgreSQL, TPC-B-like transactions, 100\sGiB/ });
  await expect(table.getByRole("row", { name: /^4 / })).toContainText("2,227");
  await expect(table.getByRole("row", { name: /^8 / })).toContainText("8,123");
  await expect(table.getByRole("row", { name: /^12 / })).toContainText("Failed pgbench did not end");
  await expect(table.getByRole("row", { name: /^128 / })).toContainText("Not measured yet");
  await expect(panel.getByRole("figure", { name: "Transactions per second by number of clients" })).toContainText(
    "Transactions/s",
  );
  await expect(panel.getByRole("figure", { name: "Transaction latency by number of clients" })).toContainText(
    "Latency (ms)",
  );
  await expect(
    panel.getByRole("note").filter({ hasText: /^The database fits in this host's memory\.$/ }),
  ).toBeVisible();

  const published = panel.getByRole("region", { name: "Published TPC-C results" });
  await expect(published).toContainText("Another benchmark:");
  const rows = published.getByRole("row");
  await expect(rows.filter({ hasText: "P3700" })).toContainText("46,373");
  await expect(rows.filter({ hasText: "S3500" })).toContainText("7,806");
  await expect(rows.filter({ hasText: "Scorpio" })).toContainText("122");
  await expect(published.getByRole("link", { name: "Source of the published results" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Results by point" }), "it has no I/O of its own").toHaveCount(0);

  await page.goto(`/benchmarks/${runId}/report`);
  await expect(page.getByRole("table", { name: /^Results of PostgreSQL/ })).toContainText("2,227");

  await page.goto("/benchmarks");
  const listed = page.getByRole("row").filter({ hasText: "CVFTDATABASE0001" });
  await expect(listed).toContainText("PostgreSQL: transactions at 4 to 128 clients");
});
