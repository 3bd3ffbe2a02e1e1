import { expect, test } from "../stack/fixtures.ts";
import { chooseWorkload, expectLiveFigures, expectRunState, launch, launchWorkload } from "../steps/launch.ts";
import { countOpenStreams } from "../steps/open-streams.ts";
import { latency, significant, storedFigures, storedSeconds } from "./figures.ts";

const hostname = "bench-shelf";

test.describe("a benchmark on a scratch file", () => {
  test.describe.configure({ mode: "serial" });

  test.beforeAll(async ({ stack }) => {
    test.setTimeout(120_000);
    await stack.startAgent(hostname);
    await expect.poll(() => stack.db.scratchFile.count({ where: { host: { hostname } } }), { timeout: 60_000 }).toBe(1);
  });

  test("runs from the browser, is watched live, and shows what the database holds", async ({ adminPage, stack }) => {
    const openStreams = countOpenStreams(adminPage);
    const runId = await launchWorkload(adminPage, hostname, {
      "Queue depth": 8,
      "Duration (s)": 6,
      "Warm-up (s)": 1,
    });
    await expectLiveFigures(adminPage);
    expect(openStreams(), "a tab holds one stream open, whatever it shows").toBe(1);
    const progress = adminPage.getByRole("progressbar", { name: "Progress of the run" });
    const seen = Number(await progress.getAttribute("aria-valuenow"));
    await expect.poll(async () => Number(await progress.getAttribute("aria-valuenow"))).toBeGreaterThan(seen);
    await expectRunState(adminPage, "Complete");

    const [read, ...others] = await storedFigures(stack.db, runId);
    if (read === undefined) throw new Error("The database holds no result of the run.");
    expect(others, "a read workload has one direction").toEqual([]);
    expect(read.operations, "every operation is in the histogram once").toBe(read.histogram.totalCount);
    expect(read.iops * 6, "IOPS are operations over the six measured seconds").toBeCloseTo(read.operations, -2);
    const seconds = await storedSeconds(stack.db, runId, "read");
    expect(seconds.map(({ second }) => second)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seconds.reduce((sum, { operations }) => sum + operations, 0)).toBe(read.operations);

    // The unit stands in the head of the column.
    const bare = (ns: number) => latency(ns).split(" ")[0] ?? "";
    const percentile = (at: number) => bare(read.histogram.getValueAtPercentile(at));
    await expect(
      adminPage.getByRole("table", { name: "Results by point" }).getByRole("row").nth(1).getByRole("cell"),
    ).toHaveText([
      "1. 4 KiB random read, QD8",
      significant(read.iops),
      significant(read.bytesPerSecond / 1e6),
      bare(read.meanNs),
      percentile(50),
      percentile(99),
      percentile(99.9),
      read.operations >= 100_000 ? percentile(99.999) : "too few",
      bare(read.maxNs),
      /^[\d.,]+$/,
      /^passed$|Little's law/,
    ]);
    for (const chart of ["IOPS over time", "Latency over time", "Latency by percentile", "Latency distribution"]) {
      await expect(adminPage.getByRole("figure", { name: chart }), chart).toBeVisible();
    }
    await expect(adminPage.getByRole("region", { name: "Environment" })).toContainText("io_uring");

    await test.step("the list of runs shows the same figures", async () => {
      await adminPage.goto("/benchmarks");
      const row = adminPage.getByRole("row").filter({ has: adminPage.locator(`a[href="/benchmarks/${runId}"]`) });
      await expect(row).toContainText("Complete");
      await expect(row).toContainText(significant(read.iops));
    });
  });

  test("writes and reads at once, without a serial to type: the file was made for it", async ({ adminPage, stack }) => {
    await chooseWorkload(adminPage, hostname, {
      "Reads (%)": 50,
      "Queue depth": 4,
      "Duration (s)": 2,
      "Warm-up (s)": 0,
    });
    await expect(adminPage.getByText("This workload writes")).toBeVisible();
    await expect(adminPage.getByText("Writes to the agent's scratch file")).toBeVisible();
    const runId = await launch(adminPage);
    await expectRunState(adminPage, "Complete");

    const stored = await storedFigures(stack.db, runId);
    expect(stored.map(({ direction }) => direction)).toEqual(["read", "write"]);
    const rows = adminPage.getByRole("table", { name: "Results by point" }).getByRole("row");
    const both = rows.nth(1).getByRole("cell");
    await expect(both.nth(1)).toHaveText("reads + writes");
    await expect(both.nth(2)).toHaveText(significant(stored.reduce((sum, { iops }) => sum + iops, 0)));
    for (const [index, { direction, iops, operations, histogram }] of stored.entries()) {
      expect(operations).toBe(histogram.totalCount);
      const cells = rows.nth(index + 2).getByRole("cell");
      await expect(cells.nth(1)).toHaveText(`${direction}s`);
      await expect(cells.nth(2)).toHaveText(significant(iops));
    }
  });

  test("is cancelled on request, and keeps what was measured until then", async ({ adminPage, stack }) => {
    const runId = await launchWorkload(adminPage, hostname, { "Duration (s)": 600, "Warm-up (s)": 0 });
    await expectLiveFigures(adminPage);
    await adminPage.getByRole("button", { name: "Cancel run" }).click();
    const dialog = adminPage.getByRole("dialog", { name: "Cancel this run?" });
    await expect(dialog).toContainText("its results up to now are kept");
    await expect(dialog.getByRole("button", { name: "Keep running" }), "Enter changes nothing").toBeFocused();
    await dialog.getByRole("button", { name: "Cancel run" }).click();
    await expectRunState(adminPage, "Cancelled", 30_000);
    await expect(adminPage.getByText("Finished points are complete.")).toBeVisible();
    await expect(adminPage.getByRole("button", { name: "Cancel run" })).toHaveCount(0);

    const [read] = await storedFigures(stack.db, runId);
    if (read === undefined) throw new Error("Nothing is kept of the cancelled point.");
    expect(read.operations).toBeGreaterThan(0);
    expect(read.operations).toBe(read.histogram.totalCount);
    const row = adminPage.getByRole("table", { name: "Results by point" }).getByRole("row").nth(1);
    await expect(row, "a point that was not run to its end says so").toContainText(/Partial: \d+\ss of 10\smin/);
    await expect(row).toContainText(significant(read.iops));
    const { finishedAt, startedAt } = await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(Number(finishedAt) - Number(startedAt), "it ended long before its ten minutes").toBeLessThan(60_000);

    await test.step("the list shows what was measured as a part, and no point as finished", async () => {
      await adminPage.goto("/benchmarks");
      const listed = adminPage.getByRole("row").filter({ has: adminPage.locator(`a[href="/benchmarks/${runId}"]`) });
      await expect(listed).toContainText("0 of 1 point");
      await expect(listed).toContainText(`${significant(read.iops)}partial`);
    });
  });

  test("says at the field what is wrong with a workload, and cannot be launched", async ({ adminPage }) => {
    await chooseWorkload(adminPage, hostname, { "Block size (KiB)": 0.3, "Reads (%)": 101 });
    await expect(adminPage.getByRole("textbox", { name: "Block size (KiB)" })).toHaveAccessibleDescription(
      "From 0.5 (512 bytes) to 16,384 KiB.",
    );
    await expect(adminPage.getByRole("textbox", { name: "Reads (%)" })).toHaveAccessibleDescription("From 0 to 100 %.");
    await expect(adminPage.getByRole("button", { name: /^Launch / })).toBeDisabled();
    const preflight = adminPage.getByRole("region", { name: "Preflight" });
    await expect(preflight).toContainText("Correct the workload: Reads (%), Block size (KiB).");
    await expect(preflight, "target and plan are chosen").not.toContainText("Choose a target");
    await expect(preflight, "what the plan chosen before would do").not.toContainText("Reads only");
  });

  test("shows its page without anything moving", async ({ adminPage }) => {
    await adminPage.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await adminPage.goto("/benchmarks/new");
    await expect(adminPage.getByRole("radio", { name: "Custom workload" })).toBeVisible();
    await adminPage.waitForLoadState("networkidle");
    const shift = await adminPage.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    expect(shift).toBeLessThan(0.005);
  });

  test("holds the workload in the address: whoever opens it finds the same fields", async ({ adminPage }) => {
    await chooseWorkload(adminPage, hostname, { "Queue depth": 7, "Block size (KiB)": 8, "Reads (%)": 100 });
    await expect(adminPage).toHaveURL(/[?&]depth=7/);
    await expect(adminPage, "each field is written a moment after it was typed").toHaveURL(/[?&]block=8/);
    await adminPage.reload();
    await expect(adminPage.getByRole("textbox", { name: "Queue depth", exact: true })).toHaveValue("7");
    await expect(adminPage.getByRole("textbox", { name: "Block size (KiB)" })).toHaveValue("8");
    await expect(adminPage.getByRole("button", { name: /^Launch 8\sKiB random read, QD7/ })).toBeEnabled();
  });
});
