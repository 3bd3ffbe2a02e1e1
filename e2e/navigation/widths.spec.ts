import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { picture } from "../steps/picture.ts";

const drive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "WIDTHS7335006W375AGN" };
const worn = { pciVendorId: 0x1344, model: "Micron_9100_MTFDHAX1T2MCF", serial: "WIDTHS63212F0A1B2" };
const widths = [390, 1024, 1280, 1440] as const;

/** What is wider than its place: the page itself, and tables that scroll sideways. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`page: ${scrollWidth} of ${clientWidth} px`);
    for (const table of document.querySelectorAll("main table")) {
      const place = table.parentElement;
      if (place && place.scrollWidth > place.clientWidth) {
        found.push(`${table.getAttribute("aria-label")}: ${place.scrollWidth} of ${place.clientWidth} px`);
      }
    }
    return found;
  });
}

test("no page and no table is wider than the window, and a list hides no figure", async ({ adminPage, stack }) => {
  test.setTimeout(180_000);
  const name = "a-host-with-a-rather-long-name-7.example.net";
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), name);
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  await host.report([
    { identity: drive, capacityBytes: 375_083_606_016 },
    { identity: worn, capacityBytes: 1_200_243_695_616, log: { mediaErrors: "3", percentageUsed: 104 } },
  ]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: worn.serial } });
  const paths = ["/fleet", "/drives?search=WIDTHS", "/hosts", "/audit", "/settings"];
  for (const path of [...paths, `/drives/${driveId}`, `/hosts/${host.hostId}`]) {
    await adminPage.goto(path);
    await expect(adminPage.getByRole("heading", { level: 1 })).toBeVisible();
    await picture(adminPage, `widths-${path.split("/")[1]?.split("?")[0]}-${path.split("/").length}`);
    for (const width of widths) {
      await adminPage.setViewportSize({ width, height: 900 });
      await expect.soft(async () => expect(await overflowing(adminPage)).toEqual([])).toPass({ timeout: 5000 });
    }
  }

  for (const width of widths) {
    await adminPage.setViewportSize({ width, height: 900 });
    await adminPage.goto("/drives?search=WIDTHS63212");
    const row = adminPage.getByRole("table", { name: "Drives" }).getByRole("row", { name: worn.serial });
    for (const figure of [/1\.2\sTB/, "E2010325", /38\s°C/, /104\s%/, /16\.58\sPB/, /26,304\sh/]) {
      await expect(row.getByText(figure).first(), `${figure} at ${width} px`).toBeVisible();
    }
  }
});
