import type { PlanStep } from "@crosspoint/domain";
import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import type { Stack } from "../stack/stack.ts";
import { type StoredPoint, storeRun } from "../stack/stored-runs.ts";
import { picture } from "../steps/picture.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;
const sizes = [512, 4096, 16_384, 65_536, 262_144, 1_048_576];

async function enroll(stack: Stack, serial: string) {
  const host = await SimulatedHost.enroll(
    stack.settings.gatewayUrl,
    await stack.enrollmentToken(),
    `curves-${serial.slice(-1)}`,
  );
  const identity = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial };
  await host.report([{ identity, capacityBytes: 375_083_606_016 }]);
  const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
  return { hostId: host.hostId, driveId };
}

const read = (iops: number, latencyNs: number): StoredPoint => ({ measured: [{ direction: "read", iops, latencyNs }] });
const write = (iops: number, latencyNs: number): StoredPoint => ({
  measured: [{ direction: "write", iops, latencyNs }],
});

function drawing(page: Page, panel: string, name: string) {
  return page.getByRole("region", { name: panel, exact: true }).getByRole("figure", { name, exact: true });
}

/** What is spoken at each value of a drawing's first series, gone through by the keys. */
async function spoken(page: Page, panel: string, name: string, count: number): Promise<string[]> {
  const figure = drawing(page, panel, name);
  await figure.getByRole("application").focus();
  const words: string[] = [];
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press("ArrowRight");
    const line = figure.getByRole("status");
    await expect(line).not.toHaveText(words.at(-1) ?? "");
    words.push((await line.textContent()) ?? "");
  }
  return words;
}

test("a depth sweep shows throughput, latency and one against the other, where it nears its peak, and what is published", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const target = await enroll(stack, "CURVES0000000001");
  const steps: PlanStep[] = [
    { ...sweep, queueDepth: [1, 2, 4, 8, 16, 32] },
    { ...sweep, readPercent: 0, queueDepth: [1, 2, 4, 8, 16, 32] },
  ];
  const runId = await storeRun(stack.db, {
    ...target,
    state: "complete",
    plan: { name: "Depths", steps },
    points: [
      ...[read(104_000, 9_100), read(190_000, 10_000), read(335_000, 11_500), read(490_000, 15_800)],
      { ...read(572_000, 27_000), warnings: ["The drive throttled itself for 2 s."] },
      read(580_000, 54_000),
      ...[write(98_000, 9_700), write(171_000, 11_200), write(310_000, 12_400), write(450_000, 17_300)],
      { state: "failed", reason: "the drive reset", measured: [] },
      write(520_000, 61_000),
    ],
  });
  await page.goto(`/benchmarks/${runId}`);
  const panel = page.getByRole("region", { name: "Queue depths", exact: true });
  await expect(panel.getByRole("figure", { name: "IOPS by queue depth" })).toBeVisible();
  await expect(panel.getByRole("figure", { name: "Mean latency by queue depth" })).toBeVisible();
  await expect(panel.getByRole("figure", { name: "Mean latency against IOPS" })).toBeVisible();
  await picture(page, "curves-depths");

  const near = panel.getByRole("table", { name: "Near the peak" });
  await expect(near.getByRole("row", { name: /reads/ })).toContainText("16572,000");
  await expect(near.getByRole("row", { name: /writes/ })).toContainText("at least");

  await test.step("values, warnings, gaps and published figures are read by the keys", async () => {
    const values = await spoken(page, "Queue depths", "IOPS by queue depth", 6);
    expect(values[0]).toContain("Reads; QD1; 104,000\u2009IOPS");
    expect(values[4]).toContain("The drive throttled itself for 2 s.");
    const figure = drawing(page, "Queue depths", "IOPS by queue depth");
    await figure.getByRole("button", { name: /Show table/ }).click();
    const table = figure.getByRole("table");
    await expect(table.getByRole("row", { name: /Writes.*16/ })).toContainText("failed: the drive reset");
    await expect(figure.getByRole("button", { name: /P4800X.*AnandTech/ })).toBeVisible();
    await expect(panel.getByRole("link", { name: /P4800X/ })).toHaveAttribute("href", /^\/catalog\/sources#anandtech/);
    await figure.getByRole("button", { name: /Hide table/ }).click();
  });

  await test.step("a mark chooses its point, whose details stand below", async () => {
    await drawing(page, "Queue depths", "IOPS by queue depth").getByRole("application").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await expect(page).toHaveURL(/point=3/);
    await expect(page.getByRole("combobox", { name: "Point", exact: true })).toHaveValue("3");
  });

  await test.step("latencies as tabs, and percentiles of all depths", async () => {
    await panel.getByRole("radio", { name: "p99.999" }).check();
    await expect(page).toHaveURL(/latency=p99\.999/);
    await expect(panel.getByRole("figure", { name: "p99.999 latency by queue depth" })).toBeVisible();
    await panel.getByText("Percentiles of all queue depths").click();
    await expect(panel.getByRole("figure", { name: "Latency by percentile, reads" })).toBeVisible();
    await picture(page, "curves-percentiles");
  });
});

test("transfer sizes stand aligned and at 512 B side by side, mixes from reads to writes", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const target = await enroll(stack, "CURVES0000000002");
  const steps: PlanStep[] = [
    { ...sweep, blockBytes: sizes },
    { ...sweep, blockBytes: sizes.slice(1), alignBytes: 512 },
    { ...sweep, readPercent: [100, 70, 50, 30, 0] },
  ];
  const mixes = [0.7, 0.5, 0.3].map(
    (share): StoredPoint => ({
      measured: [
        { direction: "read", iops: Math.round(200_000 * share), latencyNs: 12_000 },
        { direction: "write", iops: Math.round(200_000 * (1 - share)), latencyNs: 15_000 },
      ],
    }),
  );
  const runId = await storeRun(stack.db, {
    ...target,
    state: "complete",
    plan: { name: "Sizes and mixes", steps },
    points: [
      ...sizes.map((size) => read(Math.round(1.2e9 / (size + 8000)), Math.round((size + 8000) / 1.2))),
      ...sizes.slice(1).map((size) => read(Math.round(0.9e9 / (size + 8000)), Math.round((size + 8000) / 0.9))),
      ...[read(210_000, 11_000), ...mixes, write(180_000, 16_000)],
    ],
  });
  await page.goto(`/benchmarks/${runId}`);
  const panel = page.getByRole("region", { name: "Transfer sizes", exact: true });
  const figure = panel.getByRole("figure", { name: "IOPS by transfer size" });
  await expect(figure.getByRole("button", { name: "Reads, aligned to 512\u2009B" })).toBeVisible();
  await panel.getByRole("radio", { name: "MB/s" }).check();
  await expect(panel.getByRole("figure", { name: "Throughput by transfer size" })).toBeVisible();
  await picture(page, "curves-sizes");
  const words = await spoken(page, "Mixed reads and writes", "Throughput by share of reads", 5);
  expect(words.map((each) => each.split("; ")[1])).toEqual([
    "100% reads",
    "70% reads",
    "50% reads",
    "30% reads",
    "0% reads",
  ]);
  await page.getByRole("region", { name: "Mixed reads and writes", exact: true }).scrollIntoViewIfNeeded();
  await picture(page, "curves-mixes");
});

test("runs of one plan on a drive stand beside one another; a run of one point shows no curves", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const target = await enroll(stack, "CURVES0000000003");
  const plan = { name: "Repeated", steps: [{ ...sweep, queueDepth: [1, 16] }] };
  const runIds: string[] = [];
  for (const [index, iops] of [100_000, 101_000, 99_000, 100_500, 80_000].entries()) {
    runIds.push(
      await storeRun(stack.db, {
        ...target,
        state: "complete",
        requestedAt: new Date(Date.UTC(2026, 10, 20, 8 + index)),
        plan,
        points: [read(iops, 9_900), read(5 * iops, 31_000)],
      }),
    );
  }
  await page.goto(`/benchmarks/${runIds[0]}`);
  const panel = page.getByRole("region", { name: "Repeats", exact: true });
  await expect(panel).toContainText("5 complete runs of this plan on this target");
  const row = panel.getByRole("row", { name: /random read, QD1 / });
  // Mean of the five; s = 9,030.5: 96,100 ± 2.7764 × 9,030.5 / √5 = 96,100 ± 11,213.
  await expect(row).toContainText("96,100\u2009IOPS");
  await expect(row).toContainText("84,887\u2009IOPS to 107,313\u2009IOPS (95 %, Student's t)");
  await panel.scrollIntoViewIfNeeded();
  await picture(page, "curves-repeats");
  const values = await spoken(page, "Repeats", "4\u2009KiB random read, QD1", 5);
  expect(values[4]).toContain("far from the other repeats");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/benchmarks/${runIds[4]}\\?point=1`));

  const single = await storeRun(stack.db, { ...target, state: "complete", points: [read(100_000, 9_900)] });
  await page.goto(`/benchmarks/${single}`);
  await expect(page.getByRole("table", { name: "Results by point" })).toBeVisible();
  await expect(page.getByRole("figure", { name: "Latency by percentile" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Queue depths" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Repeats" })).toHaveCount(0);
});
