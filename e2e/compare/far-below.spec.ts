import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { comeTo } from "../steps/come-to.ts";
import { storeSweep } from "./stored-sweep.ts";

const depths = [1, 2, 4, 8, 16, 32, 64, 128];
const blockBytes = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536];

/** Four runs of 64 points: more than fits any window. */
async function openFourRuns(page: Page, stack: Stack, serial: string): Promise<void> {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), `${serial}-host`);
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial };
  await host.report([{ identity, capacityBytes: 375_083_606_016 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  const runs: string[] = [];
  for (const minute of [1, 2, 3, 4]) {
    const of = { driveId, hostId: host.hostId, factor: 1 - minute / 40, minute };
    runs.push(await storeSweep(stack.db, { ...of, depths, blockBytes }));
  }
  await page.goto(`/compare?s=${runs.map((id) => `run:${id}`).join(",")}`);
  await expect(
    page.getByRole("figure", { name: "IOPS: 512\u2009B random read" }).getByRole("application"),
  ).toBeVisible();
}

const last = (page: Page, metric: string) =>
  page.getByRole("figure", { name: `${metric}: 64\u2009KiB random read`, exact: true });

/** Chosen at the top of the page: with the first choice the last chart may still be near, with the last one it is not. */
async function lookAtLatency(page: Page): Promise<void> {
  for (const metric of ["IOPS", "Throughput", "Mean latency"]) {
    const radio = page.getByRole("radio", { name: metric, exact: true });
    await radio.check();
    await expect(radio).toBeChecked();
    await expect(last(page, metric), "no chart is out of date").toHaveCount(1);
  }
}

test("what is far below the window has its name, and is drawn once it is near, searched or printed", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(180_000);
  await openFourRuns(page, stack, "FARBELOW0001");
  const application = (metric: string) => last(page, metric).getByRole("application");
  const table = page.getByRole("table", { name: "IOPS of all points and series" });
  const rows = table.getByRole("row");
  await expect(last(page, "IOPS")).toHaveCount(1);
  await expect(application("IOPS")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "All results", exact: true })).toHaveCount(1);
  await expect(table).toHaveCount(0);

  await test.step("a search finds every figure", async () => {
    await page.keyboard.press("Control+f");
    await expect(application("IOPS")).toHaveCount(1);
    await expect(rows).toHaveCount(65);
  });
  await test.step("what was hidden in a chart stays hidden while another metric is chosen far above it", async () => {
    const entry = (metric: string) =>
      last(page, metric).getByRole("list", { name: "Series" }).getByRole("button").nth(1);
    await entry("IOPS").click();
    await expect(entry("IOPS")).toHaveAttribute("aria-pressed", "false");
    await lookAtLatency(page);
    await expect(application("Mean latency"), "it is far").toHaveCount(0);
    await last(page, "Mean latency").scrollIntoViewIfNeeded();
    await expect(entry("Mean latency")).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("paper has everything", async () => {
    await lookAtLatency(page);
    await expect(application("Mean latency")).toHaveCount(0);
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect(application("Mean latency")).toHaveCount(1);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  });
  await test.step("a long table draws the rows in view, each named by its place among all", async () => {
    await page.getByRole("radio", { name: "IOPS", exact: true }).check();
    await comeTo(page, "All results");
    await expect(table).toHaveAttribute("aria-rowcount", "65");
    await expect(rows.nth(1)).toHaveAttribute("aria-rowindex", "2");
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole("region", { name: "IOPS of all points and series" }).focus();
    // Rows are as high as they turn out to be: the end may move on while it is gone to.
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(rows.last()).toHaveAttribute("aria-rowindex", "65", { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
  });
});

/** Requests whose address matches, from now on. */
function asked(page: Page, address: RegExp): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (address.test(request.url())) urls.push(request.url());
  });
  return urls;
}

test("what is passed by, or stands below what is being computed, is neither drawn nor asked for", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  await openFourRuns(page, stack, "FARBELOW0002");
  const differences = asked(page, /compare\.differences/);
  const pages = asked(page, /\/benchmarks\//);
  const throughput = page.getByRole("region", { name: "Mean latency against throughput", exact: true });
  const efficiency = page.getByRole("table", { name: "Efficiency of each sweep" });
  await expect(throughput).toHaveCount(1);
  await expect(efficiency).toHaveCount(0);

  await test.step("a jump to the results asks for no difference", async () => {
    const results = page.getByRole("region", { name: "All results", exact: true });
    await results.evaluate((part) => part.scrollIntoView());
    await expect(page.getByRole("table", { name: "IOPS of all points and series" })).toBeVisible();
    expect(differences, "they lie above the window").toEqual([]);
    await page.evaluate(() => window.scrollBy(0, -300));
    await expect.poll(() => differences.length, "whoever comes to them reads them").toBeGreaterThan(0);
  });
  await test.step("links of a table fetch no page", async () => {
    await comeTo(page, "All results");
    await page.getByRole("radio", { name: "All metrics" }).check();
    await page.getByRole("button", { name: /^Show more workloads/ }).click();
    await expect(page.getByRole("table", { name: "All results of the comparison" }).getByRole("link")).toHaveCount(48);
    expect(pages).toEqual([]);
  });
  await test.step("until differences are known their room is kept", async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/compare\.differences/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("radio", { name: "p99 latency" }).check();
    await page.getByRole("radio", { name: "Difference from the baseline in %" }).check();
    await expect(page.getByText("Computing differences…")).toBeVisible();
    await expect(page.getByRole("region", { name: "p99 latency against throughput" })).not.toBeInViewport();
    answer();
    await expect(
      page.getByRole("figure", { name: "Difference of p99 latency: 512\u2009B random read" }).getByRole("application"),
    ).toBeVisible();
  });
  await test.step("what is far below is of the comparison that is shown, and is not asked anew for another one", async () => {
    await page.getByRole("radio", { name: "Absolute" }).check();
    await page.getByRole("region", { name: "Differences", exact: true }).evaluate((part) => part.scrollIntoView());
    await expect(
      page.getByRole("region", { name: "Differences", exact: true }).getByRole("application").first(),
    ).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/compare\.get/, async (route) => {
      await held;
      await route.continue();
    });
    differences.length = 0;
    const chips = page.getByRole("list", { name: "Compared series" }).getByRole("listitem");
    const address = page.url();
    await chips
      .last()
      .getByRole("button", { name: /^Remove / })
      .click();
    await expect(page).not.toHaveURL(address);
    answer();
    await expect(chips).toHaveCount(3);
    expect(differences).toEqual([]);
  });
  await test.step("paper has every row of a table that scrolls on screen", async () => {
    await comeTo(page, "Efficiency at saturation");
    await expect(efficiency.getByRole("row")).toHaveCount(25);
    await page.emulateMedia({ media: "print" });
    const place = page.getByRole("region", { name: "Efficiency of each sweep" });
    const cut = await place.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(cut).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: null });
  });
});
