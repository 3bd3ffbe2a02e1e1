import { randomUUID } from "node:crypto";
import type { Command, DriveDetails } from "@crosspoint/protocol";
import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { chooseWorkload, expectRunState, launch } from "../steps/launch.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

const model = "INTEL SSDPEDMD400G4";
const allowed = "CVFTDRIVEBENCH01";
const kept = "CVFTDRIVEBENCH02";
const written = { "Reads (%)": 0, "Duration (s)": 2, "Warm-up (s)": 0, "Span (%)": 10 };

type StartBenchmark = Extract<Command, { kind: "startBenchmark" }>;

test.describe("a benchmark on a drive", () => {
  test.describe.configure({ mode: "serial" });
  let host: SimulatedHost;

  test.beforeAll(async ({ stack }) => {
    host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "drive-bench");
    await host.reportPolicy({
      path: "/etc/crosspoint/policy.toml",
      allow: [{ serials: [allowed], models: [], actions: ["write"] }],
      deny: [],
    });
    const identities = [allowed, kept].map((serial) => ({ pciVendorId: 0x8086, model, serial }));
    const namespace = { scheduler: "mq-deadline" };
    await host.report(identities.map((identity) => ({ identity, capacityBytes: 400_088_457_216, namespace })));
    await host.tell(
      identities.map((drive) => ({ id: randomUUID(), timeMs: Date.now(), kind: "driveDetails", drive, details })),
    );
  });

  test("holds a drive to settings that it offers, for the time of the run, and says so", async ({
    adminPage,
    stack,
  }) => {
    await chooseWorkload(adminPage, kept, { "Duration (s)": 2, "Warm-up (s)": 0 });
    const panel = adminPage.getByRole("region", { name: "Drive settings" });
    const governor = panel.getByRole("combobox", { name: "Power governor" });
    await expect(panel).toContainText("unchanged");
    const named = adminPage
      .getByRole("radiogroup", { name: "Target", exact: true })
      .locator("label")
      .filter({ hasText: kept });
    await expect(named).toContainText(`Intel SSD DC P3700 ${kept}`);
    await expect(named).toContainText(model);
    const target = adminPage.getByRole("region", { name: "Preflight" }).getByRole("definition").first();
    await expect(target).toHaveText(`Intel SSD DC P3700 ${kept}${model}`);
    await expect(governor, "closed until asked for").toBeHidden();
    await expect(adminPage.getByRole("region", { name: "Preflight" })).toContainText(/Performance findings?/);
    await panel.getByText("Change power or scheduling for this run").click();
    await expect(panel).toContainText("it restores the previous values");
    await expect(panel.getByRole("combobox"), "one power state is no choice").toHaveCount(2);

    await expect(governor.getByRole("option")).toHaveText([
      "Unchanged (0)",
      "0: max 25 W",
      "1: max 20 W",
      "2: max 10 W",
    ]);
    await governor.selectOption("2");
    await panel.getByRole("combobox", { name: "I/O scheduler" }).selectOption("none");
    await expect(adminPage.getByRole("region", { name: "Preflight" })).toContainText(
      "power governor 2 (at most 10 W), I/O scheduler none; restored afterwards",
    );

    await test.step("another drive has none of them; the same one, chosen again, shows them", async () => {
      await choose(adminPage, allowed);
      await expect(panel).toContainText("unchanged");
      await choose(adminPage, kept);
      await expect(panel).toContainText("2 changed for the run, then restored");
      await panel.getByRole("combobox", { name: "I/O scheduler" }).selectOption("Unchanged (mq-deadline)");
      await expect(adminPage.getByRole("region", { name: "Preflight" })).toContainText(
        "power governor 2 (at most 10 W); restored afterwards",
      );
    });

    const runId = await launch(adminPage);
    const command = await takeStart(host);
    expect(command).toMatchObject({ runId, target: { drive: { serial: kept } } });
    expect(command.plan.steps[0]).toEqual({ kind: "set", powerGovernor: 2 });
    await expect(adminPage.getByText("with power governor 2 (at most 10 W), put back afterwards")).toBeVisible();
    await host.answer(command, { outcome: "failed", reason: "the power governor 2 could not be set" });
    await expectRunState(adminPage, "Failed");

    await adminPage.goto(`/audit?object=${runId}`);
    await expect(adminPage.getByRole("table", { name: "Audit" }).getByRole("row").nth(1)).toContainText(
      "power governor 2 (at most 10 W)",
    );
    const { plan } = await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(plan).toEqual(command.plan);
  });

  test("that writes asks for the serial, letter by letter, and is launched by it alone", async ({
    adminPage,
    stack,
  }) => {
    await chooseWorkload(adminPage, allowed, written);
    await expect(adminPage.getByText("Destroys data on the drive")).toBeVisible();
    const dialog = adminPage.getByRole("dialog", { name: `Overwrite data on ${allowed}` });
    await pressUntilVisible(adminPage.getByRole("button", { name: `Write to ${allowed}…` }), dialog);
    await expect(dialog).toContainText("This can't be undone");
    await expect(dialog).toContainText(/everything in its first 40\.01\sGB/);
    await expect(dialog).toContainText("drive-bench, /dev/nvme0n1, namespace 1");

    const overwrite = dialog.getByRole("button", { name: `Overwrite ${allowed}` });
    const typed = dialog.getByRole("textbox", { name: `Type the serial ${allowed}` });
    await expect(typed, "the first focus is on the field").toBeFocused();
    await expect(overwrite).toBeDisabled();
    for (const wrong of [allowed.toLowerCase(), kept, `${allowed} `, allowed.slice(0, -1)]) {
      await typed.fill(wrong);
      await expect(overwrite, wrong).toBeDisabled();
      await typed.press("Enter");
    }
    await expect(dialog, "Enter does not go round the button").toBeVisible();
    expect(await runsOf(stack, allowed), "nothing is asked before").toBe(0);

    await typed.fill(allowed);
    await overwrite.click();
    await adminPage.waitForURL(/\/benchmarks\/[0-9a-f-]{36}$/);
    const command = await takeStart(host);
    expect(command).toMatchObject({ confirmedSerial: allowed, target: { nsid: 1, drive: { serial: allowed } } });
    const reason = `the plan writes, and drive ${allowed} is in use: /dev/nvme0n1 is mounted on /data`;
    await host.answer(command, { outcome: "failed", reason });
    await expectRunState(adminPage, "Failed");
    await expect(adminPage.getByText(reason)).toBeVisible();
  });

  test("that writes is refused with the policy's reason where its host does not allow it", async ({
    adminPage,
    stack,
  }) => {
    await chooseWorkload(adminPage, kept, written);
    const preflight = adminPage.getByRole("region", { name: "Preflight" });
    await expect(preflight).toContainText(`The policy of drive-bench does not allow writing to ${model} ${kept}.`);
    await expect(preflight.getByRole("button", { name: `Write to ${kept}…` })).toBeDisabled();
    expect(
      await stack.db.command.count({ where: { payload: { path: ["confirmedSerial"], equals: kept } } }),
      "nothing was asked of the host",
    ).toBe(0);
  });
});

async function choose(page: Page, serial: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search targets" }).fill(serial);
  const targets = page.getByRole("radiogroup", { name: "Target", exact: true }).getByRole("radio");
  await expect(targets).toHaveCount(1);
  await page.getByRole("radio", { name: serial }).check();
}

async function takeStart(host: SimulatedHost): Promise<StartBenchmark> {
  const command = await host.takeCommand();
  if (command.kind !== "startBenchmark") throw new Error(`The host was asked for ${command.kind}.`);
  return command;
}

async function runsOf(stack: Stack, serial: string): Promise<number> {
  return stack.db.benchmarkRun.count({ where: { drive: { serial } } });
}

/** What the tests need of a P3700: its governor, with what the values mean. */
const details: DriveDetails = {
  errorLogSize: 64,
  errorLog: [],
  powerGovernor: {
    value: 0,
    settings: [25_000, 20_000, 10_000].map((maxPowerMilliwatts, value) => ({ value, maxPowerMilliwatts })),
  },
  erase: {
    format: true,
    formatAllNamespaces: false,
    eraseAllNamespaces: false,
    formatCryptoErase: false,
    sanitizeCryptoErase: false,
    sanitizeBlockErase: false,
    sanitizeOverwrite: false,
  },
  vendorLogs: [],
  unread: [],
};
