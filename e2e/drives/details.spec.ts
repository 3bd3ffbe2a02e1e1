import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import type { Stack } from "../stack/stack.ts";

const hostname = "replayed-shelf";

test("a drive's page says what the drive knows of itself, where it is, and what costs it performance", async ({
  adminPage,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await stack.startReplayedHost(hostname, [
    { profile: "p4800x-worn", changes: "[place]\nlink_width = 2\nscheduler = 'mq-deadline'" },
    { profile: "p3608-1" },
    { profile: "p3608-2" },
    { profile: "micron-9100" },
    { profile: "media-errors" },
  ]);
  await test.step("an Optane near its end, on half its link", async () => {
    await openDrive(adminPage, stack, "PHKS750100AA375AGN");
    const findings = adminPage.getByRole("table", { name: "Performance findings" });
    await expect(findings.getByRole("row", { name: /104.% of the rated endurance/ })).toContainText(/30.MB\/s/);
    await expect(findings.getByRole("row", { name: /8\.0 GT\/s ×2; the drive supports 8\.0 GT\/s ×4/ })).toBeVisible();
    await expect(findings.getByRole("row", { name: /mq-deadline/ })).toBeVisible();
    await expect(findings.getByRole("row", { name: /formatted with 512/ })).toContainText("destroys everything");
    await expect(adminPage.getByText("it is not documented what its values mean on this model")).toBeVisible();
    await expect(adminPage.getByRole("region", { name: "Location", exact: true })).toContainText("Slot3");
  });
  await test.step("a card with two controllers leads from one to the other", async () => {
    await openDrive(adminPage, stack, "CVF8551400324P0DGN-1");
    await expect(adminPage.getByRole("region", { name: "Power states" })).toContainText(/Power governor\s*value 1/);
    await adminPage.getByRole("link", { name: "CVF8551400324P0DGN-2" }).click();
    await expect(adminPage.getByRole("link", { name: "CVF8551400324P0DGN-1" })).toBeVisible();
  });
  await test.step("a drive of NVMe 2 with thermal management, self-tests and OCP's log", async () => {
    await openDrive(adminPage, stack, "163212F0A1B2");
    await expect(adminPage.getByRole("region", { name: "Thermal" })).toContainText(
      /at 55\s°C\s*6 times, 14\smin total/,
    );
    await expect(adminPage.getByRole("table", { name: "Self-tests" })).toContainText("Failed in segment 3");
    // 900 000 000 000 000 bytes.
    const ocp = adminPage.getByRole("table", { name: "OCP extended SMART" });
    await expect(ocp.getByRole("row", { name: "Written to the medium" })).toContainText(/900\sTB/);
  });
  await test.step("errors in words", async () => {
    await openDrive(adminPage, stack, "CVFT5170009X400BGN");
    const row = adminPage.getByRole("table", { name: "Error log" }).getByRole("row").nth(1);
    await expect(row).toContainText("Unrecovered read error");
    await expect(row).toContainText("987,654,321");
  });
  await test.step("a drive that comes shows on the open page of its host", async () => {
    const { id } = await stack.db.host.findFirstOrThrow({ where: { hostname } });
    await adminPage.goto(`/hosts/${id}`);
    await expect(adminPage.getByRole("region", { name: "Environment" })).toContainText("NUMA node 1");
    host.plug("900p");
    const drives = adminPage.getByRole("table", { name: "Drives of this host" });
    await expect(drives.getByRole("row", { name: "PHMB742301AB280CGN" })).toBeVisible({ timeout: 15_000 });
  });
});

async function openDrive(page: Page, stack: Stack, serial: string): Promise<void> {
  await expect
    .poll(async () => (await stack.db.drive.findFirst({ where: { serial } }))?.detailsAt, { timeout: 30_000 })
    .toBeTruthy();
  const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  await page.goto(`/drives/${id}`);
  await expect(page.getByText(serial, { exact: true }).first()).toBeVisible();
}
