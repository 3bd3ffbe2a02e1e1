import { plans } from "@crosspoint/catalog";
import { allSteps, expandPlan, formatIops, shortenPlan, shortForm } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol";
import type { Page } from "@playwright/test";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { expect, test } from "../stack/fixtures.ts";
import type { Stack } from "../stack/stack.ts";
import { expectRunState } from "../steps/launch.ts";
import { type Drive, startVirtualHost, urlInGuest, type VirtualHost } from "./virtual-host.ts";

const obstacle = labObstacle();
const MIB = 1 << 20;
const POINT_SECONDS = 1;
/** What many drives at once cost this machine is bounded by it. */
const IOPS_LIMIT = 250;
/** Of the plans with the most points, which go on alone once the others are over: each point ends with 256 operations under way. */
const LONG_PLAN_IOPS_LIMIT = 2000;
const LONG_PLAN_POINTS = 50;
const SLOW_IOPS_LIMIT = 50;
/** More than twice what it takes on a machine that does little else: all of it keeps its processors busy. */
const RUNS_LIMIT_MS = 1_200_000;

/** What a drive of the lab offers of the settings that plans go through. */
const offered = { powerState: [0], powerGovernor: [] };

/** A drive of the lab has no rated figures, and no PostgreSQL beside it: these plans have tests of their own. */
const needsMore = new Set(["ratedFigures", "database"]);

/** What ends otherwise than complete on a drive of the lab, and why. */
const failing: Readonly<Record<string, RegExp>> = {
  "power-governor-sweep": /the values of the power governor \(feature C6h\) are not documented for this model/,
};

interface Trial {
  readonly planId: string;
  readonly serial: string;
  readonly hostname: string;
  /** As many points as the run must tell of. */
  readonly points: number;
}

/** The longest first, so that all end at about the same time. Each has a drive of its own. */
const trials: readonly Trial[] = plans
  .filter(({ document }) => !allSteps(document.steps).some(({ step }) => needsMore.has(step.kind)))
  .map(({ document }) => ({ planId: document.id, points: pointsExpected(document) }))
  .toSorted((one, other) => other.points - one.points)
  .map((plan, index) => ({
    ...plan,
    serial: `PLAN-${String(index + 1).padStart(2, "0")}`,
    hostname: `plans-${index % 2 === 0 ? "a" : "b"}`,
  }));

test.describe("every built-in plan, launched from the browser, shortened", () => {
  test.describe.configure({ mode: "serial" });
  test.skip(obstacle !== null, obstacle ?? "");
  const hosts = new Map<string, VirtualHost>();
  const runs = new Map<string, string>();

  test.beforeAll(async ({ stack }) => {
    test.setTimeout(300_000);
    for (const hostname of new Set(trials.map((trial) => trial.hostname))) {
      hosts.set(hostname, await startHost(stack, hostname));
    }
    const seen = () =>
      stack.db.drive.count({ where: { serial: { startsWith: "PLAN-" }, NOT: { namespaces: { equals: [] } } } });
    await expect.poll(seen, { timeout: 60_000 }).toBe(trials.length);
  });

  test.afterAll(async () => {
    await Promise.all([...hosts.values()].map((host) => host.stop()));
  });

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list.
  test.afterEach(async ({}, testInfo) => {
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const [hostname, host] of hosts) {
      console.log(`${hostname}: ${await host.whatIsWaitedFor()}`);
      const { stdout } = await host.exec("tail -n 200 /var/log/agent.log");
      await testInfo.attach(`the log of ${hostname}`, { body: stdout, contentType: "text/plain" });
    }
  });

  test("starts on a drive of its own, beside the others", async ({ adminPage: page, stack }) => {
    test.setTimeout(240_000);
    for (const trial of trials) runs.set(trial.planId, await launch(page, stack, trial));
  });

  test("runs to its end, with every point, which its page shows", async ({ adminPage: page, stack }) => {
    test.setTimeout(RUNS_LIMIT_MS);
    for (const trial of trials) {
      await test.step(trial.planId, () => expectWhole(page, stack, trial, runs.get(trial.planId) ?? ""));
    }
  });

  test("three drives of two hosts start together: merged, summed, and the slowest named", async ({
    adminPage: page,
    stack,
  }) => {
    test.setTimeout(120_000);
    const chosen = trials.slice(0, 3);
    expect(new Set(chosen.map(({ hostname }) => hostname)).size).toBe(2);
    const [, slow] = chosen as [Trial, Trial, Trial];
    await hosts.get(slow.hostname)?.setIopsLimit(slow.serial, SLOW_IOPS_LIMIT);
    await launchTogether(page, chosen);
    const merged = page.getByRole("table", { name: "Merged results by point" }).getByRole("row").nth(1);
    await expect(merged).toContainText("3 of 3", { timeout: 60_000 });
    await expect(merged.getByRole("link"), "the slowest").toContainText(slow.serial);

    const batchId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const directions = await stack.db.pointDirection.findMany({
      where: { pointSequence: 0, point: { run: { batchId } } },
    });
    expect(directions).toHaveLength(3);
    const sum = directions.reduce((total, { iops }) => total + iops, 0);
    const operations = directions.reduce((total, direction) => total + Number(direction.operations), 0);
    await expect(merged).toContainText(formatIops(sum).value);
    await expect(page.getByRole("region", { name: "Point details" })).toContainText(
      `From one histogram of ${operations.toLocaleString("en-US")} I/Os of 3 targets.`,
    );
    await expect(page.getByText(/^3 runs started within /)).toBeVisible();
  });

  test("judges a qualification without the self-test that the drive does not have", async ({ adminPage: page }) => {
    await page.goto(`/benchmarks/${runs.get("qualification-short")}`);
    const criteria = page.getByRole("region", { name: "Qualification" });
    const row = (name: string) => criteria.getByRole("row").filter({ hasText: name });
    await expect(row("Self-test passed")).toContainText("has no self-test");
    await expect(row("No failed operations")).toContainText("Pass");
    await expect(row("No new media or data integrity errors")).toContainText("Pass");
    // A hundredth of the drive was written and read back.
    await expect(row("Data intact over the whole span")).not.toContainText("Pass");
    await expect(criteria).toContainText("Inconclusive");
  });

  test("is not offered where the drive's model has none of the figures that it measures", async ({
    adminPage: page,
    stack,
  }) => {
    const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial: trials.at(-1)?.serial ?? "" } });
    for (const planId of ["spec-check", "spec-check-reads"]) {
      await page.goto(`/benchmarks/new?drive=${id}&plan=${planId}&short=${POINT_SECONDS}&beside=true`);
      const alert = page.getByRole("region", { name: "Preflight" }).getByRole("alert");
      await expect(alert).toContainText("The catalog has no spec sheet of QEMU NVMe Ctrl.");
    }
  });

  test("and leaves every drive as it was set before", async () => {
    for (const host of hosts.values()) {
      const schedulers = (await host.output("cat /sys/class/block/nvme*n1/queue/scheduler | sort -u")).toString();
      expect(schedulers.trim()).toBe("[none] mq-deadline");
    }
  });
});

/** What is wrong with one plan does not hide what is wrong with another. */
async function expectWhole(page: Page, stack: Stack, { planId, points: expected }: Trial, runId: string) {
  const stateOf = async () => (await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).state;
  await expect.poll(stateOf, { timeout: RUNS_LIMIT_MS }).not.toMatch(/^(queued|requested|running)$/);
  const { state, reason } = await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
  const reasonExpected = failing[planId];
  const isExpected = reasonExpected === undefined ? { state: "complete", reason: null } : { state: "failed" };
  expect.soft({ state, reason }, planId).toMatchObject(isExpected);
  if (reasonExpected !== undefined) expect.soft(reason, planId).toMatch(reasonExpected);
  const points = await stack.db.benchmarkPoint.findMany({ where: { runId }, orderBy: { sequence: "asc" } });
  expect
    .soft(
      points.map(({ sequence }) => sequence),
      planId,
    )
    .toEqual(Array.from({ length: expected }, (_, index) => index));
  const missed = points
    .filter((point) => point.state !== "complete")
    .map(({ sequence, state, reason }) => ({ sequence, state, reason }));
  expect.soft(missed, planId).toEqual([]);
  await page.goto(`/benchmarks/${runId}`);
  await expectRunState(page, reasonExpected === undefined ? "Complete" : "Failed");
  const measured = points.filter(({ purpose }) => purpose === "measure");
  const results = page.getByRole("table", { name: "Results by point" });
  await expect.soft(results.getByRole("button", { name: /^\d+\. / }), planId).toHaveCount(measured.length);
}

async function startHost(stack: Stack, hostname: string): Promise<VirtualHost> {
  const binaries = await buildAgent();
  const drives = trials
    .filter((trial) => trial.hostname === hostname)
    .map(({ serial, planId, points }): Drive => {
      const iopsLimit = points > LONG_PLAN_POINTS ? LONG_PLAN_IOPS_LIMIT : IOPS_LIMIT;
      return { serial, sizeBytes: sizeFor(planId), iopsLimit };
    });
  const serials = drives.map(({ serial }) => `"${serial}"`).join(", ");
  const policy = `[[allow]]\nserials = [${serials}]\nactions = ["write", "format"]\n`;
  const host = await startVirtualHost({
    hostname,
    drives,
    agentBinary: `${binaries}/crosspoint-agent`,
    benchBinary: `${binaries}/uring-bench`,
    files: { "/etc/crosspoint/policy.toml": { contents: policy } },
    tools: ["schedulers"],
    // Of the memory that is free a run takes at most a quarter: 256 MiB for 256 operations of 1 MiB.
    memoryMiB: 4096,
  });
  const server = `--server ${urlInGuest(stack.settings.gatewayUrl)} --allow-plain-http`;
  await host.startService("agent", `crosspoint-agent run ${server} --token ${await stack.enrollmentToken()}`);
  return host;
}

/**
 * One percent of the drive, which the short form fills, must hold the 3,200 blocks of 4 KiB that SPRandom needs at least, and a
 * few of the 1 MiB of the qualification.
 */
function sizeFor(planId: string): number {
  if (planId === "sprandom-steady-state") return 2048 * MIB;
  return planId === "qualification-short" ? 512 * MIB : 64 * MIB;
}

/** Launches as a person does; where the plan writes, with the drive's serial typed. Returns the run's id. */
async function launch(page: Page, stack: Stack, { planId, serial }: Trial): Promise<string> {
  const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  await page.goto(`/benchmarks/new?drive=${id}&plan=${planId}&short=${POINT_SECONDS}&beside=true`);
  await page.getByRole("button", { name: /^(Launch .* on |Write to )/ }).click();
  const dialog = page.getByRole("dialog", { name: `Overwrite data on ${serial}` });
  const isRun = /\/benchmarks\/[0-9a-f-]{36}$/;
  await expect(async () => {
    expect((await dialog.isVisible()) || isRun.test(page.url())).toBe(true);
  }).toPass();
  if (await dialog.isVisible()) {
    await dialog.getByRole("textbox", { name: `Type the serial ${serial}` }).fill(serial);
    await dialog.getByRole("button", { name: `Overwrite ${serial}` }).click();
  }
  await page.waitForURL(isRun);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** The quick check on several drives, all at one moment. The batch's page opens. */
async function launchTogether(page: Page, chosen: readonly Trial[]): Promise<void> {
  await page.goto("/drives?search=PLAN-&sort=serial");
  const count = page.getByText(`${chosen.length} drives selected`);
  await expect(async () => {
    for (const { serial } of chosen) {
      await page.getByRole("checkbox", { name: `Select ${serial}` }).check({ timeout: 2000 });
    }
    await expect(count).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole("button", { name: `Benchmark ${chosen.length} drives` }).click();
  await page.getByRole("checkbox", { name: /^Shortened/ }).check();
  await page.getByRole("textbox", { name: "Longest point (s)" }).fill(String(POINT_SECONDS));
  const preflight = page.getByRole("region", { name: "Preflight" });
  await preflight.getByRole("radio", { name: "Start together" }).check();
  await page.getByRole("button", { name: `Launch on ${chosen.length} targets` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`on ${chosen.length} targets`);
}

/** Every point of the plan; a search ends with its first trial, since not even the lowest rate fits under the limit. */
function pointsExpected({ steps }: (typeof plans)[number]["document"]): number {
  const short = shortenPlan(steps, shortForm(POINT_SECONDS)).map((step) =>
    step.kind === "search" && step.raise === "rate" ? step.steps : [step],
  );
  const expansion = expandPlan(short.flat(), protocolLimits.pointsPerRun, offered);
  if (expansion.kind !== "points") throw new Error("A plan of the catalog has too many points.");
  return expansion.points.length;
}
