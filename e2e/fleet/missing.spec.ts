import { HOST_SILENT_AFTER_MS } from "@crosspoint/domain";
import type { Page } from "@playwright/test";
import { p3700, p4800x } from "../stack/drive-models.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";

const [pulled, kept, behindSilence] = ["PULLEDFROMITSSLOT", "STILLINITSSLOT", "BEHINDASILENTHOST"] as const;
/** The worker looks every few seconds. */
const soon = { timeout: 30_000 };

/** The verdict of a drive as the drives table shows it. */
const rowOf = async (page: Page, serial: string) => {
  await page.goto(`/drives?search=${serial}`);
  return page.getByRole("table", { name: "Drives" }).getByRole("row", { name: serial });
};

test("a pulled drive is missing, needs attention and is counted; the drives of a silent host do not stay good", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "pulled-shelf");
  await host.report([p4800x(pulled), p4800x(kept)]);
  await host.report([p4800x(kept)]);
  const silent = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "silent-shelf");
  await silent.report([p4800x(behindSilence)]);
  // The newest are shown: hosts of other tests fall silent all the time.
  const lastSeenAt = new Date(Date.now() - HOST_SILENT_AFTER_MS - 1_000);
  await stack.db.host.update({ where: { id: silent.hostId }, data: { lastSeenAt } });

  await page.goto("/fleet");
  const attention = page.getByRole("table", { name: "Needs attention" });
  await expect(attention.getByRole("row", { name: pulled })).toContainText("Missing", soon);
  await expect(attention.getByRole("row", { name: pulled })).toContainText("last seen in pulled-shelf, ");
  await expect(attention.getByRole("row", { name: /^Not reporting silent-shelf/ })).toBeVisible(soon);
  await expect(attention.getByRole("row", { name: /^Not reporting silent-shelf/ })).toContainText("1 drive");
  await expect(attention.getByRole("row", { name: behindSilence }), "its host says it for all its drives").toHaveCount(
    0,
  );
  await expect(attention.getByRole("row", { name: kept })).toHaveCount(0);
  await picture(page, "missing-fleet");

  await expect(await rowOf(page, pulled)).toContainText("Missing");
  await expect(await rowOf(page, behindSilence)).toContainText("Not reporting");
  await expect(await rowOf(page, kept)).toContainText("Good");

  await test.step("Fleet and Drives count the same", async () => {
    await page.goto("/drives");
    const known = await page.getByText(/^[\d,]+ known$/).innerText();
    await page.goto("/fleet");
    await expect(page.getByRole("link", { name: known.replace(" known", ""), exact: true }).first()).toHaveAttribute(
      "href",
      "/drives",
    );
  });

  await test.step("the drive's page says that its host has stopped reporting", async () => {
    await (await rowOf(page, behindSilence)).getByRole("link").click();
    await expect(page.getByRole("status").filter({ hasText: "silent-shelf is not reporting" })).toBeVisible();
    await expect(page.getByRole("main").getByText("Good", { exact: true })).toHaveCount(0);
  });
});

test("a drive is found by its product's name, in the table and in the palette", async ({ adminPage: page, stack }) => {
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "named-shelf");
  const optane = p4800x("NAMEDBYPRODUCT1");
  const flash = p3700("NAMEDBYPRODUCT2");
  await host.report([optane, flash]);
  for (const [text, serial, name] of [
    ["p4800x", optane.identity.serial, "Intel Optane SSD DC P4800X INTEL SSDPED1K375GA"],
    ["3700", flash.identity.serial, "Intel SSD DC P3700 INTEL SSDPEDMD400G4"],
  ] as const) {
    await page.goto(`/drives?search=${text}&host=${host.hostId}`);
    const row = page.getByRole("table", { name: "Drives" }).getByRole("row", { name: serial });
    await expect(row.getByTitle(new RegExp(name.split(" ").at(-1) ?? ""))).toHaveText(name);
    const palette = page.getByRole("dialog", { name: "Search and commands" });
    await expect(async () => {
      if (!(await palette.isVisible())) await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(`${text} named`, { timeout: 2000 });
    }).toPass();
    await palette.getByRole("combobox").fill(text);
    await expect(palette.getByRole("option").filter({ hasText: name }).first()).toBeVisible();
    await page.keyboard.press("Escape");
  }
});
