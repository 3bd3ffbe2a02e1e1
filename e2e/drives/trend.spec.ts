import type { Page } from "@playwright/test";
import { enrollModel } from "../stack/drives-of-a-model.ts";
import { expect, test } from "../stack/fixtures.ts";
import { partPicture } from "../steps/picture.ts";

const trend = (page: Page) => page.getByRole("region", { name: "Benchmarks over time" });
const says = (page: Page) => trend(page).getByRole("list", { name: "What these runs say" });

test("a drive's page names the change of its runs, and how it stands among its model's drives", async ({
  adminPage: page,
  stack,
}) => {
  const serials = ["TREND0001", "TREND0002", "TREND0003", "TREND0004", "TREND0005", "TREND0006"];
  const { driveIds, run } = await enrollModel(stack, "CROSSPOINT TREND 1T", serials);
  // From its fifth run on a tenth slower at QD1; at QD8 as before.
  for (const [minute, factor] of [1, 1.001, 0.999, 1, 0.9, 0.901, 0.899, 0.9].entries()) {
    await run({ drive: 0, minute, factor, deepFactor: 1 + (minute % 2) / 1000 });
  }
  for (const [index, factor] of [1, 1.002, 0.998, 1.001].entries()) await run({ drive: index + 1, minute: 20, factor });

  await page.goto(`/drives/${driveIds[0]}`);
  const chart = trend(page).getByRole("figure", { name: /^IOPS of each run: 4.KiB random read, QD1$/ });
  await expect(chart).toBeVisible();
  await expect(says(page)).toContainText(/From 2026-11-21 \d\d:04:00 on: −10\.0.% \(−10\.\d to −9\.\d.%\), slower\./);
  await expect(says(page)).toContainText(
    /Slow for its kind: −10\.0.% against the median of 5 drives of its model, 50,000.IOPS\./,
  );
  await expect(says(page)).toContainText("E-divisive change points: 8 runs");
  await partPicture(trend(page), "trend");

  await test.step("of the other workload there is no change", async () => {
    const workloads = trend(page).getByRole("combobox", { name: "Workload of the runs" });
    await workloads.selectOption({ index: 1 });
    await expect(says(page)).toContainText("No change: the 8 runs differ by noise.");
    await expect(page).toHaveURL(/trendLoad=/);
    await page.reload();
    await expect(says(page)).toContainText("No change: the 8 runs differ by noise.");
  });
  await test.step("a latency that rose is slower, too", async () => {
    await trend(page).getByRole("combobox", { name: "Workload of the runs" }).selectOption({ index: 0 });
    await trend(page).getByRole("combobox", { name: "Figure of the runs" }).selectOption({ label: "Mean latency" });
    await expect(says(page)).toContainText(/\+11\.1.% \(\+1[01]\.\d to \+11\.\d.%\), slower\./);
  });
  await test.step("it leads to the drive beside its model", async () => {
    await trend(page).getByRole("link", { name: "Compare with its model" }).click();
    const series = page.getByRole("list", { name: "Compared series" }).getByRole("listitem");
    await expect(series).toHaveCount(2);
    await expect(series.nth(1)).toContainText("CROSSPOINT TREND 1T");
  });
  await test.step("too few runs, and none, are said to be that", async () => {
    await page.goto(`/drives/${driveIds[1]}`);
    await expect(says(page)).toContainText("Too few runs to tell a change from noise: 1 of 6.");
    await expect(says(page)).toContainText("Usual for its kind: 0");
    await partPicture(trend(page), "trend-few");
    await page.goto(`/drives/${driveIds[5]}`);
    await expect(trend(page)).toContainText("No complete run with results yet.");
    await partPicture(trend(page), "trend-none");
  });
});
