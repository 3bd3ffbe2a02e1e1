import { readFile } from "node:fs/promises";
import { type PlanStep, readPercentile } from "@crosspoint/domain";
import { readResultFile } from "@crosspoint/domain/import";
import type { Page } from "@playwright/test";
import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { enrollModel } from "../stack/drives-of-a-model.ts";
import { expect, test } from "../stack/fixtures.ts";
import { storeRun } from "../stack/stored-runs.ts";
import { comeTo } from "../steps/come-to.ts";
import { picture } from "../steps/picture.ts";
import { shownFigures, storedFigures, storedHistogram, tabTo } from "./stored-figures.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;
const chips = (page: Page) => page.getByRole("list", { name: "Compared series" }).getByRole("listitem");

/** Ticks what a search finds, by the keyboard alone. */
async function choose(
  page: Page,
  kind: "Drives" | "Groups" | "Runs",
  search: string,
  names: readonly (string | RegExp)[],
) {
  const dialog = page.getByRole("dialog", { name: "Select series" });
  await tabTo(page, dialog.getByRole("radio", { checked: true }));
  while (!(await dialog.getByRole("radio", { name: kind }).isChecked())) await page.keyboard.press("ArrowRight");
  await tabTo(page, dialog.getByRole("searchbox", { name: "Search series" }));
  await page.keyboard.press("Control+A");
  await page.keyboard.type(search);
  for (const name of names) {
    const box = dialog.getByRole("checkbox", { name });
    await expect(box).toHaveCount(1);
    await tabTo(page, box);
    await page.keyboard.press("Space");
    await expect(box).toBeChecked();
  }
  // Back to the kinds, from the top.
  await tabTo(page, dialog.getByRole("button", { name: /^Compare \d+ series$/ }), 200);
}

test("drives and groups are chosen by the keyboard, and show what their runs' histograms together say", async ({
  adminPage: page,
  stack,
}) => {
  test.slow();
  const { run } = await enrollModel(stack, "CROSSPOINT GROUPED 1T", ["GROUPED-A1", "GROUPED-B1"]);
  const best = await run({ drive: 0, minute: 1, factor: 1.2, tags: ["grouped-warm"] });
  const latest = await run({ drive: 0, minute: 2, factor: 1 });
  const other = await run({ drive: 1, minute: 3, factor: 0.8, tags: ["grouped-warm"] });
  await page.goto(`/compare?s=run:${latest}&table=all`);
  await expect(chips(page)).toHaveCount(1);

  await tabTo(page, page.getByRole("button", { name: "Select series" }), 200);
  await page.keyboard.press("Enter");
  await choose(page, "Drives", "GROUPED-A1", [/best/i, /latest/i]);
  await choose(page, "Groups", "CROSSPOINT GROUPED", [/^CROSSPOINT GROUPED 1T/]);
  await choose(page, "Groups", "grouped-warm", [/^grouped-warm/]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(chips(page)).toHaveCount(5);
  await expect(page).toHaveURL(/group:model:CROSSPOINT(%20|\+| )GROUPED(%20|\+| )1T:/);

  const all = await shownFigures(page);
  expect([...all.keys()]).toEqual(["4 KiB random read, QD1", "4 KiB random read, QD8"]);
  for (const [sequence, series] of [...all.values()].entries()) {
    const expected = await Promise.all(
      [[latest], [best], [latest], [latest, other], [best, other]].map((runs) =>
        storedFigures(stack.db, runs, sequence),
      ),
    );
    expect([...series.values()].toSorted()).toEqual(expected.toSorted());
    const named = (part: string) => [...series].find(([name]) => name.startsWith(part))?.[1];
    expect(named("CROSSPOINT GROUPED 1T")).toBeDefined();
    expect(named("grouped-warm")).toEqual(expected[4]);
    expect([...series].find(([name]) => /, best( run)?$/.test(name))?.[1]).toEqual(expected[1]);
  }
  await test.step("a merged cell has its curve, and says of how many runs", async () => {
    const percentiles = await comeTo(page, "Latency by percentile");
    const chart = percentiles.getByRole("figure", { name: "Latency by percentile, by nines" });
    await expect(chart.getByText(/grouped-warm, 4.KiB random read, QD1, merged of 2 runs/).first()).toBeVisible();
    await expect(page.getByText(/^Without a histogram/)).toHaveCount(0);
    await picture(page, "groups");
  });
});

test("of a run of more than 64 points a step is compared", async ({ adminPage: page, stack }) => {
  test.slow();
  const { hostId, driveIds } = await enrollModel(stack, "CROSSPOINT STEPS 1T", ["STEPS-A1"]);
  const depths = [1, 2, 4, 8, 16, 32];
  const sizes = [512, 1024, 2048, 4096, 8192, 16_384];
  const steps: PlanStep[] = [100, 0].map((readPercent) => ({
    ...sweep,
    blockBytes: sizes,
    queueDepth: depths,
    readPercent,
  }));
  const points = steps.flatMap((_step, at) =>
    sizes.flatMap((_, size) =>
      depths.map((depth, place) => {
        const iops = 1000 * (1 + 36 * at + 6 * size + place);
        const direction = at === 0 ? ("read" as const) : ("write" as const);
        return { measured: [{ direction, iops, latencyNs: Math.round((depth / iops) * 1e9) }] };
      }),
    ),
  );
  const runId = await storeRun(stack.db, {
    ...{ driveId: driveIds[0] ?? "", hostId, state: "complete", points },
    plan: { name: "Both ways", steps },
  });
  await page.goto("/compare?table=all");
  await tabTo(page, page.getByRole("button", { name: "Select series", exact: true }), 200);
  await page.keyboard.press("Enter");
  await choose(page, "Runs", "STEPS-A1", [/72 points/]);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/It has 72 points, and at most 64 can be compared/)).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: /^Step 2: .* \(36 points\)$/ }), 200);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`s=run:${runId}:1(&|$)`));
  await expect(page.getByText(/It has 72 points/)).toHaveCount(0);

  const all = await shownFigures(page);
  expect(all.size).toBe(36);
  // Sizes and depths in their order: what the first row of the second step is, is point 36 of the run.
  for (const [at, words] of [...all.keys()].entries()) {
    const [shown] = [...(all.get(words)?.values() ?? [])];
    expect([words, shown]).toEqual([words, await storedFigures(stack.db, [runId], 36 + at)]);
  }
  expect([...all.keys()][0]).toBe("512 B random write, QD1");
});

test("a comparison is taken as a log, which others read, and as jobs of fio", async ({ adminPage: page, stack }) => {
  const { run } = await enrollModel(stack, "CROSSPOINT FILES 1T", ["FILES-A1", "FILES-B1"]);
  const runs = [
    await run({ drive: 0, minute: 1, factor: 1, tags: ["files-all"] }),
    await run({ drive: 1, minute: 2, factor: 0.5, tags: ["files-all"] }),
  ];
  const published = encodeURIComponent("published:anandtech-p4800x-375gb:Intel Optane SSD DC P4800X 375GB");
  const planHash = (await stack.db.benchmarkRun.findUniqueOrThrow({ where: { id: runs[0] ?? "" } })).planHash;
  await page.goto(`/compare?s=group:tag:files-all:${planHash},run:${runs[0]},${published}`);
  await expect(chips(page)).toHaveCount(3);

  await test.step(".hlog", async () => {
    await page.getByRole("button", { name: "Download" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: ".hlog, histograms alone" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("comparison.hlog");
    const text = await readFile(await file.path(), "utf8");
    const stored = await storedHistogram(stack.db, runs, 1);
    const own = readResultFile(new TextEncoder().encode(text), {});
    expect(own.points.map(({ name }) => name)).toEqual(
      ["s1-p1", "s2-p1", "s1-p2", "s2-p2"].map((tag) => `${tag}-4-KiB-random-read-QD${tag.endsWith("1") ? 1 : 8}`),
    );
    expect(own.points[2]?.directions[0]?.histogram?.buckets).toEqual(stored.buckets);
    const line = text.split("\n").find((each) => each.startsWith("Tag=s1-p2-"));
    const other = decodeFromCompressedBase64(line?.split(",").at(-1) ?? "");
    const p999 = readPercentile(stored, "99.9");
    expect([other.totalCount, other.getValueAtPercentile(99.9)]).toEqual([
      stored.totalCount,
      p999.kind === "value" ? p999.ns : undefined,
    ]);
  });
  await test.step("fio", async () => {
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await page.getByRole("button", { name: "fio job file…" }).click();
    const dialog = page.getByRole("dialog", { name: "Job file for fio" });
    await expect(dialog.getByRole("list", { name: "What fio cannot do" })).toContainText("No series has measured");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download comparison.fio" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text.match(/^(\[point-\d+\]|iodepth=\d+)$/gm)).toEqual(["[point-0]", "iodepth=1", "[point-1]", "iodepth=8"]);
  });
  await test.step("of what is only published there is neither", async () => {
    await page.goto(`/compare?s=${published}`);
    await page.getByRole("button", { name: "Download" }).click();
    await expect(page.getByRole("button", { name: "fio job file…" })).toBeDisabled();
    await expect(page.getByText("Published figures have no histogram, and state no whole workload.")).toBeVisible();
  });
});
