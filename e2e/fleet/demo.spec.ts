import type { Page } from "@playwright/test";
import { demoKeepsSamplesDays, demoOf } from "../../scripts/start/demo/demo.ts";
import { weeklyModels } from "../../scripts/start/demo/runs.ts";
import { buildAgent } from "../../scripts/steps/build.ts";
import { expect, test } from "../stack/fixtures.ts";
import { admin, Stack } from "../stack/stack.ts";
import { signIn } from "../steps/sign-in.ts";

/** Of what `npm start -- --demo` shows, a small one. */
const size = { hosts: 5, drives: 20, days: 40 };

/** A product of its own: a server with simulated hosts says so on every page. */
async function withDemo(work: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await Stack.start();
  try {
    await stack.createAdmin();
    const { databaseUrl, gatewayUrl, logsDir } = stack.settings;
    const demo = demoOf({
      size,
      folder: stack.folder,
      logsDir,
      binaries: await buildAgent(),
      databaseUrl,
      gatewayUrl,
    });
    expect(demo.hasPast()).toBe(false);
    await demo.enroll();
    await demo.tellHistory();
    await demo.storePast(() => undefined);
    expect(demo.hasPast()).toBe(true);
    await work(stack);
  } finally {
    await stack.close();
  }
}

const notice = (page: Page) => page.getByRole("note").filter({ hasText: "Simulated fleet." });

test("shows a simulated fleet with a past, and says on every page that it does not exist", async ({ browser }) => {
  test.setTimeout(180_000);
  await withDemo(async (stack) => {
    const context = await browser.newContext({ baseURL: stack.settings.webUrl });
    const page = await context.newPage();
    for (const path of ["/sign-in", "/setup", "/password"]) {
      await page.goto(path);
      await expect(notice(page), path).toBeVisible();
    }
    await signIn(page, admin);
    for (const path of ["/fleet", "/drives", "/hosts", "/benchmarks", "/compare", "/plans", "/catalog", "/settings"]) {
      await page.goto(path);
      await expect(notice(page), path).toBeVisible();
    }
    await page.goto("/drives");
    await expect(page.getByText("20 known")).toBeVisible();

    const { driveId, id } = await stack.db.benchmarkRun.findFirstOrThrow({ where: { planId: "optane-comparison" } });
    await page.goto(`/drives/${driveId}?range=30d`);
    await expect(page.getByRole("figure", { name: "Temperature" })).toBeVisible();
    await page.goto(`/benchmarks/${id}`);
    await expect(page.getByText("Complete", { exact: true }).first()).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await context.close();

    // Week by week, so that a level that changes can be told: six checks in 40 days.
    const checks = { planId: "quick-check", model: { in: weeklyModels } };
    const byDrive = await stack.db.benchmarkRun.groupBy({ by: ["driveId"], where: checks, _count: true });
    expect(Math.max(...byDrive.map(({ _count }) => _count))).toBe(6);

    // Rolled up as they were stored: the first and the last of the days may not be whole.
    const days = await stack.db.smartDay.count({ where: { driveId: driveId ?? "" } });
    expect(days).toBeGreaterThanOrEqual(size.days - 2);
    // By whole days: of a past of 40 days no sample is older than the storage page says samples are kept.
    const kept = new Date(Date.now() - (demoKeepsSamplesDays + 1) * 86_400_000);
    expect(await stack.db.smartSample.count({ where: { time: { lt: kept } } })).toBe(0);
    expect(await stack.db.smartSample.count()).toBeGreaterThan(0);
  });
});
