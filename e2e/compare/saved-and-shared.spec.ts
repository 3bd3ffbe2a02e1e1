import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeSweep } from "./stored-sweep.ts";

const published = `published:anandtech-p4800x-375gb:${encodeURIComponent("Intel SSD DC P3700 800GB")}`;

/** Presses a button of the page until its dialog is there: the page may still be waking up. */
async function openDialog(page: Page, button: string, title: string) {
  const dialog = page.getByRole("dialog", { name: title });
  await expect(async () => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  return dialog;
}

test("a comparison is saved, found again, renamed and deleted", async ({ adminPage: page }) => {
  await page.goto(`/compare?s=${published}&metric=latencyNsP99&scale=logarithmic`);
  const dialog = await openDialog(page, "Save", "Save comparison");
  await dialog.getByRole("textbox", { name: "Name" }).fill("P3700 tails");
  await dialog.getByRole("textbox", { name: "Note" }).fill("as AnandTech printed them");
  await dialog.getByRole("button", { name: "Save comparison" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: "Saved" }).click();
  await expect(page).toHaveURL(/\/compare\/saved$/);
  const row = page.getByRole("table", { name: "Saved comparisons" }).getByRole("row", { name: /P3700 tails/ });
  await expect(row).toContainText("as AnandTech printed them");
  await row.getByRole("button", { name: "Rename P3700 tails" }).click();
  const rename = page.getByRole("dialog", { name: 'Rename "P3700 tails"' });
  await rename.getByRole("textbox", { name: "Name" }).fill("P3700, its tails");
  await rename.getByRole("button", { name: "Rename comparison" }).click();

  await page.getByRole("link", { name: "P3700, its tails" }).click();
  await expect(page.getByRole("radio", { name: "p99 latency", exact: true })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Log", exact: true })).toBeChecked();
  await expect(page.getByRole("list", { name: "Compared series" }).getByRole("listitem")).toHaveCount(1);

  await page.goto("/compare/saved");
  await page.getByRole("button", { name: "Delete P3700, its tails" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete comparison" }).click();
  await expect(page.getByRole("link", { name: "P3700, its tails" })).toHaveCount(0);
});

test("whoever has a link sees the comparison and nothing else, until it is revoked", async ({
  adminPage: page,
  stack,
  browser,
  baseURL,
}) => {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "shared-shelf");
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "SHAREDSECRET01" };
  await host.report([{ identity, capacityBytes: 375_083_606_016 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: identity.serial } });
  const run = await storeSweep(stack.db, { driveId, hostId: host.hostId, factor: 1, minute: 1 });
  await page.goto(`/compare?s=run:${run},${published}&metric=latencyNsMean`);
  const dialog = await openDialog(page, "Share", "Share comparison");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Our P4800X beside a P3700");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const address = await dialog.getByText(/\/share\/cpc/).textContent();
  expect(address).not.toBeNull();

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const stranger = await context.newPage();
  await stranger.goto(new URL(address ?? "").pathname);
  await expect(stranger.getByRole("heading", { level: 1, name: "Our P4800X beside a P3700" })).toBeVisible();
  await expect(stranger.getByRole("radio", { name: "Mean latency" })).toBeChecked();
  await expect(stranger.getByRole("figure", { name: /^Mean latency: 4\sKiB random read$/ })).toBeVisible();
  await expect(stranger.getByRole("navigation")).toHaveCount(0);
  await expect(stranger.getByRole("button", { name: /^(Select series|Save|Share|Remove)/ })).toHaveCount(0);
  await test.step("the reader may look at it in another way, be it the way in which comparisons begin", async () => {
    // It is checked once the address says so.
    await stranger.getByRole("radio", { name: "IOPS", exact: true }).click();
    await expect(stranger.getByRole("radio", { name: "IOPS", exact: true })).toBeChecked();
    await expect(stranger.getByRole("figure", { name: /^IOPS: 4\sKiB random read$/ })).toBeVisible();
    await expect(stranger).toHaveURL(/[?&]metric=iops/);
  });
  const told = await stranger.content();
  expect(told).not.toContain("SHAREDSECRET01");
  expect(told).not.toContain("shared-shelf");

  await dialog.getByRole("button", { name: 'Revoke the link "Our P4800X beside a P3700"' }).click();
  await expect(dialog.getByText(/revoked/)).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText(/^This link does not exist, has/)).toBeVisible();
  await expect(stranger.getByRole("figure")).toHaveCount(0);
  await context.close();
});
