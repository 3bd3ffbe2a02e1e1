import { existsSync, readFileSync } from "node:fs";
import { publishedComparisonRows } from "@crosspoint/catalog";
import { queueDepthOf } from "@crosspoint/domain";
import type { Locator, Page } from "@playwright/test";
import { parse } from "yaml";
import { significant, storedFigures } from "../benchmarks/figures.ts";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { comeTo } from "../steps/come-to.ts";
import { expectRunState, launchWorkload } from "../steps/launch.ts";
import { articleId, articleUrl, publishedRows } from "./published-rows.ts";

/** The collected figures lie beside the repository, not in it. */
const reference = new URL("../../../shared/reference/published-results.yaml", import.meta.url);

type PublishedRow = (typeof publishedRows)[number];

/** What the page must show of a published row: each figure digit by digit as the source prints it. */
function cellsOf(row: PublishedRow): (string | RegExp)[] {
  const grouped = (figure: string) => figure.replace(/^(\d+)(\d{3})(?=\.|$)/, "$1,$2");
  const { mbS, meanUs, medianUs, p99Us, p99999Us } = row;
  const [mean = "", median = "", p99 = "", p99999 = ""] = [meanUs, medianUs, p99Us, p99999Us].map(
    (figure) => `${grouped(figure)} µs`,
  );
  // What the source leaves out is a gap with its reason: p99.9, p99.99 and the maximum.
  const gap = /^–.*[Pp]ublished/;
  return [
    ...[row.drive, "published", row.iops.toLocaleString("en-US"), grouped(mbS)],
    ...[mean, median, p99, gap, gap, p99999, gap, "AnandTech, 2017"],
  ];
}

/** The rows under the heading of a queue depth, 4 KiB random reads. */
async function rowsUnder(page: Page, queueDepth: number): Promise<Locator> {
  const results = await comeTo(page, "All results");
  const table = results.getByRole("table", { name: "All results of the comparison" });
  await expect(table).toBeVisible();
  return table.getByRole("rowgroup").filter({ hasText: new RegExp(`^4\\sKiB random read, QD${queueDepth}(?!\\d)`) });
}

test("the six published rows stand there exactly as their source prints them", async ({ adminPage }) => {
  await adminPage.goto("/compare");
  for (const queueDepth of [1, 16] as const) {
    const group = await rowsUnder(adminPage, queueDepth);
    const expected = publishedRows.filter((row) => row.queueDepth === queueDepth);
    const rows = group.getByRole("row").filter({ hasText: "published" });
    await expect(rows).toHaveCount(expected.length);
    for (const row of expected) {
      await expect(rows.filter({ hasText: row.drive }).getByRole("cell")).toHaveText(cellsOf(row));
    }
  }
});

test("the six rows are those of the catalog, and no others", async () => {
  const rows = publishedComparisonRows.filter(({ sourceId }) => sourceId === articleId);
  expect(
    rows.map(({ drive, workload, metrics }) => ({
      queueDepth: queueDepthOf(workload),
      drive,
      bytesPerSecond: metrics.bytesPerSecond?.value,
      iops: metrics.iops?.value,
      latencies: [metrics.latencyNsMean, metrics.latencyNsP50, metrics.latencyNsP99, metrics.latencyNsP99999].map(
        (figure) => figure?.value,
      ),
    })),
  ).toEqual(
    publishedRows.map(({ queueDepth, drive, mbS, iops, meanUs, medianUs, p99Us, p99999Us }) => ({
      queueDepth,
      drive,
      bytesPerSecond: Math.round(Number(mbS) * 1e6),
      iops,
      latencies: [meanUs, medianUs, p99Us, p99999Us].map((figure) => Math.round(Number(figure) * 1000)),
    })),
  );
});

test("the six rows are those of the collected reference", async () => {
  test.skip(
    !existsSync(reference),
    `There is no reference at ${reference.pathname}; the figures are not held against it.`,
  );
  interface Source {
    source: string;
    tables?: { workload: string; queue_depth: number; columns: string[]; rows: (string | number)[][] }[];
  }
  const sources = parse(readFileSync(reference, "utf8")) as Source[];
  const tables = sources.find(({ source }) => source === articleId)?.tables ?? [];
  expect(tables.map(({ workload, columns }) => [workload, columns])).toEqual(
    [1, 2].map(() => ["random-read-4k", ["drive", "mb_s", "iops", "mean_us", "median_us", "p99_us", "p99999_us"]]),
  );
  const rows = tables.flatMap((table) => table.rows.map((row) => [table.queue_depth, ...row]));
  expect(rows).toEqual(
    publishedRows.map(({ queueDepth, drive, mbS, iops, ...latencies }) => {
      const { meanUs, medianUs, p99Us, p99999Us } = latencies;
      return [queueDepth, drive, Number(mbS), iops, ...[meanUs, medianUs, p99Us, p99999Us].map(Number)];
    }),
  );
});

test("a published row leads to its source, and from there to the article", async ({ adminPage }) => {
  await adminPage.goto("/compare");
  const group = await rowsUnder(adminPage, 1);
  await group
    .getByRole("row", { name: /P4800X/ })
    .getByRole("link", { name: "AnandTech, 2017" })
    .click();
  await expect(adminPage).toHaveURL(new RegExp(`/catalog/sources#${articleId}$`));
  const source = adminPage.getByRole("region", { name: /^The Intel Optane SSD DC P4800X Review.*Checking Intel/ });
  await expect(source).toBeInViewport();
  await expect(source.getByRole("link", { name: "www.anandtech.com" })).toHaveAttribute("href", articleUrl);
});

test("the address holds metric and axis: whoever opens it sees the same", async ({ adminPage }) => {
  await adminPage.goto("/compare");
  const metric = adminPage.getByRole("radio", { name: "p99.999 latency" });
  await expect(async () => {
    await metric.click();
    await expect(metric).toBeChecked({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  const chart = adminPage.getByRole("figure", { name: "p99.999 latency by workload" });
  await expect(chart).toBeVisible();
  // On a linear axis bars begin at zero; on a logarithmic one there is no zero, and the page says what that means.
  await expect(chart.getByText("0", { exact: true })).toBeVisible();
  await expect(chart.getByText("lower is better", { exact: true })).toBeVisible();

  await adminPage.getByRole("radio", { name: "Log", exact: true }).click();
  await expect(chart.getByText("lower is better; log scale: bar lengths are not proportional")).toBeVisible();
  await expect(chart.getByText("0", { exact: true })).toHaveCount(0);
  await expect(adminPage).toHaveURL(/[?&]metric=latencyNsP99999/);
  await expect(adminPage).toHaveURL(/[?&]scale=logarithmic/);

  await adminPage.reload();
  await expect(metric).toBeChecked();
  await expect(adminPage.getByRole("radio", { name: "Log", exact: true })).toBeChecked();
  await expect(chart.getByText("lower is better; log scale: bar lengths are not proportional")).toBeVisible();

  await adminPage.getByRole("radio", { name: "Linear" }).click();
  await expect(chart.getByText("0", { exact: true })).toBeVisible();
});

test("the remark on the published MB/s stands beside them, with its source", async ({ adminPage }) => {
  await adminPage.goto("/compare?metric=bytesPerSecond");
  const notes = adminPage.getByRole("list", { name: "Notes on these figures" }).getByRole("listitem");
  await expect(notes).toHaveText([/^AnandTech, 2017: The printed MB\/s are 6 to 7 % below IOPS x 4 KiB/]);
  await adminPage.getByRole("radio", { name: "IOPS", exact: true }).click();
  await expect(notes).toHaveCount(0);
});

test("a model keeps its color, whatever stands beside it", async ({ adminPage }) => {
  const colorOf = async (address: string) => {
    await adminPage.goto(address);
    const row = (await rowsUnder(adminPage, 1)).getByRole("row", { name: /P4800X/ });
    return await row
      .getByRole("cell")
      .first()
      .locator("[aria-hidden]")
      .evaluate((mark) => getComputedStyle(mark).borderColor);
  };
  const ids = publishedComparisonRows.filter(
    ({ sourceId, workload }) => sourceId === articleId && queueDepthOf(workload) === 1,
  );
  const [optane, , micron] = ids.map(({ id }) => encodeURIComponent(id));
  const color = await colorOf("/compare");
  expect(await colorOf(`/compare?p=${micron},${optane}`)).toBe(color);
  expect(await colorOf(`/compare?p=${optane}`)).toBe(color);
});

test("a measured run stands beside the published rows with its own figures", async ({ adminPage, stack }) => {
  test.setTimeout(120_000);
  const hostname = "compare-shelf";
  const agent = await stack.startAgent(hostname);
  await expect.poll(() => stack.db.scratchFile.count({ where: { host: { hostname } } }), { timeout: 60_000 }).toBe(1);
  const runId = await launchWorkload(adminPage, hostname, { "Duration (s)": 2, "Warm-up (s)": 0 });
  await expectRunState(adminPage, "Complete");
  await adminPage.getByRole("main").getByRole("link", { name: "Compare" }).click();
  await adminPage.waitForURL(/\/compare\?m=/);

  const group = await rowsUnder(adminPage, 1);
  await expect(group.getByRole("row").filter({ hasText: "published" })).toHaveCount(3);
  const measured = group.getByRole("row").filter({ hasText: "measured" });
  await expect(measured).toHaveCount(1);
  const [read] = await storedFigures(stack.db, runId);
  if (read === undefined) throw new Error("The database holds no result of the run.");
  const us = (ns: number) => `${significant(ns / 1000)} µs`;
  const cells = measured.getByRole("cell");
  await expect(cells.nth(2)).toHaveText(significant(read.iops));
  await expect(cells.nth(3)).toHaveText(significant(read.bytesPerSecond / 1e6));
  await expect(cells.nth(4)).toHaveText(us(read.meanNs));
  await expect(cells.nth(5)).toHaveText(us(read.histogram.getValueAtPercentile(50)));
  await expect(cells.nth(6)).toHaveText(us(read.histogram.getValueAtPercentile(99)));
  await expect(adminPage.getByText("Published by a review")).toBeVisible();
  await expect(adminPage.getByText("Measured by an agent")).toBeVisible();

  await test.step("another run of the same target has another name, whose end is not cut", async () => {
    const second = await launchWorkload(adminPage, hostname, { "Duration (s)": 2, "Warm-up (s)": 0 });
    await expectRunState(adminPage, "Complete");
    await adminPage.goto(`/compare?m=${runId}.0.read,${second}.0.read`);
    const rows = (await rowsUnder(adminPage, 1)).getByRole("row").filter({ hasText: "measured" });
    await expect(rows).toHaveCount(2);
    const names = await Promise.all(
      (await rows.all()).map(async (row) => await row.getByRole("cell").first().textContent()),
    );
    for (const name of names) expect(name).toMatch(/, \d\d-\d\d \d\d:\d\d/);
    expect(new Set(names).size, names.join("; ")).toBe(2);
    const labels = adminPage
      .getByRole("figure", { name: "IOPS by workload" })
      .getByText(/… \d\d-\d\d \d\d:\d\d(:\d\d)?$/);
    await expect(labels, "the end that tells them apart is not cut").toHaveCount(2);
    expect(new Set(await labels.allTextContents()).size).toBe(2);
  });
  await agent.stop();
});

test("the tooltip of the percentiles stands beside the curves, never over them", async ({ adminPage }) => {
  await adminPage.goto("/compare");
  const percentiles = await comeTo(adminPage, "Latency by percentile");
  const chart = percentiles.getByRole("figure", { name: "Latency by percentile, by nines" });
  const plot = chart.locator("[data-grid]");
  await expect(plot).toBeVisible();
  for (const block of ["start", "end"] as const) {
    await chart.evaluate((element, where) => element.scrollIntoView({ block: where }), block);
    const grid = await boxOf(plot);
    for (const share of [0.01, 0.4, 0.99]) {
      await adminPage.mouse.move(grid.x + grid.width * share, grid.y + grid.height / 2, { steps: 4 });
      const title = chart.getByText(/^≤ p/);
      await expect(title).toBeVisible();
      const tooltip = await boxOf(chart.getByRole("tooltip"));
      const apart = tooltip.y >= grid.y + grid.height || tooltip.y + tooltip.height <= grid.y;
      expect(apart, `${block}, ${share}: ${JSON.stringify({ tooltip, grid })}`).toBe(true);
    }
    await adminPage.mouse.move(0, 0);
  }
});

test("the figures of a bar stand over the names, and hide no bar", async ({ adminPage }) => {
  await adminPage.goto("/compare");
  const chart = adminPage.getByRole("figure", { name: "IOPS by workload" });
  const bars = chart.locator("[data-drawing] rect");
  await bars.first().scrollIntoViewIfNeeded();
  const bar = await boxOf(bars.first());
  await adminPage.mouse.move(bar.x + 20, bar.y + bar.height / 2, { steps: 4 });
  const tooltip = await boxOf(chart.getByRole("tooltip"));
  expect(tooltip.width, "it has words").toBeGreaterThan(80);
  expect(tooltip.x + tooltip.width).toBeLessThanOrEqual(bar.x);
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element has no place on the page.");
  return box;
}

test("a measured drive is found and named by its product, and its runs stand below it", async ({
  adminPage,
  stack,
}) => {
  const { gatewayUrl } = stack.settings;
  const host = await SimulatedHost.enroll(gatewayUrl, await stack.enrollmentToken(), "compare-names");
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPEDMD400G4", serial: "CVFTCOMPARENAMES1" };
  await host.report([{ identity, capacityBytes: 400_088_457_216 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: identity.serial } });
  const points = [{ measured: [{ direction: "read", iops: 12_800, latencyNs: 77_900 }] }] as const;
  const runId = await storeRun(stack.db, { driveId, hostId: host.hostId, state: "complete", points });

  await adminPage.goto("/compare?choose=true");
  const dialog = adminPage.getByRole("dialog", { name: "Select series" });
  for (const search of ["p3700 comparenames", "ssdpedmd400g4 comparenames", "intel ssd dc p3700 comparenames"]) {
    await dialog.getByRole("searchbox", { name: "Search series" }).fill(search);
    const found = dialog.getByRole("group", { name: `Intel SSD DC P3700 ${identity.serial}` });
    await expect(found.getByRole("checkbox", { name: /compare-names/ }), search).toHaveCount(1);
  }
  await adminPage.goto(`/compare?m=${runId}.0.read`);
  const row = (await rowsUnder(adminPage, 1)).getByRole("row").filter({ hasText: "measured" });
  await expect(row.getByRole("cell").first()).toHaveText(`Intel SSD DC P3700 ${identity.serial}`);
  await adminPage.goto("/benchmarks?q=p3700+comparenames");
  await expect(adminPage.getByRole("table", { name: "Benchmark runs" }).getByRole("link").first()).toHaveText(
    `Intel SSD DC P3700 ${identity.serial}`,
  );
});
