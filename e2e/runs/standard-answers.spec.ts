import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { type StoredResult, storePlanRun, storeSeconds } from "../stack/stored-plan-run.ts";
import { partPicture } from "../steps/picture.ts";

const model = "INTEL SSDPEDMD400G4";
const hostname = "standards-shelf";
const serial = "CVFTSTANDARDS001";

/** Writes of a drive that slows down from fresh to steady. */
const fresh = [1, 0.82, 0.61, 0.55, 0.51, 0.49, 0.5, 0.505];

test.describe("the answers of the standards' plans", () => {
  test.describe.configure({ timeout: 120_000 });
  let place: { readonly driveId: string; readonly hostId: string };

  test.beforeAll(async ({ stack }) => {
    const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
    await host.report([{ identity: { pciVendorId: 0x8086, model, serial }, capacityBytes: 400_088_457_216 }]);
    const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
    place = { driveId, hostId: host.hostId };
  });

  const snia = (steady: boolean) => ({
    ...place,
    planId: "snia-pts-e-iops",
    measure: ({
      round,
      spec,
    }: {
      round?: number | undefined;
      spec: { readPercent: number; blockBytes?: number | undefined; purpose?: string | undefined };
    }): StoredResult | undefined => {
      if (spec.purpose === "precondition")
        return { figures: [{ direction: "write", iops: 12_000, meanNs: 2.6e6 }], seconds: 500 };
      if (round === undefined || round >= fresh.length) return undefined;
      if (spec.blockBytes === 512) return { state: "skipped", reason: "512 B is below the drive's 4 KiB LBA size" };
      const share = fresh[round] ?? 0.5;
      const writes = (150_000 * share * 4096) / (spec.blockBytes ?? 4096);
      const reads = (450_000 * 4096) / (spec.blockBytes ?? 4096);
      const iops = 1 / (spec.readPercent / 100 / reads + (1 - spec.readPercent / 100) / writes);
      const of = (direction: "read" | "write", percent: number) =>
        percent === 0 ? [] : [{ direction, iops: (iops * percent) / 100, meanNs: 256e9 / iops }];
      return { figures: [...of("read", spec.readPercent), ...of("write", 100 - spec.readPercent)] };
    },
    findings: [{ stepPath: [2], found: { rounds: { rounds: fresh.length, steady } } }],
  });

  test("rounds: the window, its verdict in words, each round, and the figures of the window", async ({
    adminPage: page,
    stack,
  }) => {
    const runId = await storePlanRun(stack.db, snia(true));
    await page.goto(`/benchmarks/${runId}`);
    const panel = page.getByRole("region", { name: "Steady state" });
    await expect(panel).toContainText("Steady after 8 rounds");
    // 150,000 x (0.55 + 0.51 + 0.49 + 0.5 + 0.505) / 5; 0.06 of 0.511; 0.009 x 4 of 0.511.
    await expect(panel).toContainText("Rounds 4 to 8 average 76,650 IOPS.");
    await expect(panel).toContainText("differ by 11.7 % of the average (allowed: 20 %)");
    await expect(panel).toContainText("the fitted line changes by 7.83 % of the average (allowed: 10 %)");
    await expect(
      panel.getByRole("figure", { name: "IOPS by round: 4 KiB random write, QD32, 8 threads" }),
    ).toBeVisible();
    await expect(panel.getByRole("figure", { name: "Convergence: IOPS of each load by round" })).toBeVisible();
    const rounds = panel.getByRole("table", { name: "Rounds" }).getByRole("row");
    await expect(rounds).toHaveCount(9);
    await expect(rounds.nth(4)).toContainText("4window82,500");
    const window = panel.getByRole("table", { name: "IOPS, average of the window" });
    await expect(window.getByRole("row", { name: /^4 KiB/ })).toContainText("450,000");
    await expect(window.getByRole("row", { name: /^512 B/ })).toContainText(
      "512 B is below the drive's 4 KiB LBA size",
    );
    await partPicture(panel, "rounds");
  });

  test("rounds: the agent's word is held against the stored figures", async ({ adminPage: page, stack }) => {
    const runId = await storePlanRun(stack.db, snia(false));
    await page.goto(`/benchmarks/${runId}`);
    await expect(
      page.getByRole("region", { name: "Steady state" }).getByRole("status").filter({ hasText: "The agent" }),
    ).toHaveText("The agent ended the rounds as not steady, but by the stored figures they are steady after 8 rounds.");
  });

  test("the report of a SNIA run holds what the specification asks for, and prints", async ({
    adminPage: page,
    stack,
  }) => {
    const runId = await storePlanRun(stack.db, snia(true));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`/benchmarks/${runId}/report`);
    // The server sends the titles; a chart is on paper once its code has come and has drawn it.
    for (const name of [/^IOPS by round/, /^Convergence/])
      await expect(page.getByRole("figure", { name }).getByRole("application")).toBeVisible();
    await partPicture(page.getByRole("main"), "snia-report");
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const folder = process.env.PICTURES;
    if (folder !== undefined) writeFileSync(join(folder, "snia-report.pdf"), pdf);
    const document = await getDocumentProxy(new Uint8Array(pdf));
    const { text } = await extractText(document, { mergePages: true });
    const words = text.replaceAll(/\s+/g, " ");
    for (const expected of [
      ...["Device under test", serial, "8DV10171", "400.1 GB (400,088,457,216 bytes)", "8.0 GT/s PCIe x4"],
      ...["Test platform", hostname, "Intel Xeon Gold 6154, 36 CPUs", "6.12.9", "uring-bench 0.1.0", "not recorded"],
      ...["Purge NVMe Format", "2 × the span, sequential, in blocks of 128 KiB", "write through"],
      ...["Outstanding I/Os 256", "Active range 100 % of the target", "Time of a load 1 min"],
      "Steady after 8 rounds",
      // The mean of 82,500, 76,500, 73,500, 75,000 and 75,750; a slope of -1,500 from 79,650 at round 4.
      ...["Window rounds 4 to 8", "Average 76,650 IOPS", "Data excursion 11.7 % (allowed: 20 %), met"],
      ...["Slope excursion 7.83 % (allowed: 10 %), met", "Least squares fit \u22121,500 × R + 85,650 IOPS"],
      ...["IOPS by round: 4 KiB random write, QD32, 8 threads", "Convergence: IOPS of each load by round"],
      ...["Measurement window: IOPS", "Measurement window: maximum latency (ms)"],
      "The purge is an NVMe Format with the current LBA format",
      "56 points: skipped: 512 B is below the drive's 4 KiB LBA size",
    ]) {
      expect(words).toContain(expected);
    }
    for (const screen of ["Search", "Print", "Show table"]) expect(words).not.toContain(screen);
    expect(document.numPages, "A4 pages of a run of 448 points").toBeLessThan(12);
  });

  test("write saturation and consistency: the whole of a long point", async ({ adminPage: page, stack }) => {
    const figures = [{ direction: "write", iops: 80_000, meanNs: 3.2e6 }] as const;
    const measure = () => ({ figures, seconds: 2000 });
    const runId = await storePlanRun(stack.db, { ...place, planId: "snia-pts-e-write-saturation", measure });
    // Two hundred fresh seconds, then steady ones of which every tenth is slow; one did not arrive.
    const rates = Array.from({ length: 2000 }, (_, second) =>
      second === 300
        ? null
        : second < 200
          ? 160_000 - 400 * second
          : second % 10 === 0
            ? 30_000
            : 80_000 + (second % 7) * 300,
    );
    await storeSeconds(stack.db, { runId, sequence: 0, depth: 256 }, rates);
    await page.goto(`/benchmarks/${runId}`);
    const saturation = page.getByRole("region", { name: "Write saturation" });
    await expect(saturation.getByRole("figure", { name: "IOPS over time" })).toBeVisible();
    await expect(saturation.getByRole("figure", { name: "Latency over time" })).toBeVisible();
    // 120 of 30,000 and 1,080 of 80,000 to 81,800.
    await expect(saturation).toContainText("Mean of the last 20 minutes75,8");
    await saturation.getByRole("radio", { name: "Bytes written" }).check();
    await saturation.getByRole("radio", { name: "MB/s" }).check();
    await expect(saturation.getByRole("figure", { name: "Throughput over bytes written" })).toBeVisible();
    const consistency = page.getByRole("region", { name: "Consistency" });
    await expect(consistency.getByRole("figure", { name: "IOPS of each second" })).toContainText("1,999 seconds");
    await expect(consistency.getByRole("figure", { name: "IOPS of the last 200 seconds" })).toBeVisible();
    // 180 of the 1,999 seconds (every tenth from 200 on but 300) are at 30,000, below half of the mean.
    await expect(consistency).toContainText("Seconds below half the mean8.95 %");
    await expect(consistency).toContainText("1 did not arrive");
    await partPicture(saturation, "saturation");
    await partPicture(consistency, "consistency");
  });

  test("ACT: each trial with the figures that passed or failed it", async ({ adminPage: page, stack }) => {
    const trial = (value: number, confirms?: true) => ({
      parameter: "rate" as const,
      value,
      ...(confirms ? { confirms } : {}),
    });
    const values = [1, 2, 4, 8, 6, 7];
    const runId = await storePlanRun(stack.db, {
      ...place,
      planId: "act",
      tried: [...values.map((value) => trial(value)), trial(7, true)],
      findings: [{ stepPath: [1], found: { search: { parameter: "rate", highest: 7, undecided: false } } }],
      measure: ({ raised, spec }) => {
        if (spec.purpose === "precondition")
          return { figures: [{ direction: "write", iops: 12_000, meanNs: 2.6e6 }], seconds: 500 };
        const rate = spec.load.kind === "open" ? spec.load.ratePerSecond : 0;
        const direction = spec.stream === "largeWrites" ? "write" : "read";
        const hours = raised?.confirms ? 2 : 1;
        const seconds = raised?.confirms ? 3600 : 300;
        const share = (ns: number) => (raised?.value === 8 ? 0.062 : 0.004 * (raised?.value ?? 1)) / (ns / 1e6) ** 0.7;
        const operations = Math.round(rate * seconds);
        const over = [1e6, 2e6, 8e6, 64e6].map((thresholdNs) => ({
          thresholdNs,
          operations:
            spec.stream === "reads" && thresholdNs < 64e6
              ? Math.round(operations * share(thresholdNs) * (thresholdNs === 8e6 ? 0.1 : 1))
              : 0,
        }));
        const slices = Array.from({ length: hours }, (_, hour) => ({
          startSecond: hour * seconds,
          seconds,
          [direction]: { operations, over },
        }));
        return { figures: [{ direction, iops: rate, meanNs: 2e5 }], seconds: hours * seconds, slices };
      },
    });
    await page.goto(`/benchmarks/${runId}`);
    const panel = page.getByRole("region", { name: "Search: rate" });
    await expect(panel).toContainText("Highest that passes: ×7");
    const trials = panel.getByRole("table", { name: "Trials" }).getByRole("row");
    await expect(trials).toHaveCount(8);
    await expect(trials.filter({ hasText: "×8" })).toContainText("Failed6.2 %, fails");
    await expect(trials.filter({ hasText: "×7 (confirmation)" })).toContainText("Passed2.8 %");
    await expect(panel.getByRole("figure", { name: "Slow I/Os by rate, each in percent of its limit" })).toBeVisible();
    const slices = panel.getByRole("table", { name: "Slices" }).getByRole("row");
    await expect(slices, "two hours of the confirmation").toHaveCount(3);
    await expect(slices.nth(0)).toContainText("> 2 msnot judged");
    await expect(slices.nth(2)).toContainText("1 h");
    const results = page.getByRole("table", { name: "Results by point" });
    await expect(results.getByRole("row", { name: /reads: .*rate ×8/ })).toContainText("Criterion failed");
    await expect(results.getByRole("row", { name: /reads: .*rate ×4/ })).toContainText("passed");
    await expect(panel.getByRole("status").filter({ hasText: "The agent" }), "agent and figures agree").toHaveCount(0);
    await partPicture(panel, "act");
  });

  test("power limits: throughput and tail latency by state", async ({ adminPage: page, stack }) => {
    const states = [25, 18, 12].map((watts, index) => ({
      index,
      maxPowerMilliwatts: watts * 1000,
      nonOperational: false,
    }));
    const runId = await storePlanRun(stack.db, {
      ...place,
      planId: "power-state-sweep",
      offered: { powerState: states.map(({ index }) => index) },
      measure: ({ spec }) => {
        const share = [1, 0.8, 0.5][spec.settings?.powerState ?? 0] ?? 1;
        const direction = spec.readPercent === 100 ? "read" : "write";
        const depth = spec.depth.kind === "perThread" ? spec.depth.queueDepth : 1;
        const iops =
          (spec.blockBytes === 4096 ? 12_000 * depth : 20_000) * (direction === "write" ? share : Math.sqrt(share));
        return { figures: [{ direction, iops, meanNs: (depth * 1e9) / iops }] };
      },
    });
    await page.goto(`/benchmarks/${runId}`);
    const panel = page.getByRole("region", { name: "By power state" });
    await expect(panel.getByRole("figure", { name: "Throughput by power state" })).toBeVisible();
    await expect(panel.getByRole("figure", { name: "p99.9 latency by power state" })).toBeVisible();
    await panel.getByRole("radio", { name: "p99", exact: true }).check();
    await expect(panel.getByRole("figure", { name: "p99 latency by power state" })).toBeVisible();
    const loads = panel.getByRole("table", { name: "Loads by power state" }).getByRole("row");
    await expect(loads).toHaveCount(1 + 5 * 3);
    await partPicture(panel, "power");
  });

  test("completion modes: latency, and CPU time in tool and kernel", async ({ adminPage: page, stack }) => {
    const costs: Record<string, readonly [iops: number, user: number, kernel: number]> = {
      io_uring: [84_000, 700, 2600],
      "io_uring+poll": [102_000, 900, 8800],
      "io_uring+sqpoll": [95_000, 10_200, 300],
      passthrough: [88_000, 650, 2100],
      "passthrough+poll": [108_000, 850, 8200],
      sync: [78_000, 300, 3900],
    };
    const runId = await storePlanRun(stack.db, {
      ...place,
      planId: "completion-modes",
      measure: ({ spec }) => {
        const [iops, user, kernel] = costs[spec.engine] ?? [];
        if (iops === undefined || user === undefined || kernel === undefined) {
          return { state: "skipped", reason: "The driver has no poll queues." };
        }
        return { figures: [{ direction: "read", iops, meanNs: 1e9 / iops }], seconds: 120, cpu: { user, kernel } };
      },
    });
    await page.goto(`/benchmarks/${runId}`);
    const panel = page.getByRole("region", { name: "Completion modes" });
    await expect(panel.getByRole("figure", { name: "Latency by completion mode" })).toBeVisible();
    await expect(panel.getByRole("figure", { name: "CPU time per I/O by completion mode" })).toBeVisible();
    const rows = panel.getByRole("table", { name: "Completion modes" }).getByRole("row");
    await expect(rows).toHaveCount(8);
    await expect(rows.nth(2)).toContainText("io_uring, polling102,0009.804 µs");
    await expect(rows.nth(2)).toContainText("900 ns8.8 µs9.7 µs");
    await expect(rows.nth(7)).toContainText("The driver has no poll queues.");
    await partPicture(panel, "modes");
  });
});
