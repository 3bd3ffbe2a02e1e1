import type { Locator, Page } from "@playwright/test";
import type { Service } from "../../scripts/steps/child.ts";
import { expect, test } from "../stack/fixtures.ts";
import { expectLiveFigures, expectRunState, launchWorkload } from "../steps/launch.ts";
import { significant } from "./figures.ts";

const hostname = "live-shelf";

test.describe("a run that is watched", () => {
  test.describe.configure({ mode: "serial" });
  let agent: Service;

  test.beforeAll(async ({ stack }) => {
    test.setTimeout(120_000);
    agent = await stack.startAgent(hostname);
    await expect.poll(() => stack.db.scratchFile.count({ where: { host: { hostname } } }), { timeout: 60_000 }).toBe(1);
  });

  test("counts its time left down each second, and leaves the warm-up when it is over", async ({ adminPage }) => {
    await launchWorkload(adminPage, hostname, { "Duration (s)": 25, "Warm-up (s)": 2 });
    await expectLiveFigures(adminPage);
    const live = adminPage.getByRole("region", { name: "Live" });
    await expect(live.getByText(/^Measuring, point 1 of 1$/)).toBeVisible();
    const seen = await everyTextOf(adminPage, live.getByText(/^about \d+\ss left$/), 6_000);
    expect(seen.length, `each of six seconds is another time left: ${seen.join("; ")}`).toBeGreaterThanOrEqual(5);
    await expectRunState(adminPage, "Complete");
  });

  test("shows in its tooltip what lies under the pointer, while data arrive", async ({ adminPage }) => {
    await launchWorkload(adminPage, hostname, { "Duration (s)": 20, "Warm-up (s)": 0 });
    await expectLiveFigures(adminPage);
    const chart = adminPage.getByRole("figure", { name: "IOPS over time" }).first();
    const box = await chart.boundingBox();
    if (box === null) throw new Error("The chart has no place on the page.");
    await adminPage.mouse.move(box.x + box.width - 60, box.y + 120);
    const moment = chart.getByText(/^Up to [\d.]+ s/);
    await expect(moment).toBeVisible();
    const before = secondOf(await moment.textContent());
    await expect
      .poll(async () => secondOf(await moment.textContent()), { message: "the pointer rests, the data go on" })
      .toBeGreaterThan(before + 2);
    await expectRunState(adminPage, "Complete");
  });

  test("brings a series forward in its legend, and fades nothing once that series is hidden", async ({ adminPage }) => {
    await adminPage.goto("/benchmarks");
    await adminPage.getByRole("table", { name: "Benchmark runs" }).getByRole("link").first().click();
    const chart = adminPage.getByRole("figure", { name: "Latency over time" });
    const p99 = chart.getByRole("button", { name: "Reads, p99" });
    await p99.hover();
    await expect.poll(() => opacitiesOf(chart)).toEqual([1, 0.2, 0.2]);
    await p99.click();
    await expect(p99).toHaveAttribute("aria-pressed", "false");
    await expect.poll(() => opacitiesOf(chart), { message: "two are left, both in full" }).toEqual([1, 1]);
  });

  test("says within 15 s that its agent no longer reports, claims no progress, and keeps what was streamed", async ({
    adminPage,
    stack,
  }) => {
    test.setTimeout(180_000);
    const runId = await launchWorkload(adminPage, hostname, { "Duration (s)": 240, "Warm-up (s)": 0 });
    await expectLiveFigures(adminPage);
    await expect.poll(() => stack.db.pointSecond.count({ where: { runId } })).toBeGreaterThanOrEqual(4);
    agent.killGroup();
    const killed = Date.now();
    const live = adminPage.getByRole("region", { name: "Live" });
    await expect(adminPage.getByText(/not reporting since \d{4}-\d\d-\d\d/).first()).toBeVisible({ timeout: 15_000 });
    expect(Date.now() - killed).toBeLessThan(15_000);
    await expect(live.getByText(/^Last reported: Measuring, point 1 of 1$/)).toBeVisible();
    await expect(live.getByText(/last reported second/)).toBeVisible();
    const bar = live.getByRole("progressbar");
    const stands = await bar.getAttribute("aria-valuenow");
    await adminPage.waitForTimeout(4_000);
    expect(await bar.getAttribute("aria-valuenow"), "the bar stands where it was").toBe(stands);
    await expect(adminPage.getByRole("figure", { name: "IOPS over time" })).toBeVisible();

    await test.step("after its restart the agent goes on with the run, says so, and measures the point again", async () => {
      agent = await stack.runAgentCommand(`crosspoint-agent run --server ${stack.settings.gatewayUrl}`, hostname);
      await expect(adminPage.getByText(/^The agent restarted during this run/).first()).toBeVisible({
        timeout: 60_000,
      });
      const secondsOfAttempts = () =>
        stack.db.pointSecond.groupBy({ by: ["attempt"], where: { runId }, _count: true, orderBy: { attempt: "asc" } });
      await expect
        .poll(async () => (await secondsOfAttempts()).map(({ attempt }) => attempt), {
          message: "the seconds of the measurement that was cut off are gone",
          timeout: 60_000,
        })
        .toEqual([1]);
      await expect.poll(() => stack.db.pointSecond.count({ where: { runId } })).toBeGreaterThanOrEqual(4);
    });

    await test.step("once cancelled it took as long as it was heard of", async () => {
      await adminPage.getByRole("button", { name: "Cancel run" }).click();
      await adminPage
        .getByRole("dialog", { name: "Cancel this run?" })
        .getByRole("button", { name: "Cancel run" })
        .click();
      await expectRunState(adminPage, "Cancelled", 60_000);
      await adminPage.reload();
      await expect(adminPage.getByRole("figure", { name: "IOPS over time" })).toBeVisible();
    });

    await test.step("its results are those of the seconds that were measured, and say so", async () => {
      const seconds = await stack.db.pointSecond.findMany({ where: { runId, ramp: false } });
      const elapsedNs = seconds.reduce((sum, second) => sum + Number(second.elapsedNs), 0);
      const operations = seconds.reduce((sum, second) => sum + Number(second.operations), 0);
      const row = adminPage.getByRole("table", { name: "Results by point" }).getByRole("row").nth(1);
      await expect(row.getByRole("cell").nth(1)).toHaveText(significant(operations / (elapsedNs / 1e9)));
      await expect(row).toContainText(/Partial: \d+\ss of 4\smin/);
    });
  });
});

/** Every different text that the element shows in this time. */
async function everyTextOf(page: Page, element: Locator, forMs: number): Promise<string[]> {
  const texts = new Set<string>();
  for (const end = Date.now() + forMs; Date.now() < end; ) {
    texts.add((await element.textContent({ timeout: 5_000 })) ?? "");
    await page.waitForTimeout(150);
  }
  return [...texts];
}

function secondOf(text: string | null): number {
  return Number(/[\d.]+/.exec(text ?? "")?.[0] ?? Number.NaN);
}

/** How strongly each line of a chart is drawn, as its legend decides. */
async function opacitiesOf(chart: Locator): Promise<number[]> {
  return chart
    .locator("[data-series]")
    .evaluateAll((series) => series.map((each) => Number(each.getAttribute("opacity") ?? 1)));
}
