import { publishedResults } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type ComparedCell, readCell } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { addDrive, addHost, contextOf, now } from "../testing/fleet.ts";
import { listChoices } from "./choices.ts";
import { type Comparison, getComparison } from "./get.ts";
import { comparisonSelection } from "./rules/selection.ts";
import { addRun, type TestPoint } from "./testing.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const compared = (selection: z.input<typeof comparisonSelection>) =>
  getComparison(contextOf(test.db, "viewer"), comparisonSelection.parse(selection));

/** Rows in words, each with what every series has of a metric there. */
function tableOf({ points, cells, series, reasons }: Comparison, metric: "iops" | "latencyNsP99" = "iops") {
  return points.map(({ words }, point) => [
    plain(words),
    ...series.map((_, at) => {
      const cell = cells.find((each) => each.point === point && each.series === at);
      const value = cell && shownIn(cell, reasons, metric);
      return typeof value === "string" ? plain(value) : value;
    }),
  ]);
}

/** With common spaces between figures and units. */
const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, " ");

function shownIn(cell: ComparedCell, reasons: readonly string[], metric: "iops" | "latencyNsP99") {
  if (cell.kind === "missing") return reasons[cell.reason];
  const reading = readCell(cell, metric);
  return reading.kind === "figure" ? reading.value : reading.reason;
}

const depth = (queueDepth: number, more: TestPoint = {}): TestPoint => ({
  ...more,
  spec: { depth: { kind: "perThread", queueDepth, threads: 1 }, ...more.spec },
});
/** Of one sample, in the layout of the others; the domain's golden "one-sample". */
const oneLatency = new Uint8Array(
  Buffer.from("HISTFAAAACN4nJNpmSzMwMDAzAABMJoRyHQz2LGAwf4DRGC9IxMAXhcFQA==", "base64"),
);
const lasting = (durationSeconds: number) => ({ ending: { kind: "duration", durationSeconds } as const });

describe("a comparison of runs and published results", () => {
  it("places points side by side, and gives each gap its reason", async () => {
    const a = await addRun(test.db, { points: [depth(1, { iops: 10_000 }), depth(16, { iops: 90_000 })] });
    const b = await addRun(test.db, {
      points: [
        depth(1, { iops: 12_000 }),
        depth(4, { state: "skipped", reason: "no room" }),
        depth(16, { state: "failed" }),
      ],
    });
    const published = "published:anandtech-p4800x-375gb:Intel Optane SSD DC P4800X 375GB";
    const found = await compared({ series: [`run:${a}`, `run:${b}`, published] });
    expect(tableOf(found)).toEqual([
      ["4 KiB random read, QD1", 10_000, 12_000, 108_300],
      ["4 KiB random read, QD4", "Not measured.", "Skipped: no room", "Not published by AnandTech, 2017."],
      ["4 KiB random read, QD16", 90_000, "Failed.", 584_800],
    ]);
    expect(found.cells[2]).toMatchObject({ printed: { bytesPerSecond: { text: "413.0", unit: "MB/s" } } });
    expect(found.sources).toMatchObject([{ id: "anandtech-p4800x-375gb", url: expect.any(String) }]);
  });

  it("takes a trial's figures for no equals of full ones, unless asked to look at the load alone", async () => {
    const full = await addRun(test.db, { points: [depth(1, { iops: 10_000 })] });
    const trial = await addRun(test.db, { points: [depth(1, { iops: 30_000, spec: lasting(2) })] });
    const series = [`run:${full}`, `run:${trial}`];
    const exact = await compared({ series });
    expect(tableOf(exact)).toEqual([
      ["4 KiB random read, QD1, 1 min", 10_000, "Measured only otherwise: measured time (2 s)."],
      ["4 KiB random read, QD1, 2 s", "Measured only otherwise: measured time (1 min).", 30_000],
    ]);
    expect(exact.ignored).toEqual([]);
    const load = await compared({ series, match: "load" });
    expect(tableOf(load)).toEqual([["4 KiB random read, QD1", 10_000, 30_000]]);
    expect(load.ignored.map(plain)).toEqual(["measured time (1 min; 2 s)"]);
  });
});

describe("drives and groups", () => {
  const plan = { id: "reads" };
  const at = (minutes: number) => new Date(now.getTime() + 60_000 * minutes);
  const rates = ({ cells }: Comparison) =>
    cells.map((cell) => (cell.kind === "figure" ? cell.metrics.iops : undefined));

  it("stand for the latest run, or the best by the geometric mean over what all runs have", async () => {
    const drive = await addDrive(test.db, (await addHost(test.db)).id);
    const run = (minutes: number, points: TestPoint[], name = "Reads") =>
      addRun(test.db, { drive, plan: { ...plan, name }, at: at(minutes), points });
    // Of 100 x 400 and 190 x 200 the first product is the larger one, whatever a third load says that not all have.
    await run(1, [depth(1, { iops: 100 }), depth(2, { iops: 400 })]);
    await run(2, [depth(1, { iops: 190 }), depth(2, { iops: 200 }), depth(4, { iops: 9000 })]);
    await run(3, [depth(1, { iops: 150 }), depth(2, { iops: 200 })]);
    await run(4, [depth(1, { iops: 5000, spec: lasting(2) })], "Reads, shortened to points of 2 s");
    const latest = await compared({ series: [`drive:${drive.id}:reads:latest`] });
    expect(rates(latest)).toEqual([150, 200]);
    const best = await compared({ series: [`drive:${drive.id}:reads:best`] });
    expect(rates(best)).toEqual([100, 400]);
    expect(best.series[0]?.note).toBe(
      "Best of 3 complete runs: the highest geometric mean of IOPS over the 2 loads that all have.",
    );
  });

  it("merge the histograms of their runs, and never average percentiles", async () => {
    const tags = ["merged"];
    const fast = { iops: 100, operations: 1_000_000n, latencyNsP50: 1n };
    await addRun(test.db, { tags, plan, points: [fast] });
    await addRun(test.db, { tags, plan, points: [{ ...fast, iops: 300, kernel: "6.13.0" }] });
    // One sample of its own kind. No column counts here: each says 1 ns.
    await addRun(test.db, { tags, plan, points: [{ ...fast, iops: 200, operations: 1n, histogram: oneLatency }] });
    const found = await compared({ series: ["group:tag:merged:reads", "group:tag:none:reads"] });
    const [cell] = found.cells;
    // By the recorder itself, of a million latencies: a second million alike and one more sample move neither.
    expect(cell).toMatchObject({
      metrics: { iops: 200, latencyNsP50: 9_015, latencyNsP99: 9_999, latencyNsP99999: 8_085_503 },
      operations: 2_000_001,
      merged: 3,
    });
    expect(found.series[0]).toMatchObject({ label: "merged", detail: "3 runs, reads", runs: [{}, {}, {}] });
    expect(found.series[0]?.note).toMatch(/^All 3 complete runs with this tag\./);
    expect(found.series[1]?.gone).toBe("There is no complete run of this plan with this tag.");
    expect(found.environments).toMatchObject([{ facts: { kernel: expect.stringMatching(/; /) } }]);
  });

  it("take the latest run of each drive of a model", async () => {
    const host = await addHost(test.db);
    const [one, two] = [
      await addDrive(test.db, host.id),
      await addDrive(test.db, host.id, { model: "INTEL SSDPED1K750GA" }),
    ];
    const own = { id: "by-model" };
    await addRun(test.db, { drive: one, plan: own, at: at(1), points: [{ iops: 1 }] });
    await addRun(test.db, { drive: one, plan: own, at: at(2), points: [{ iops: 100 }] });
    await addRun(test.db, { drive: two, plan: own, at: at(1), points: [{ iops: 300 }] });
    const found = await compared({ series: ["group:model:intel-optane-ssd-dc-p4800x:by-model"] });
    expect(rates(found)).toEqual([200]);
    expect(found.series[0]).toMatchObject({
      label: "Intel Optane SSD DC P4800X",
      modelId: "intel-optane-ssd-dc-p4800x",
    });
  });
});

describe("what figures a run has of a load", () => {
  const until = {
    kind: "steadyState",
    windowRounds: 2,
    excursionPercent: 20,
    slopePercent: 10,
    tracked: [{ metric: "iops" }],
  };
  const body = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
  const rounds = (more: object) => [{ kind: "rounds", roundsMax: 5, steps: [body], ...more }];
  const measured = [10, 20, 30, 50].map((iops, round) => ({ iops, round, stepPath: [0, 0] }));

  it.each([
    ["the window of rounds that became steady", { until }, true, 40, "rounds 3 to 4, steady", 2],
    ["the last of rounds that did not", { until }, false, 50, "round 4, not steady", undefined],
    ["all of rounds that only repeat", {}, undefined, 27.5, "4 rounds", 4],
  ])("are %s", async (_, more, steady, iops, of, merged) => {
    const plan = { id: "rounds", steps: rounds(more) };
    const runId = await addRun(test.db, { plan, points: measured });
    const found = { rounds: { rounds: 4, ...(steady === undefined ? {} : { steady }) } };
    await test.db.runFinding.create({ data: { runId, number: 0, stepPath: [0], found } });
    const { cells } = await compared({ series: [`run:${runId}`] });
    expect(cells).toMatchObject([{ metrics: { iops }, of, ...(merged && { merged }) }]);
    expect(cells).toHaveLength(1);
  });

  it("are those of all runs of a group, each by its own rounds", async () => {
    const plan = { id: "grouped-rounds", steps: rounds({ until }) };
    for (const points of [measured, measured.slice(0, 3)]) {
      const runId = await addRun(test.db, { plan, tags: ["rounds"], points });
      await test.db.runFinding.create({
        data: { runId, number: 0, stepPath: [0], found: { rounds: { rounds: points.length, steady: true } } },
      });
    }
    const { cells } = await compared({ series: ["group:tag:rounds:grouped-rounds"] });
    // (30 + 50) / 2 = 40 of the first run, (20 + 30) / 2 = 25 of the second.
    expect(cells).toMatchObject([{ metrics: { iops: 32.5 }, merged: 4 }]);
    expect(cells[0]).not.toHaveProperty("of");
  });

  it("are those of reads, of writes and of both together in a mix, beside a published mix", async () => {
    const mix = {
      blockBytes: 8192,
      readPercent: 67,
      depth: { kind: "perThread", queueDepth: 32, threads: 1 },
    } as const;
    const runId = await addRun(test.db, { points: [{ spec: mix, iops: 20_000 }] });
    const published = "published:hardwareinfo-p3700-400gb:Intel SSD DC P3700 400GB";
    const found = await compared({ series: [`run:${runId}`, published] });
    const mixes = tableOf(found).filter(([words]) => String(words).startsWith("8 KiB random 67/33"));
    expect(mixes).toEqual([
      ["8 KiB random 67/33 read/write, QD32: reads", 20_000, "Not published by Hardware.Info, 2015."],
      ["8 KiB random 67/33 read/write, QD32: writes", 20_000, "Not published by Hardware.Info, 2015."],
      ["8 KiB random 67/33 read/write, QD32: reads and writes", 40_000, 70_000],
      // 400 MB/s is all that is published of it: this metric is not.
      ["8 KiB random 67/33 read/write, QD32, steady state: reads and writes", "Not measured.", "Not published."],
    ]);
    const perCpu = found.cells.map((cell) => (cell.kind === "figure" ? cell.metrics.iopsPerCpu : undefined));
    // Two million operations in 30 s of CPU time; one direction of a mix has none of its own.
    expect(perCpu.filter((value) => value !== undefined)).toEqual([2_000_000 / 30]);
  });

  it("have the lowest depth within 95 % of the peak", async () => {
    const rates = [10, 60, 97, 100, 99];
    const points = rates.map((iops, at) => depth(2 ** at, { iops }));
    const found = await compared({ series: [`run:${await addRun(test.db, { points })}`] });
    expect(found.saturation).toMatchObject([
      { series: 0, point: 2, saturation: { depth: 4, peakDepth: 8, peakRate: 100 } },
    ]);
    expect(found.saturation.map(({ sweep }) => plain(sweep))).toEqual(["4 KiB random read"]);
    const byLoad = await compared({ series: found.series.map(({ id }) => id), match: "load" });
    expect(byLoad.saturation).toEqual(found.saturation);
  });

  it("are too many in a run of more than 64 points, whose steps can be chosen", async () => {
    const points = Array.from({ length: 70 }, (_, at) =>
      depth(at + 1, { iops: at, stepPath: at < 40 ? [0] : [1, at % 2] }),
    );
    const runId = await addRun(test.db, { points });
    const all = await compared({ series: [`run:${runId}`] });
    expect(all).toMatchObject({ points: [], cells: [] });
    expect(all.series[0]?.gone).toBe("It has 70 points, and at most 64 can be compared: choose one of its steps.");
    expect(all.series[0]?.parts?.map(({ series, points: count }) => [series, count])).toEqual([
      [`run:${runId}:0`, 40],
      [`run:${runId}:1`, 30],
    ]);
    const step = await compared({ series: [`run:${runId}:1`] });
    expect(step.points).toHaveLength(30);
  });

  it("are refused of too many series, and named where there is none", async () => {
    const measured = Array.from({ length: 13 }, (_, at) => `00000000-0000-4000-8000-0000000000${10 + at}.0.read`);
    await expect(compared({ measured })).rejects.toMatchObject({ code: "tooLarge" });
    const found = await compared({
      series: ["run:x", "run:00000000-0000-4000-8000-000000000000", "published:no:drive"],
    });
    expect(found.series.map(({ gone }) => gone)).toEqual([
      "This is not the name of a series.",
      "There is no such run any more.",
      "The catalog has no figures of this source and drive.",
    ]);
    const nothing = await compared({});
    expect(nothing).toMatchObject({ isDefault: true, series: [{ kind: "published" }, {}, {}] });
  });
});

describe("published results", () => {
  it("are the six reference rows, exactly as the catalog has them, where nothing is chosen", async () => {
    const { cells } = await compared({});
    const catalog = publishedResults.rows.filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb");
    const figures = cells.map((cell) => cell.kind === "figure" && [cell.metrics, cell.printed, cell.bounds]);
    expect(figures).toEqual(
      catalog.map(({ metrics }) => [
        Object.fromEntries(metrics.map(({ metric, value }) => [metric, value])),
        Object.fromEntries(metrics.map(({ metric, printed }) => [metric, printed])),
        undefined,
      ]),
    );
    expect(figures).toHaveLength(6);
  });

  it("are whole: every figure of every source is in some series", async () => {
    const { items } = await listChoices(contextOf(test.db, "viewer"), { kind: "published" });
    const statements = [];
    for (let at = 0; at < items.length; at += 12) {
      const { series } = await compared({ series: items.slice(at, at + 12).map((item) => item.series) });
      statements.push(...series.map((each) => each.statements));
    }
    const rows = statements.flatMap((each) => each?.rows ?? []);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(publishedResults.rows.map(({ id }) => id).toSorted());
    const lines = statements.flatMap((each) => each?.series ?? []);
    expect(lines.map(({ id }) => id).toSorted()).toEqual(publishedResults.series.map(({ id }) => id).toSorted());
    const ratios = new Set(statements.flatMap((each) => each?.ratios ?? []).map(({ id }) => id));
    expect(ratios.size).toBe(publishedResults.ratios.length);
  });

  it("stand beside the runs of the plans that measure the same", async () => {
    const raid = { blockBytes: 4096, depth: { kind: "perThread", queueDepth: 32, threads: 8 } } as const;
    const mix = "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10";
    const files = { blockBytes: undefined, blockMix: mix, readPercent: 80 } as const;
    const rounds = { roundSeconds: 60, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    const ending = { kind: "steadyState", tracked: "iops", ...rounds } as const;
    // Figures of SNIA's method stand beside a steady state alone: not beside a fresh drive, nor one that did not get there.
    const points = [
      ...[{ spec: raid }, { spec: { ...raid, ending: { ...ending, reached: false } } }],
      ...[{ iops: 7, spec: { ...raid, ending: { ...ending, reached: true } } }, depth(32, { spec: files })],
    ];
    const runId = await addRun(test.db, { points });
    const found = await compared({
      series: [
        `run:${runId}`,
        "published:thessdreview-p3608:Intel SSD DC P3608 1.6TB RAID 0",
        "published:hardwareinfo-p3700-400gb:Intel SSD DC P3700 400GB",
      ],
    });
    const beside = (series: number) =>
      found.cells.filter(
        (cell) =>
          cell.kind === "figure" &&
          cell.series === series &&
          found.cells.some((own) => own.kind === "figure" && own.series === 0 && own.point === cell.point),
      );
    expect(beside(1)).toMatchObject([{ metrics: { iops: 745_000 }, placed: expect.stringContaining("states QD256") }]);
    const [row] = beside(1).map(({ point }) => point);
    expect(found.cells.find(({ series, point }) => series === 0 && point === row)).toMatchObject({
      metrics: { iops: 7 },
    });
    expect(beside(2)).toMatchObject([{ metrics: { bytesPerSecond: 766_000_000 } }]);
  });
});
