import type { Page } from "@playwright/test";
import { p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { expectDisabledBecause } from "../steps/disabled-because.ts";
import { picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

/** The worker judges once a minute. */
const soon = { timeout: 120_000 };

async function openDialog(page: Page, button: string, title: string) {
  const dialog = page.getByRole("dialog", { name: title });
  await pressUntilVisible(page.getByRole("button", { name: button, exact: true }).first(), dialog);
  return dialog;
}

test("a threshold is set for a model, changed and removed; who, when and why stand in the list and the audit", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(180_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "threshold-shelf");
  const model = "ACME THRESHOLD 1";
  const identity = { pciVendorId: 0x1b36, model, serial: "THRESHOLD001" };
  const half = { ...p4800x("THRESHOLD001"), identity, log: { percentageUsed: 55 } };
  const client = { pciVendorId: 0x144d, model: "Samsung SSD 990 PRO 2TB", serial: "THRESHOLD002" };
  await host.report([half, { ...p4800x("THRESHOLD002"), identity: client }]);

  await test.step("the dialog of a model is filled with what holds for that, and says whose word it is", async () => {
    await page.goto("/settings/thresholds");
    const first = await openDialog(page, "Set threshold", "Set threshold");
    await first.getByRole("combobox", { name: "Rule" }).selectOption("Long without power");
    await first.getByRole("radio", { name: "Model" }).click();
    await first.getByRole("combobox", { name: "Model" }).selectOption(client.model);
    await first.getByRole("button", { name: "Continue" }).click();
    const dialog = page.getByRole("dialog", { name: "Threshold: Long without power" });
    // The rule's own are 90 days.
    await expect(dialog.getByRole("textbox", { name: "Threshold (days)" })).toHaveValue("365");
    await expect(dialog).toContainText("From 1 to 36,500. Default: 365.");
    await expect(dialog).toContainText("Filled in with what holds now: the catalog, for this model");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a rule and a model are chosen, then the figures, with why", async () => {
    await page.goto("/settings/thresholds");
    await picture(page, "thresholds-empty");
    const first = await openDialog(page, "Set threshold", "Set threshold");
    await expectDisabledBecause(page, first.getByRole("button", { name: "Continue" }), "Choose a rule.");
    await first.getByRole("combobox", { name: "Rule" }).selectOption("Percentage used");
    await first.getByRole("radio", { name: "Model" }).click();
    await expect(first.getByRole("button", { name: "Continue" })).toBeDisabled();
    await first.getByRole("combobox", { name: "Model" }).selectOption(model);
    await picture(page, "threshold-new");
    await first.getByRole("button", { name: "Continue" }).click();
    const dialog = page.getByRole("dialog", { name: "Threshold: Percentage used" });
    await expect(dialog).toContainText(`For ${model}.`);
    await dialog.getByRole("textbox", { name: "Threshold (%)" }).fill("50");
    await dialog.getByRole("textbox", { name: "Why" }).fill("bought used");
    await picture(page, "threshold-figures");
    await dialog.getByRole("button", { name: "Set threshold" }).click();
  });

  const row = page.getByRole("table", { name: "Thresholds" }).getByRole("row", { name: model });
  await test.step("the list says what it was and is, and the drive is judged by it", async () => {
    await expect(row).toContainText("Percentage used");
    await expect(row).toContainText(/Watch: 50\s% or more/i);
    await expect(row).toContainText(/Watch: 90\s% or more/i);
    await expect(row).toContainText("by admin@example.com");
    await expect(row).toContainText("bought used");
    await picture(page, "thresholds");
    await host.report([half]);
    await page.goto("/drives?search=THRESHOLD001");
    await expect(page.getByRole("table", { name: "Drives" }).getByRole("row", { name: "THRESHOLD001" })).toContainText(
      "Watch",
    );
  });

  await test.step("it is found, switched off and removed", async () => {
    await page.goto("/settings/thresholds?search=nothing+like+it");
    await expect(page.getByText("No threshold matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await row.getByRole("button", { name: `Change Percentage used of ${model}` }).click();
    const dialog = page.getByRole("dialog", { name: "Threshold: Percentage used" });
    await expect(dialog.getByRole("textbox", { name: "Threshold (%)" })).toHaveValue("50");
    await dialog.getByRole("checkbox", { name: "Watch" }).uncheck();
    await dialog.getByRole("textbox", { name: "Why" }).fill("scratch drives");
    await dialog.getByRole("button", { name: "Set threshold" }).click();
    await expect(row).toContainText("not judged");
    await row.getByRole("button", { name: `Change Percentage used of ${model}` }).click();
    await dialog.getByRole("textbox", { name: "Why" }).fill("in service");
    await dialog.getByRole("button", { name: "Remove override" }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step("the audit tells it in words", async () => {
    await page.goto("/audit?did=health.");
    const set = page.getByRole("row", { name: "Set threshold" }).filter({ hasText: model });
    await expect(set).toHaveCount(2);
    await expect(set.filter({ hasText: "bought used" })).toContainText(/from default, to watch: 50\s% or more/);
    const removed = page.getByRole("row", { name: "Remove threshold" }).filter({ hasText: model });
    await expect(removed).toContainText("in service");
    await picture(page, "audit-health");
  });
});

test("a firmware notice is added with its source, marks its drives, and is withdrawn and restored", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(300_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "notice-shelf");
  const identity = { pciVendorId: 0x1b36, model: "ACME NOTICE 1", serial: "NOTICE001" };
  await host.report([{ ...p4800x("NOTICE001"), identity }]);
  const { firmware } = await stack.db.drive.findFirstOrThrow({ where: { serial: "NOTICE001" } });
  const notices = page.getByRole("table", { name: "Notices" });
  const row = notices.getByRole("row", { name: "ACME NOTICE" });

  await test.step("added, with the drives that it is about shown before", async () => {
    await page.goto("/settings/firmware");
    await expect(notices.getByRole("row", { name: "Samsung SSD 980 PRO*" })).toContainText("As in the catalog", soon);
    await picture(page, "firmware");
    const dialog = await openDialog(page, "Add notice", "Add notice");
    await expectDisabledBecause(page, dialog.getByRole("button", { name: "Add notice" }), "Name a model.");
    await dialog.getByRole("textbox", { name: "Models" }).fill("ACME NOTICE*");
    await dialog.getByRole("textbox", { name: "Firmware" }).fill(firmware);
    await expect(dialog.getByRole("status")).toHaveText(`About 1 drive now: ACME NOTICE 1 ${firmware}`);
    await dialog.getByRole("combobox", { name: "Impact" }).selectOption("Hangs");
    await dialog.getByRole("textbox", { name: "What happens" }).fill("It hangs after a reset.");
    await dialog.getByRole("textbox", { name: "Source" }).fill("ACME support");
    await dialog.getByRole("textbox", { name: "Link" }).fill("not a link");
    await dialog.getByRole("textbox", { name: "Why" }).fill("seen on two hosts");
    await dialog.getByRole("button", { name: "Add notice" }).click();
    await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveAttribute("aria-invalid", "true");
    await dialog.getByRole("textbox", { name: "Link" }).fill("https://example.com/notice");
    await picture(page, "firmware-add");
    await dialog.getByRole("button", { name: "Add notice" }).click();
    await expect(row).toContainText("It hangs after a reset.");
    await expect(row).toContainText("by admin@example.com");
  });

  await test.step("its drive is to be watched", async () => {
    await row.getByRole("link", { name: "1", exact: true }).click();
    const drive = page.getByRole("table", { name: "Drives" }).getByRole("row", { name: "NOTICE001" });
    await expect(drive).toContainText("Watch", soon);
  });

  await test.step("withdrawn, and restored", async () => {
    await page.goto("/settings/firmware?search=acme+notice");
    await row.getByRole("button", { name: "Withdraw the notice on ACME NOTICE*" }).click();
    const withdraw = page.getByRole("dialog", { name: "Withdraw notice" });
    await expect(withdraw).toContainText("1 drive now");
    await withdraw.getByRole("textbox", { name: "Why" }).fill("it was the slot");
    await withdraw.getByRole("button", { name: "Withdraw notice" }).click();
    const gone = page.getByRole("table", { name: "Withdrawn" }).getByRole("row", { name: "ACME NOTICE" });
    await expect(gone).toBeVisible();
    await expect(row).toHaveCount(0);
    await gone.getByRole("button", { name: "Restore the notice on ACME NOTICE*" }).click();
    const restore = page.getByRole("dialog", { name: "Restore notice" });
    await restore.getByRole("textbox", { name: "Why" }).fill("it was not");
    await restore.getByRole("button", { name: "Restore notice" }).click();
    await expect(row).toBeVisible();
  });
});

test("every rule is explained, and a viewer sees all of it and changes nothing", async ({
  browser,
  baseURL,
  stack,
}) => {
  const viewer = { name: "Rhea Rules", email: "rhea-rules@example.com", password: "reads what is said here" };
  await stack.addPerson(viewer, "viewer");
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, viewer);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Health rules" }).click();
  const rules = page.getByRole("list", { name: "Judged", exact: true });
  const rule = rules.getByRole("listitem").filter({ has: page.getByText("criticalWarning.reliabilityDegraded") });
  await expect(rule).toContainText("Do not format the drive to clear the warning");
  await expect(rule).toContainText("If watch:");
  await picture(page, "rules");
  await page.getByRole("searchbox", { name: "Search rules" }).fill("capacitor");
  await expect(page.getByRole("list", { name: "Not judged yet: the facts are missing" })).toContainText("Needs");
  await expect(rule).toHaveCount(0);
  await page.goto("/settings/rules?search=no+rule+says+this");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(rule).toBeVisible();

  const reason = /needs|role|admin/i;
  for (const [path, button] of [
    ["/settings/thresholds", "Set threshold"],
    ["/settings/firmware", "Add notice"],
  ] as const) {
    await page.goto(path);
    const first = page.getByRole("button", { name: button }).first();
    await expect(first).toBeDisabled();
    await first.focus();
    await expect(page.getByRole("tooltip")).toHaveText(reason);
  }
  await expect(page.getByRole("button", { name: /^Edit the notice on/ }).first()).toBeDisabled();
  await context.close();
});
