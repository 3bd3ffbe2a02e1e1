import type { Locator, Page } from "@playwright/test";
import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { expectDisabledBecause } from "../steps/disabled-because.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

const serial = "PHKSCONTROLS0001";
const mounted = "PHKSCONTROLS0002";
const { model } = p4800x(serial).identity;
const policy = {
  path: "/etc/crosspoint/policy.toml",
  allow: [{ serials: [], models: [model], actions: ["format"] }],
  deny: ["power"],
};
const lbaFormats = [
  { index: 0, dataBytes: 512, metadataBytes: 0, relativePerformance: 2 },
  { index: 3, dataBytes: 4096, metadataBytes: 0, relativePerformance: 0 },
];

test.describe("controls of a drive", () => {
  test.describe.configure({ mode: "serial" });
  let host: SimulatedHost;

  test.beforeAll(async ({ stack }) => {
    host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "control-shelf");
    await host.reportPolicy(policy);
    const drive = (of: string, inUse: string[]) => ({
      ...p4800x(of),
      namespace: { lbaFormats, inUse },
    });
    await host.report([drive(serial, []), drive(mounted, ["/dev/nvme1n1 is mounted on /data"])]);
  });

  test("a format says what it destroys, asks for the serial, and ends in the words of the drive", async ({
    adminPage,
    stack,
  }) => {
    const controls = await openControls(adminPage, stack, serial);
    const dialog = adminPage.getByRole("dialog", { name: `Format ${serial}` });
    await pressUntilVisible(controls.getByRole("button", { name: "Format…" }), dialog);
    const lbaFormat = dialog.getByRole("combobox", { name: "LBA format" });
    await expect(lbaFormat.getByRole("option", { name: /^3: 4\sKiB$/ })).toHaveCount(1);
    await lbaFormat.selectOption("3");
    await expect(dialog.getByText(/^Format namespace 1 to 4\sKiB blocks$/)).toBeVisible();
    await expect(dialog.getByText(/all 375\.1\sGB of namespace 1 \(\/dev\/nvme0n1\)/)).toBeVisible();
    await expect(dialog.getByText(/an Optane rewrites its medium and takes minutes/)).toBeVisible();
    await expect(dialog.getByText(/^as admin@example\.com/)).toBeVisible();

    const format = dialog.getByRole("button", { name: `Format ${serial}` });
    const typed = dialog.getByRole("textbox", { name: `Type the serial ${serial}` });
    await expect(format).toBeDisabled();
    await typed.fill(serial.toLowerCase());
    await expect(format).toBeDisabled();
    expect(await stack.db.command.count({ where: { drive: { serial } } }), "nothing is asked before").toBe(0);
    await typed.fill(serial);
    await format.click();
    await expect(dialog).toHaveCount(0);

    const command = await host.takeCommand();
    expect(command).toMatchObject({
      kind: "controlDrive",
      action: { kind: "format", nsid: 1, lbaFormat: 3, secureErase: "none" },
      confirmedSerial: serial,
    });
    const row = controls.getByRole("table", { name: "Commands to this drive" }).getByRole("row").nth(1);
    await expect(row).toContainText("Running", { timeout: 15_000 });
    const commandId = command.id;
    const progress = { id: crypto.randomUUID(), timeMs: Date.now(), kind: "commandProgress", commandId } as const;
    await host.tell([{ ...progress, phase: "formatting", percent: 40 }]);
    await expect(row.getByRole("progressbar")).toHaveAttribute("value", "40", { timeout: 15_000 });
    await expect(controls.getByRole("button", { name: "Self-test…" }), "one thing at a time").toBeDisabled();

    const reason = "nvme format was refused by the drive: Invalid Format (410Ah, do not retry)";
    await host.answer(command, { outcome: "failed", reason, nvmeStatus: 0x410a });
    await expect(row).toContainText("Failed", { timeout: 15_000 });
    await expect(row).toContainText(reason);

    await test.step("the audit tells who asked what of which drive, and how it ended", async () => {
      await controls.getByRole("link", { name: "All commands to this drive in the audit" }).click();
      await adminPage.waitForURL(/\/audit\?object=/);
      const entry = adminPage.getByRole("table", { name: "Audit" }).getByRole("row").nth(1);
      await expect(entry).toContainText("admin@example.com");
      await expect(entry.getByText("Format", { exact: true })).toBeVisible();
      await expect(entry.getByRole("link", { name: serial, exact: true }), "the target by its serial").toBeVisible();
      await expect(entry).toContainText(reason);
      await adminPage.getByRole("combobox", { name: "Action" }).selectOption("Sanitize");
      await expect(adminPage).toHaveURL(/did=drive\.sanitize/);
      await expect(adminPage.getByText("No entries match")).toBeVisible();
      await adminPage.getByRole("button", { name: "Clear filters" }).click();
      await expect(entry).toBeVisible();
    });
  });

  test("what cannot be done says why: policy, in use", async ({ adminPage, stack }) => {
    const controls = await openControls(adminPage, stack, mounted);
    const says = (name: string, reason: string) =>
      expectDisabledBecause(adminPage, controls.getByRole("button", { name }), reason);
    await says("Format…", `Namespace 1 of ${mounted} is in use: /dev/nvme1n1 is mounted on /data.`);
    await says("Sanitize…", `The policy of control-shelf does not allow sanitize of ${model} ${mounted}.`);
    await says("Power state…", "The policy of control-shelf denies power.");
    await expect(controls.getByRole("button", { name: "Self-test…" })).toBeEnabled();
  });

  test("an overwrite goes over the medium once, unless a person chooses more", async ({ adminPage, stack }) => {
    const overwritten = "PHKSCONTROLS0003";
    const token = await stack.enrollmentToken();
    const shelf = await SimulatedHost.enroll(stack.settings.gatewayUrl, token, "erase-shelf");
    await shelf.reportPolicy({ ...policy, allow: [{ serials: [overwritten], models: [], actions: ["sanitize"] }] });
    await shelf.report([{ identity: { pciVendorId: 0x8086, model, serial: overwritten }, capacityBytes: 375e9 }]);
    const controls = await openControls(adminPage, stack, overwritten);
    const dialog = adminPage.getByRole("dialog", { name: `Sanitize ${overwritten}` });
    await pressUntilVisible(controls.getByRole("button", { name: "Sanitize…" }), dialog);
    const passes = dialog.getByRole("combobox", { name: "Passes" });
    await expect(passes, "a block erase has none").toHaveCount(0);
    const choose = async (field: string, option: string) => {
      await dialog.getByRole("combobox", { name: field }).selectOption(option);
    };
    await choose("Method", "overwrite");
    await expect(passes).toHaveValue("1");
    await expect(dialog.getByText(/overwrites its medium once with a pattern/)).toBeVisible();
    await choose("Passes", "3 passes");
    await expect(dialog.getByText(/overwrites its medium 3 times with a pattern/)).toBeVisible();
    await dialog.getByRole("textbox", { name: `Type the serial ${overwritten}` }).fill(overwritten);
    await dialog.getByRole("button", { name: `Sanitize ${overwritten}` }).click();
    await expect(dialog).toHaveCount(0);
    const action = { kind: "sanitize", method: "overwrite", overwritePasses: 3 };
    expect(await shelf.takeCommand()).toMatchObject({ kind: "controlDrive", action });
    await expect(controls.getByRole("table").getByRole("row").nth(1)).toContainText("Sanitize by overwrite, 3 passes");
  });

  test("a self-test is asked for without a serial; the host page shows the host's policy", async ({
    adminPage,
    stack,
  }) => {
    const controls = await openControls(adminPage, stack, mounted);
    const dialog = adminPage.getByRole("dialog", { name: `Test ${mounted}` });
    await pressUntilVisible(controls.getByRole("button", { name: "Self-test…" }), dialog);
    await expect(dialog.getByRole("textbox")).toHaveCount(0);
    await dialog.getByRole("button", { name: `Test ${mounted}` }).click();
    const command = await host.takeCommand();
    expect(command).toMatchObject({ kind: "controlDrive", action: { kind: "selfTest", test: "short" } });
    expect(command).not.toHaveProperty("confirmedSerial");
    await host.answer(command, { outcome: "succeeded", reason: "completed without error" });
    await expect(controls.getByRole("table").getByRole("row").nth(1)).toContainText("completed without error", {
      timeout: 15_000,
    });

    await adminPage.goto(`/hosts/${host.hostId}`);
    const allowed = adminPage.getByRole("region", { name: "Host policy" });
    await expect(allowed.getByRole("listitem")).toHaveText(new RegExp(`^format.*model.*${model}$`));
    await expect(allowed).toContainText("Also denied: power state and governor.");
  });
});

async function openControls(page: Page, stack: Stack, of: string): Promise<Locator> {
  const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial: of } });
  await page.goto(`/drives/${id}`);
  const controls = page.getByRole("region", { name: "Controls" });
  await expect(controls.getByRole("button", { name: "Format…" })).toBeVisible();
  return controls;
}
