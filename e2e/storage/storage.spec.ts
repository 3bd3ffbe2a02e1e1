import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { admin } from "../stack/stack.ts";
import { expectDisabledBecause } from "../steps/disabled-because.ts";
import { partPicture, picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";
import { signIn } from "../steps/sign-in.ts";

const viewer = { name: "Stan Storage", email: "stan.storage@example.com", password: "only looks at what is kept" };

const stored = (page: Page) => page.getByRole("table", { name: "Stored data" });
const kindRow = (page: Page, name: string) =>
  stored(page)
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });

async function openRetention(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Change retention" });
  await pressUntilVisible(page.getByRole("button", { name: "Change retention" }), dialog);
  return dialog;
}

test.describe("storage", () => {
  test.describe.configure({ mode: "serial" });

  test("says what takes how much and how long each is kept", async ({ adminPage: page }) => {
    await page.goto("/settings");
    await page.getByRole("link", { name: "Storage" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Storage" })).toBeVisible();
    for (const [name, kept] of [
      ["SMART samples", "30 days"],
      ["Hourly values", "2 years"],
      ["Daily values", "forever"],
      ["Seconds of runs", "180 days"],
      ["Commands", "1 year"],
      ["Audit", "forever"],
    ] as const) {
      await expect(kindRow(page, name)).toContainText(kept);
      await expect(kindRow(page, name)).toContainText(/\d\s(B|[kKMG]i?B)/);
    }
    await expect(page.getByText(/\d\s[MG]i?B total/)).toBeVisible();
    await expect(page.getByText("Retention has its default values.")).toBeVisible();
    await picture(page, "storage");
  });

  test("an admin changes retention within its bounds, is told what that removes, and the audit says so", async ({
    adminPage: page,
  }) => {
    await page.goto("/settings/storage");
    const dialog = await openRetention(page);
    const samples = dialog.getByLabel("SMART samples (days)");
    const submit = dialog.getByRole("button", { name: "Change retention" });

    await samples.fill("a month");
    await expectDisabledBecause(page, submit, "Enter whole numbers of days.");
    await samples.fill("6");
    await submit.click();
    await expect(dialog.getByText("At least 7 days.", { exact: true })).toBeVisible();
    await samples.fill("800");
    await submit.click();
    await expect(dialog.getByText("At least 800 days, as long as samples.")).toBeVisible();

    const removes = dialog.getByText("Older data is removed within a day and can't be brought back");
    await samples.fill("60");
    await expect(dialog.getByText("At least 800 days, as long as samples.")).toBeHidden();
    await expect(removes).toBeHidden();
    await samples.fill("14");
    await expect(removes).toBeVisible();
    await partPicture(dialog, "storage-dialog");
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(kindRow(page, "SMART samples")).toContainText("14 days");
    await expect(page.getByText(`Retention changed by ${admin.email}`)).toBeVisible();
    await picture(page, "storage-changed");

    await page.goto("/audit");
    const entry = page.getByRole("table", { name: "Audit" }).getByRole("row").filter({ hasText: "Change retention" });
    await expect(entry.first()).toContainText("30 days → 14 days");
    await expect(entry.first()).toContainText(admin.email);

    // As it was, for whoever comes after.
    await page.goto("/settings/storage");
    const again = await openRetention(page);
    await again.getByLabel("SMART samples (days)").fill("30");
    await again.getByRole("button", { name: "Change retention" }).click();
    await expect(kindRow(page, "SMART samples")).toContainText("30 days");
  });

  test("the audit is exported a line an entry, and that is in the audit, too", async ({ adminPage: page }) => {
    await page.goto("/settings/storage");
    const started = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export audit" }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^crosspoint-audit-\d{4}-\d{2}-\d{2}\.ndjson$/);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    const actions = lines.map((line): string => JSON.parse(line).action);
    expect(actions).toContain("storage.changeRetention");
    await page.goto("/audit");
    const entries = page.getByRole("table", { name: "Audit" }).getByRole("row");
    await expect(entries.filter({ hasText: "Export audit" }).first()).toContainText(admin.email);
  });

  test("a viewer sees it all, and can neither change nor export", async ({ browser, baseURL, stack }) => {
    await stack.addPerson(viewer, "viewer");
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await signIn(page, viewer);
    await page.goto("/settings/storage");
    await expect(kindRow(page, "SMART samples")).toContainText("30 days");
    const change = page.getByRole("button", { name: "Change retention" });
    await expectDisabledBecause(page, change, "Only an admin can do this; your role is viewer.");
    const exported = page.getByRole("button", { name: "Export audit" });
    await expectDisabledBecause(page, exported, "Only an operator or an admin can do this; your role is viewer.");
    expect((await page.request.get("/api/audit")).status()).toBe(403);
    await context.close();
  });
});
