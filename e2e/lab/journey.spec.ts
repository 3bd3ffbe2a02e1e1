import type { Page } from "@playwright/test";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { significant, storedFigures, storedSeconds } from "../benchmarks/figures.ts";
import { expect, test } from "../stack/fixtures.ts";
import type { Stack } from "../stack/stack.ts";
import { openAddHost } from "../steps/add-host.ts";
import { comeTo } from "../steps/come-to.ts";
import { chooseWorkload, expectLiveFigures, expectRunState, launchWorkload } from "../steps/launch.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { shownSmart } from "../steps/smart-table.ts";
import { fioRandomReads, smartByNvmeCli } from "./second-opinion.ts";
import { startVirtualHost, urlInGuest, type VirtualHost } from "./virtual-host.ts";

const hostname = "vault-7";
const GIB = 1 << 30;
/** As fast as the emulation; what it does to its health is tested on it. */
const fast = "VAULT7-SLOT0-FAST";
/** Held to 1000 I/Os a second, so that the drive and not this machine is what a benchmark measures. */
const throttled = "VAULT7-SLOT1-1000";
const iopsLimit = 1000;

const obstacle = labObstacle();

test.describe("a host with two NVMe drives", () => {
  test.describe.configure({ mode: "serial" });
  test.skip(obstacle !== null, obstacle ?? "");
  let host: VirtualHost;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    const binaries = await buildAgent();
    host = await startVirtualHost({
      hostname,
      drives: [
        { serial: fast, sizeBytes: GIB },
        { serial: throttled, sizeBytes: GIB, iopsLimit },
      ],
      agentBinary: `${binaries}/crosspoint-agent`,
      benchBinary: `${binaries}/uring-bench`,
      tools: ["fio"],
    });
  });
  test.afterAll(async () => await host?.stop());
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter list.
  test.afterEach(async ({}, testInfo) => {
    if (testInfo.status === testInfo.expectedStatus) return;
    const { stdout } = await host.exec("tail -n 60 /var/log/agent.log");
    await testInfo.attach("the agent's log", { body: stdout, contentType: "text/plain" });
  });

  test("joins by the token from the browser, and shows both drives by serial", async ({ adminPage, stack }) => {
    const { dialog, token } = await openAddHost(adminPage);
    const server = `--server ${urlInGuest(stack.settings.gatewayUrl)} --allow-plain-http`;
    await host.startService("agent", `crosspoint-agent run ${server} --token ${token}`);
    await expect(dialog.getByText(`${hostname} has enrolled and reported`)).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole("link", { name: "Open" }).click();

    const drives = adminPage.getByRole("table", { name: "Drives of this host" });
    for (const serial of [fast, throttled]) {
      const row = drives.getByRole("row", { name: serial });
      await expect(row).toBeVisible({ timeout: 60_000 });
      await expect(row).toContainText("QEMU NVMe Ctrl");
      await expect(row).toContainText(/1\.074\sGB/);
      await expect(row).toContainText("Good", { timeout: 30_000 });
    }
    await expect(adminPage.getByText("No NVMe drive is seen")).toHaveCount(0);
    await adminPage.goto("/drives?search=VAULT7");
    await expect(adminPage.getByRole("table", { name: "Drives" }).getByRole("link")).toHaveText([fast, throttled]);
  });

  test("has the SMART values in the browser that nvme-cli prints on the host", async ({ adminPage, stack }) => {
    for (const serial of [fast, throttled]) {
      await expect(async () => {
        // The agent looks whether a drive is in use, which reads a little of it, before it samples; nothing reads after.
        await collectNow(adminPage, stack, serial);
        expect(await shownSmart(adminPage)).toEqual(await smartByNvmeCli(host, serial));
      }).toPass({ timeout: 90_000 });
    }
  });

  test("is benchmarked from the browser, live, and stands beside the P4800X and the P3700", async ({
    adminPage,
    stack,
  }) => {
    await adminPage.goto(`/drives/${await driveId(stack, throttled)}`);
    await adminPage.getByRole("link", { name: "Benchmark this drive" }).click();
    await adminPage.waitForURL(/\/benchmarks\/new\?drive=/);
    await expect(
      adminPage.getByRole("radiogroup", { name: "Target", exact: true }).getByRole("radio", { name: throttled }),
    ).toBeChecked();

    const runId = await launchWorkload(adminPage, throttled, {
      "Queue depth": 16,
      "Duration (s)": 8,
      "Warm-up (s)": 2,
    });
    await expectLiveFigures(adminPage);
    await expectRunState(adminPage, "Complete", 90_000);
    const [read] = await storedFigures(stack.db, runId);
    if (read === undefined) throw new Error("The database holds no result of the run.");
    expect(read.iops, "the drive is held to its limit").toBeLessThan(iopsLimit * 1.1);

    await test.step("fio on the same drive in the same boot agrees within 10 %", async () => {
      const fio = await fioRandomReads(host, throttled, 16, 8);
      const medianNs = read.histogram.getValueAtPercentile(50);
      const figures =
        `uring-bench ${read.iops.toFixed(1)} IOPS, median ${(medianNs / 1e6).toFixed(3)} ms; ` +
        `fio ${fio.iops.toFixed(1)} IOPS, median ${(fio.latencyNs.p50 / 1e6).toFixed(3)} ms`;
      console.log(figures);
      test.info().annotations.push({ type: "figures", description: figures });
      expect(Math.abs(read.iops / fio.iops - 1), figures).toBeLessThan(0.1);
      expect(Math.abs(medianNs / fio.latencyNs.p50 - 1), figures).toBeLessThan(0.1);
    });

    await test.step("the comparison shows it with the published rows", async () => {
      await adminPage.getByRole("main").getByRole("link", { name: "Compare" }).click();
      await adminPage.waitForURL(/\/compare\?m=/);
      await comeTo(adminPage, "All results");
      const table = adminPage.getByRole("table", { name: "All results of the comparison" });
      const group = table.getByRole("rowgroup").filter({ hasText: /^4\sKiB random read, QD16(?!\d)/ });
      const measured = group.getByRole("row", { name: new RegExp(throttled) });
      await expect(measured.getByRole("cell").nth(0)).toContainText("QEMU NVMe Ctrl");
      await expect(measured.getByRole("cell").nth(2)).toHaveText(significant(read.iops));
      await expect(measured.getByRole("cell").last()).toContainText(hostname);
      await expect(
        group
          .getByRole("row", { name: /P4800X/ })
          .getByRole("cell")
          .nth(2),
      ).toHaveText("584,800");
      await expect(group.getByRole("row", { name: /P3700/ }).getByRole("cell").nth(2)).toHaveText("167,200");
    });
  });

  test("finishes a run while the server is stopped, and the run is counted once", async ({ adminPage, stack }) => {
    const seconds = 12;
    const runId = await launchOnThrottled(adminPage, seconds);
    await stack.stopServers();
    await waitUntilRunEndsOnHost(runId);
    await stack.startServers();
    await expectCountedOnce(adminPage, stack, runId, seconds);
  });

  test("goes on with a run while the server is killed and comes back, and the run is counted once", async ({
    adminPage,
    stack,
  }) => {
    const seconds = 15;
    const runId = await launchOnThrottled(adminPage, seconds);
    await stack.killServers();
    await stack.startServers();
    await expectCountedOnce(adminPage, stack, runId, seconds);
  });

  test("refuses a benchmark that would write to a drive: its own policy allows none", async ({ adminPage }) => {
    await chooseWorkload(adminPage, fast, { "Reads (%)": 0 });
    await expect(
      adminPage.getByRole("alert").filter({
        hasText: `The policy of ${hostname} does not allow writing to QEMU NVMe Ctrl ${fast}.`,
      }),
    ).toBeVisible();
    await expect(adminPage.getByRole("button", { name: new RegExp(`^Write to ${fast}`) })).toBeDisabled();
  });

  test("says in words what the drive refuses, and changes its LBA format once the host's policy allows it", async ({
    adminPage,
    stack,
  }) => {
    const id = await driveId(stack, fast);
    const controls = adminPage.getByRole("region", { name: "Controls" });
    const newest = controls.getByRole("table", { name: "Commands to this drive" }).getByRole("row").nth(1);

    await test.step("a power state that QEMU does not let be changed", async () => {
      await adminPage.goto(`/drives/${id}`);
      const dialog = adminPage.getByRole("dialog", { name: `Set the power state of ${fast}` });
      const set = dialog.getByRole("button", { name: `Set the power state of ${fast}` });
      await pressUntilVisible(controls.getByRole("button", { name: "Power state…" }), dialog);
      await expect(set, "the only power state is set already").toBeDisabled();
      await dialog.getByRole("combobox", { name: "Workload hint" }).selectOption({ index: 1 });
      await set.click();
      await expect(newest).toContainText("Failed", { timeout: 30_000 });
      await expect(newest).toContainText(/Feature Not Changeable: the drive does not let this be changed \(410Eh/);
    });

    await test.step("a format, with the policy's permission and the typed serial", async () => {
      await expect(controls.getByRole("button", { name: "Format…" }), "the default is deny").toBeDisabled();
      const rule = `[[allow]]\nserials = ["${fast}"]\nactions = ["format"]`;
      await host.output(`mkdir -p /etc/crosspoint && printf '%s\n' '${rule}' > /etc/crosspoint/policy.toml`);
      await collectNow(adminPage, stack, fast);
      const dialog = adminPage.getByRole("dialog", { name: `Format ${fast}` });
      await pressUntilVisible(controls.getByRole("button", { name: "Format…" }), dialog);
      const lbaFormat = dialog.getByRole("combobox", { name: "LBA format" });
      const fourKib = await lbaFormat.getByRole("option", { name: /^\d: 4\sKiB$/ }).getAttribute("value");
      await lbaFormat.selectOption(fourKib);
      await dialog.getByRole("textbox", { name: `Type the serial ${fast}` }).fill(fast);
      await dialog.getByRole("button", { name: `Format ${fast}` }).click();
      await expect(newest).toContainText("Format namespace 1");
      await expect(newest).toContainText("Done", { timeout: 30_000 });
      const formats = adminPage.getByRole("table", { name: "LBA formats of namespace 1" });
      await expect(formats.getByRole("row", { name: /Current/ })).toContainText(/4\sKiB/, { timeout: 30_000 });
      const blocks = `for d in /sys/class/nvme/nvme*; do [ "$(tr -d ' ' < $d/serial)" = ${fast} ] && cat $d/nvme*n1/queue/logical_block_size; done`;
      expect((await host.output(`${blocks}; true`)).toString().trim(), "the kernel's word on the host").toBe("4096");
    });
  });

  test("shows a critical warning as a verdict with its reason", async ({ adminPage, stack }) => {
    await host.setCriticalWarning(fast, 0b001);
    await collectNow(adminPage, stack, fast);
    await expect(adminPage.getByRole("main").getByText("Replace", { exact: true }).first()).toBeVisible();
    const conditions = adminPage.getByRole("list", { name: "Open conditions" });
    await expect(conditions.getByRole("listitem").first()).toContainText(/spare/i);
    await expect(conditions.getByRole("listitem").first()).toContainText("bit 0");
    await adminPage.goto("/fleet");
    await expect(
      adminPage.getByRole("table", { name: "Needs attention" }).getByRole("row", { name: fast }),
    ).toContainText(/spare/i);

    // It ends when it is clear in two samples.
    await host.setCriticalWarning(fast, 0);
    await collectNow(adminPage, stack, fast);
    await collectNow(adminPage, stack, fast);
    await expect(adminPage.getByRole("main").getByText("Good", { exact: true }).first()).toBeVisible();
    await expect(adminPage.getByText("No open conditions.")).toBeVisible();
  });

  test("loses a drive that is pulled out, and keeps its history", async ({ adminPage, stack }) => {
    const id = await driveId(stack, throttled);
    const { id: hostId } = await stack.db.host.findFirstOrThrow({ where: { hostname } });
    await adminPage.goto(`/hosts/${hostId}`);
    const drives = adminPage.getByRole("table", { name: "Drives of this host" });
    await expect(drives.getByRole("row", { name: throttled })).toBeVisible();
    await host.unplug(throttled);
    await expect(drives.getByRole("row", { name: throttled }), "gone from the open page, without a reload").toHaveCount(
      0,
      {
        timeout: 30_000,
      },
    );
    await expect(drives.getByRole("row", { name: fast })).toBeVisible();

    await adminPage.goto(`/drives/${id}`);
    // A page that still streams in has its text twice for a moment, once hidden.
    await expect(adminPage.getByText("No host reports this drive now.").filter({ visible: true })).toBeVisible();
    const sighting = adminPage.getByRole("table", { name: "Sightings" }).getByRole("row", { name: hostname });
    await expect(sighting.getByRole("cell").last()).not.toHaveText("now");
    await expect(adminPage.getByRole("table", { name: "Benchmark runs" }).getByText("Complete")).toHaveCount(3);
    await expect(adminPage.getByRole("table", { name: "SMART / Health values" })).toBeVisible();
  });

  /** Launches a run on the throttled drive and returns once it is measuring, well before its end. */
  async function launchOnThrottled(page: Page, seconds: number): Promise<string> {
    const runId = await launchWorkload(page, throttled, {
      "Queue depth": 16,
      "Duration (s)": seconds,
      "Warm-up (s)": 1,
    });
    await expectLiveFigures(page);
    return runId;
  }

  async function waitUntilRunEndsOnHost(runId: string): Promise<void> {
    const log = async () => (await host.output("cat /var/log/agent.log")).toString();
    await expect
      .poll(
        async () => (await log()).split("\n").some((line) => line.includes("run finished") && line.includes(runId)),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
  }
});

async function driveId(stack: Stack, serial: string): Promise<string> {
  return (await stack.db.drive.findFirstOrThrow({ where: { serial } })).id;
}

/** Asks the drive's host to read everything now, and opens the drive once its sample is in. */
async function collectNow(page: Page, stack: Stack, serial: string): Promise<void> {
  const id = await driveId(stack, serial);
  const lastSample = async () =>
    (await stack.db.driveReading.findUnique({ where: { driveId: id } }))?.sampledAt?.getTime() ?? 0;
  const before = await lastSample();
  const { hostId } = await stack.db.driveSighting.findFirstOrThrow({ where: { driveId: id, endedAt: null } });
  await page.goto(`/hosts/${hostId}`);
  await pressUntilVisible(
    page.getByRole("button", { name: "Collect now" }),
    page.getByText("is reading all of its drives now.").first(),
  );
  await expect.poll(lastSample, { timeout: 30_000 }).toBeGreaterThan(before);
  await page.goto(`/drives/${id}`);
  await expect(page.getByRole("table", { name: "SMART / Health values" })).toBeVisible();
}

/** The run is complete; each second and each operation of it is in the database exactly once. */
async function expectCountedOnce(page: Page, stack: Stack, runId: string, seconds: number): Promise<void> {
  await page.goto(`/benchmarks/${runId}`);
  await expectRunState(page, "Complete", 120_000);
  const results = await storedFigures(stack.db, runId);
  expect(results.map(({ direction }) => direction)).toEqual(["read"]);
  const [read] = results;
  const stored = await storedSeconds(stack.db, runId, "read");
  expect(stored.map(({ second }) => second)).toEqual(Array.from({ length: seconds }, (_, second) => second));
  expect(read?.histogram.totalCount, "every operation is in the histogram once").toBe(read?.operations);
  expect(stored.reduce((sum, { operations }) => sum + operations, 0)).toBe(read?.operations);
  expect(read?.operations ?? 0, "no more than the drive gives in that time").toBeLessThan(iopsLimit * seconds * 1.1);
  const row = page.getByRole("table", { name: "Results by point" }).getByRole("row").nth(1);
  await expect(row).toContainText(significant(read?.iops ?? 0));
}
