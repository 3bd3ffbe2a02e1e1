import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { p3700, p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { expectDisabledBecause } from "../steps/disabled-because.ts";
import { picture } from "../steps/picture.ts";

const tableOf = (page: Page) => page.getByRole("table", { name: "Drives" });
const selected = (page: Page) => page.getByRole("region", { name: "Selected drives" });

/** Presses until the page answers: before it has its scripts, a press is none. */
async function pressUntil(press: () => Promise<void>, shown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await press();
    await shown();
  }).toPass({ timeout: 20_000 });
}

/** The file of an export, as the browser saves it. */
async function exported(page: Page, within: ReturnType<Page["getByRole"]>, format: "CSV" | "JSON"): Promise<string> {
  await within.getByRole("button", { name: "Export" }).click();
  const menu = page.getByRole("dialog", { name: "Export" });
  const saving = page.waitForEvent("download");
  await menu.getByRole("button", { name: format }).click();
  const file = await saving;
  await expect(menu).toBeHidden();
  expect(file.suggestedFilename()).toMatch(/^crosspoint-drives-.*[.](csv|json)$/);
  return readFile(await file.path(), "utf8");
}

test("a short list is narrowed by facets, shown in chosen columns, and kept as a view", async ({
  adminPage: page,
  stack,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "facet-shelf");
  await host.report([p4800x("FACET001"), p4800x("FACET002"), { ...p3700("FACET003"), log: { criticalWarning: 4 } }]);
  await page.goto("/drives?search=facet-shelf&sort=serial");
  const rows = tableOf(page).getByRole("row", { name: /FACET00/ });
  await expect(rows).toHaveCount(3);

  await test.step("a facet counts among the drives that the other filters let through", async () => {
    const menu = page.getByRole("dialog", { name: "Filter by verdict" });
    const replace = menu.getByRole("checkbox", { name: /Replace/ });
    await pressUntil(
      () => page.getByRole("search").getByRole("button", { name: "Verdict" }).click(),
      () => expect(replace).toBeVisible({ timeout: 2000 }),
    );
    await expect(menu.getByRole("listitem").filter({ hasText: "Replace" })).toHaveText(/Replace\s*1$/);
    await replace.check();
    await expect(rows).toHaveCount(1);
    await page.keyboard.press("Escape");
    await page.getByRole("search").getByRole("button", { name: "Model" }).click();
    const models = page.getByRole("dialog", { name: "Filter by model" }).getByRole("listitem");
    await expect(models).toHaveCount(1);
    await expect(models).toContainText("P3700");
    await page.keyboard.press("Escape");
  });

  await test.step("columns are chosen, and stand in the address", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    const menu = page.getByRole("dialog", { name: "Columns" });
    for (const name of ["Written", "Power-on", "Last sample"]) await menu.getByRole("checkbox", { name }).uncheck();
    await menu.getByRole("checkbox", { name: "Since" }).check();
    await expect(menu.getByRole("checkbox", { name: "Serial" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/columns=verdict,/);
    await expect(tableOf(page).getByRole("columnheader", { name: "Written" })).toHaveCount(0);
    await expect(tableOf(page).getByRole("columnheader", { name: "Since" })).toBeVisible();
  });

  await test.step("a view is found again, and deleted", async () => {
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: "Save this view…" }).click();
    const dialog = page.getByRole("dialog", { name: "Save view" });
    // Too long for its place in the menu, which opens before it is read.
    await dialog
      .getByRole("textbox", { name: "Name" })
      .fill("To replace before the warranty of all of the shelf is over");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto("/drives");
    const view = page.getByRole("link", { name: /^To replace/ });
    await pressUntil(
      () => page.getByRole("button", { name: "Views" }).click(),
      () => expect(view).toBeVisible({ timeout: 2000 }),
    );
    await expect(page.getByRole("dialog", { name: "Views" })).toBeInViewport({ ratio: 1 });
    await view.click();
    await expect(rows).toHaveCount(1);
    await expect(tableOf(page).getByRole("columnheader", { name: "Since" })).toBeVisible();
    await picture(page, "drives-view");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("button", { name: /^Delete view To replace/ }).click();
    await expect(page.getByText("No saved views yet")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("without a match it offers to clear the filters", async () => {
    await page.goto("/drives?search=no-such-drive-anywhere");
    await expect(page.getByRole("main").getByText("No drive passes all of these filters.")).toBeVisible();
    await picture(page, "drives-none");
    await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);
    await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
    await expect(page).toHaveURL(/\/drives$/);
  });
});

test("drives are selected by the keyboard, and what is selected is exported", async ({ adminPage: page, stack }) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "keys-shelf");
  const serials = Array.from({ length: 8 }, (_, index) => `KEYS000${index}`);
  await host.report(serials.map(p4800x));
  await page.goto("/drives?search=keys-shelf&sort=serial");
  const link = (serial: string) => tableOf(page).getByRole("link", { name: serial });
  await pressUntil(
    async () => {
      await link("KEYS0001").focus();
      await page.keyboard.press("Space");
    },
    () => expect(selected(page)).toContainText("1 drive selected", { timeout: 2000 }),
  );
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(link("KEYS0003")).toBeFocused();
  await expect(selected(page)).toContainText("3 drives selected");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect(selected(page), "all from the last one to this").toContainText("5 drives selected");
  const picked = JSON.parse(await exported(page, selected(page), "JSON")) as { serial: string }[];
  expect(picked.map(({ serial }) => serial)).toEqual(serials.slice(1, 6));

  await selected(page).getByRole("button", { name: "Select all 8 drives" }).click();
  await tableOf(page).getByRole("checkbox", { name: "Select KEYS0007" }).click();
  await expect(selected(page)).toContainText("7 drives selected");
  const lines = (await exported(page, selected(page), "CSV")).trimEnd().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(serials.slice(0, 7));
  await picture(page, "drives-selected-all");
  await page.getByRole("searchbox", { name: "Search drives" }).fill("KEYS0001");
  await expect(selected(page), "all matches of another filter are others").toHaveCount(0);
});

/** Stored, not reported: what is asked about them is how many there are. */
async function storeDrives(stack: Stack, model: string, count: number): Promise<void> {
  await stack.db.$executeRaw`
    WITH made AS (
      INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
      SELECT 6966, ${model}, 'HUGE' || lpad(n::text, 6, '0'), 'FW' || n % 3, now(), now()
      FROM generate_series(1, ${count}::int) AS n
      RETURNING id, model, serial, firmware
    ), listed AS (
      INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, firmware)
      SELECT id, 7, now(), model, serial, firmware FROM made RETURNING drive_id, serial, model
    )
    INSERT INTO drive_search (drive_id, text) SELECT drive_id, lower(serial || ' ' || model) FROM listed`;
}

test("of a list of 12,000 all are selected without reading them, and sent as one file", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const model = "Huge shelf";
  await storeDrives(stack, model, 12_000);
  try {
    await page.goto(`/drives?model=${encodeURIComponent(model)}&sort=serial`);
    await expect(page.getByRole("main").getByText("12,000 match")).toBeVisible();
    const all = page.getByRole("checkbox", { name: "Select all matches" });
    await pressUntil(
      () => all.setChecked(true, { timeout: 2000 }),
      () => expect(selected(page)).toContainText("12,000 drives selected", { timeout: 2000 }),
    );
    await tableOf(page).getByRole("checkbox", { name: "Select HUGE000002" }).click();
    await expect(selected(page)).toContainText("11,999 drives selected");
    await expectDisabledBecause(
      page,
      selected(page).getByRole("button", { name: "Benchmark 11,999 drives" }),
      "A batch has at most 256 targets.",
    );
    await picture(page, "drives-huge");
    const drives = JSON.parse(await exported(page, selected(page), "JSON")) as { serial: string }[];
    expect(drives).toHaveLength(11_999);
    expect(drives.slice(0, 2).map(({ serial }) => serial)).toEqual(["HUGE000001", "HUGE000003"]);

    await page.getByRole("search").getByRole("button", { name: "Firmware" }).click();
    const menu = page.getByRole("dialog", { name: "Filter by firmware" });
    await expect(menu).toContainText("Counts of all drives: too many match.");
    await page.keyboard.press("Escape");
  } finally {
    await stack.db.$executeRaw`DELETE FROM drive WHERE model = ${model}`;
  }
});
