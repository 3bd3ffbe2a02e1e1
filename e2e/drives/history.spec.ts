import { storeHistory } from "@crosspoint/services/telemetry/testing/stored-history";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { partPicture } from "../steps/picture.ts";

const capacityBytes = 375_083_606_016;
const old = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "HIST7335006W375AGN" };
const fresh = { ...old, serial: "HIST8335006W375AGN" };

test.describe("a drive's values over time", () => {
  let paths = { old: "", fresh: "" };

  test.beforeAll(async ({ stack }) => {
    const { gatewayUrl } = stack.settings;
    const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "history-shelf");
    await host.report([old, fresh].map((identity) => ({ identity, capacityBytes })));
    const idOf = async ({ serial }: typeof old) => (await stack.db.drive.findFirstOrThrow({ where: { serial } })).id;
    const driveId = await idOf(old);
    // Off for five days in the middle of the last 90, and since before the samples that are kept.
    const fine = { days: 2, everySeconds: 600 };
    await storeHistory(stack.db, { driveIds: [driveId], now: new Date(), days: 400, fine, gap: { from: 45, to: 40 } });
    paths = { old: `/drives/${driveId}`, fresh: `/drives/${await idOf(fresh)}` };
  });

  const panel = (page: Page) => page.getByRole("region", { name: "SMART over time" });
  const temperature = (page: Page) => page.getByRole("figure", { name: "Temperature" });
  /** How many pieces its line is in. */
  const pieces = async (page: Page) =>
    (await temperature(page).locator("[data-part=line]").getAttribute("d"))?.match(/M/g)?.length;

  for (const [range, resolution, fewest, most, lines] of [
    ["24h", "5 min per point, from samples", 144, 147, 1],
    ["7d", "1 h per point, from hourly values", 167, 170, 1],
    ["30d", "1 h per point, from hourly values", 719, 722, 1],
    ["90d", "6 h per point, from hourly values", 338, 343, 2],
    ["1y", "1 d per point, from daily values", 360, 363, 2],
  ] as const) {
    test(`over ${range} are ${resolution}, with what lies between and what is missing`, async ({ adminPage: page }) => {
      await page.goto(paths.old);
      await panel(page).getByRole("radio", { name: range }).check();
      await expect(panel(page)).toContainText(resolution);
      const count = await countPoints(temperature(page));
      expect(count).toBeGreaterThanOrEqual(fewest);
      expect(count).toBeLessThanOrEqual(most);
      await expect.poll(() => pieces(page)).toBe(lines);
      await partPicture(panel(page), `history-${range}`);
    });
  }

  test("have a band between the extremes of each point, and its values in the table", async ({ adminPage: page }) => {
    await page.goto(`${paths.old}?range=1y`);
    await expect(temperature(page)).toContainText("mean, min–max band");
    await temperature(page).getByRole("button", { name: "Show table: Temperature" }).click();
    const rows = temperature(page).getByRole("table").getByRole("row");
    const [, , mean = 0, least = 0, most = 0] = (await rows.nth(30).getByRole("cell").allTextContents()).map(Number);
    expect(least).toBeLessThanOrEqual(306);
    expect(mean).toBeCloseTo(311, 0);
    expect(most).toBeGreaterThanOrEqual(316);
  });

  test("begin with the first sample of a drive that has few", async ({ adminPage: page }) => {
    await page.goto(`${paths.fresh}?range=1y`);
    await expect(panel(page)).toContainText("1 min per point, from samples; starts at the first sample");
    await partPicture(panel(page), "history-fresh");
  });
});

/** Of a chart, by its table, which is closed again. */
async function countPoints(chart: Locator): Promise<number> {
  await chart.getByRole("button", { name: /^Show table/ }).click();
  const rows = await chart.getByRole("table").getByRole("row").count();
  const all = chart.getByText(/^The first 500 of [\d,]+ rows/);
  const said = (await all.isVisible()) ? await all.textContent() : undefined;
  await chart.getByRole("button", { name: /^Hide table/ }).click();
  return said ? Number(/of ([\d,]+) rows/.exec(said)?.[1]?.replaceAll(",", "")) : rows - 1;
}
