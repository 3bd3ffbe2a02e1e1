import { readFileSync } from "node:fs";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { PERCENTILES, readPercentiles } from "@crosspoint/domain";
import { readResultFile } from "@crosspoint/domain/import";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getComparison } from "../compare/get.ts";
import { comparisonSelection } from "../compare/rules/selection.ts";
import { saveComparison, saveComparisonInput } from "../compare/saved/save.ts";
import { shareComparison } from "../compare/share/create.ts";
import { addRun } from "../compare/testing.ts";
import { getBenchmark } from "../run/get.ts";
import { listBenchmarks } from "../run/list.ts";
import { find } from "../search/find.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { exportResults } from "./export.ts";
import { readHistograms } from "./histograms.ts";
import { importResults as importWith } from "./import.ts";
import { previewImportRemoval, removeImport } from "./remove-import.ts";
import { answerImport } from "./rules/read-import.ts";

type Context = ReturnType<typeof contextOf>;
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

// The files say that they were measured on this day.
const later = new Date("2026-11-23T12:00:00Z");
const operator = () => contextOf(test.db, "operator", later);
const viewer = () => contextOf(test.db, "viewer", later);
const file = (name: string) =>
  readFileSync(new URL(`../../../domain/src/import/testing/fio/${name}`, import.meta.url), "utf8");
/** From a version that writes its switches, so that its workload is known whole. */
const whole = file("io_uring-json-plus.txt").replace("fio-3.33", "fio-3.42");
const bytes = (text: string) => new TextEncoder().encode(text);
/** Read in this thread: read-in-thread.test.ts reads in others. */
const importResults = (
  ...[context, input, text]: [Context, { fileName: string; driveId?: string }, Uint8Array<ArrayBuffer>]
) => importWith(context, input, text, async (request) => answerImport(request));

async function exported(runId: string, format: "json" | "csv" | "hlog", sequence?: number): Promise<string> {
  const { parts } = await exportResults(viewer(), { runId, format, sequence });
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

describe("an import", () => {
  it("of a known workload on a drive stands in lists, on its run's page and in comparisons", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const outcome = await importResults(operator(), { fileName: "a.json", driveId: drive.id }, bytes(whole));
    expect(outcome).toMatchObject({ wasKnown: false, points: 1, comparable: 1, refused: [], warnings: [] });
    expect(outcome.obstacles).toEqual([]);
    const { runId } = outcome;
    const { runs } = await listBenchmarks(viewer(), { driveId: drive.id, limit: 10 });
    expect(runs.map(({ id, origin, tool, headline }) => [id, origin, tool, headline?.workloadKey])).toEqual([
      [runId, "import", { name: "fio", version: "3.42" }, "random-read-4k-qd4"],
    ]);
    const run = await getBenchmark(viewer(), { runId });
    expect(run).toMatchObject({ origin: "import", state: "complete", serial: drive.serial, planName: "small" });
    expect(run.tool).toEqual({ name: "fio", version: "3.42" });
    const found = await find(viewer(), { text: drive.serial });
    expect(found.runs.map((each) => [each.id, each.importedFrom])).toEqual([[runId, "fio 3.42"]]);
    expect(run.imported).toMatchObject({ fileName: "a.json", format: "fioJson" });
    expect(run.points[0]).toMatchObject({ directions: [{ operations: 162_691, latencyNsP99: 27_279 }] });
    // The bin of the slowest operation ends 8 µs above the maximum that the file states.
    const [direction] = run.points[0]?.directions ?? [];
    expect([direction?.latencyNsP99999, direction?.latencyNsMax]).toEqual([3_090_952, 3_090_952]);
    const selection = comparisonSelection.parse({ measured: [`${runId}.0.read`] });
    const { cells, series, environments } = await getComparison(viewer(), selection);
    expect(cells).toMatchObject([
      {
        metrics: { iops: 162_528.471528, latencyNsP50: 22_927 },
        warnings: ["Imported from fio 3.42.", "Latencies do not include the time of submission."],
      },
    ]);
    expect(series[0]?.note).toBe("Imported from a file of fio 3.42, not measured by an agent of this server.");
    expect(environments[0]?.facts).toEqual({ tool: "fio 3.42" });
    expect(await readHistograms(viewer(), { points: [{ runId, sequence: 0 }] })).toHaveLength(1);
    const audit = await test.db.auditEntry.findFirst({ where: { action: "benchmark.import", objectId: runId } });
    expect(audit?.detail).toMatchObject({
      file: "a.json",
      tool: "fio 3.42",
      points: 1,
      target: expect.stringContaining(drive.serial),
    });
  });

  it("of the same file is said, and changes nothing", async () => {
    const again = await importResults(operator(), { fileName: "renamed.json" }, bytes(whole));
    expect(again).toMatchObject({ wasKnown: true, points: 1, comparable: 1 });
    expect(await test.db.runImport.count({ where: { fileSha256: { not: "" }, fileName: "renamed.json" } })).toBe(0);
  });

  it("of the same file for another drive is another run, and once removed it can be imported again", async () => {
    const host = await addHost(test.db);
    const [wrong, right] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    const text = whole.replace("2026", "2024");
    const first = await importResults(operator(), { fileName: "c.json", driveId: wrong.id }, bytes(text));
    const second = await importResults(operator(), { fileName: "c.json", driveId: right.id }, bytes(text));
    expect([second.wasKnown, second.runId === first.runId]).toEqual([false, false]);
    const query = `series=run:${first.runId}`;
    await saveComparison(operator(), saveComparisonInput.parse({ name: "Both", query }));
    const selection = comparisonSelection.parse({ series: [`run:${first.runId}`] });
    await shareComparison(operator(), { query: "", selection, expiresInDays: 1 });
    expect(await previewImportRemoval(operator(), first)).toEqual({ points: 1, comparisons: 1, links: 1 });
    expect(await previewImportRemoval(operator(), second)).toEqual({ points: 1, comparisons: 0, links: 0 });
    await removeImport(operator(), first);
    await expect(removeImport(operator(), first)).rejects.toMatchObject({ code: "notFound" });
    const left = await test.db.benchmarkPoint.findMany({ where: { runId: { in: [first.runId, second.runId] } } });
    expect(left.map(({ runId }) => runId)).toEqual([second.runId]);
    const gone = comparisonSelection.parse({ series: [`run:${first.runId}`], measured: [`${first.runId}.0.read`] });
    const { series, points } = await getComparison(viewer(), gone);
    expect([points, series.map((each) => each.gone)]).toEqual([
      [],
      Array(series.length).fill("There is no such run any more."),
    ]);
    const audit = await test.db.auditEntry.findFirst({ where: { action: "benchmark.removeImport" } });
    expect(audit?.detail).toEqual({
      file: "c.json",
      tool: "fio 3.42",
      points: 1,
      target: `${wrong.model} ${wrong.serial}`,
    });
    const again = await importResults(operator(), { fileName: "c.json", driveId: wrong.id }, bytes(text));
    expect([again.wasKnown, again.comparable]).toEqual([false, 1]);
  });

  it("alone can be removed: what an agent measured stays", async () => {
    const runId = await addRun(test.db, { points: [{}] });
    await expect(removeImport(operator(), { runId })).rejects.toMatchObject({
      code: "conflict",
      remedy: "Only runs that were imported from a file can be removed.",
    });
    expect(await test.db.benchmarkRun.count({ where: { id: runId } })).toBe(1);
  });

  it("of one file by two at once is one run", async () => {
    const text = whole.replace("2026", "2025");
    const both = await Promise.all([1, 2].map(() => importResults(operator(), { fileName: "b.json" }, bytes(text))));
    expect(new Set(both.map(({ runId }) => runId)).size).toBe(1);
    expect(both.map(({ wasKnown }) => wasKnown).toSorted()).toEqual([false, true]);
  });

  it("of a workload that is not known whole is shown with what is missing, and compared with nothing", async () => {
    const outcome = await importResults(operator(), { fileName: "two.json" }, bytes(file("two-jobs-json-plus.txt")));
    expect(outcome).toMatchObject({ points: 3, comparable: 0 });
    // Told of the same file again as it was told first.
    const again = await importResults(operator(), { fileName: "two.json" }, bytes(file("two-jobs-json-plus.txt")));
    expect(again).toEqual({ ...outcome, wasKnown: true });
    expect(outcome.obstacles).toContainEqual({ reason: "not read here: number_ios", points: 3 });
    const { runId } = outcome;
    const run = await getBenchmark(viewer(), { runId });
    expect([run.points, run.driveId, run.targetLabel]).toEqual([[], undefined, "test.dat"]);
    expect(run.imported?.points.map(({ name, gaps }) => [name, gaps.length > 0])).toEqual([
      ["two", true],
      ["two", true],
      ["two (2 jobs together)", true],
    ]);
    const whole = comparisonSelection.parse({ series: [`run:${runId}`] });
    expect((await getComparison(viewer(), whole)).points).toEqual([]);
    const histograms = await readHistograms(viewer(), { points: [{ runId, sequence: 2 }] });
    expect(histograms.map(({ sequence, direction }) => [sequence, direction])).toEqual([[2, "read"]]);
  });

  it("of percentiles alone keeps them as the tool stated them, without a histogram", async () => {
    const { runId, comparable } = await importResults(
      operator(),
      { fileName: "p.json" },
      bytes(file("psync-mixed.txt")),
    );
    const run = await getBenchmark(viewer(), { runId });
    expect(comparable).toBe(1);
    expect(run.points[0]?.directions.map(({ latencyNsP50, latencyNsP90 }) => [latencyNsP50, latencyNsP90])).toEqual([
      [12_224, undefined],
      [10_048, undefined],
    ]);
    expect(run.points[0]?.warnings.join()).toContain("there is no histogram");
    expect(await readHistograms(viewer(), { points: [{ runId, sequence: 0 }] })).toEqual([]);
  });

  it("of percentiles that no column has keeps them, also once exported", async () => {
    const text = file("psync-mixed.txt").replaceAll('"99.000000"', '"98.500000"');
    const { runId } = await importResults(operator(), { fileName: "odd.json" }, bytes(text));
    const statedIn = (of: string) => readResultFile(bytes(of)).points[0]?.directions.map((each) => each.percentiles);
    const stated = statedIn(text);
    expect(stated?.[0]?.map(({ percentile }) => percentile)).toEqual(["50", "98.5"]);
    expect(statedIn(await exported(runId, "json"))).toEqual(stated);
  });

  it("of fio's client, which writes when it began, has a start and no end", async () => {
    const text = whole.replace('"elapsed" : 2,', '"elapsed" : 2, "job_start" : 1795347858839,');
    const { runId } = await importResults(operator(), { fileName: "client.json" }, bytes(text));
    const { startedAt, finishedAt } = await getBenchmark(viewer(), { runId });
    expect([startedAt?.getTime(), finishedAt]).toEqual([1_795_347_858_839, undefined]);
  });

  it("keeps what breaks Little's law, and says so", async () => {
    const text = whole.replace(/"iops" : 162528.471528/, '"iops" : 12528.471528');
    const { runId } = await importResults(operator(), { fileName: "law.json" }, bytes(text));
    const [point] = (await getBenchmark(viewer(), { runId })).points;
    expect(point?.littlesLaw?.ok).toBe(false);
    expect(point?.warnings.join()).toContain("operations in flight");
  });

  it("does not believe a time after the server's own", async () => {
    const early = contextOf(test.db, "operator", now);
    const outcome = await importResults(early, { fileName: "f.json" }, bytes(whole.replace("Nov", "Dec")));
    expect(outcome.warnings.map(({ message }) => message)).toEqual([expect.stringContaining("in the future")]);
    expect((await getBenchmark(viewer(), { runId: outcome.runId })).finishedAt).toBeUndefined();
  });

  it.each([
    ["a file that is none", "x", { code: "invalid", fields: [{ path: "", message: expect.any(String) }] }],
    [
      "NaN",
      whole.replace(/"mean" : 24\d+\.\d+/g, '"mean" : nan'),
      { code: "invalid", fields: [{ path: expect.stringContaining("mean") }] },
    ],
  ])("refuses %s with the path, and stores nothing", async (_, text, refusal) => {
    const before = await test.db.benchmarkRun.count();
    await expect(importResults(operator(), { fileName: "x.json" }, bytes(text))).rejects.toMatchObject(refusal);
    expect(await test.db.benchmarkRun.count()).toBe(before);
  });

  it("refuses an unknown drive, and whoever has no right to it", async () => {
    const driveId = "00000000-0000-4000-8000-000000000000";
    const text = bytes(whole.replace("small", "other"));
    await expect(importResults(operator(), { fileName: "x", driveId }, text)).rejects.toMatchObject({
      code: "notFound",
    });
    await expect(importResults(viewer(), { fileName: "x" }, text)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("stores a name with what PostgreSQL cannot hold", async () => {
    const text = whole.replace('"jobname" : "small"', '"jobname" : "a\\u0000\\ud800b"');
    const { runId } = await importResults(operator(), { fileName: "nul.json" }, bytes(text));
    expect((await getBenchmark(viewer(), { runId })).imported?.points[0]?.name).toBe("a\uFFFD\uFFFDb");
  });
});

describe("an export", () => {
  it("as JSON is imported again to the same figures and histograms, as of another Crosspoint", async () => {
    const { runId } = await importResults(operator(), { fileName: "a.json" }, bytes(whole));
    const text = await exported(runId, "json");
    const again = await importResults(operator(), { fileName: "export.json" }, bytes(text));
    expect(again).toMatchObject({ wasKnown: false, points: 1, comparable: 1, refused: [] });
    const [first, second] = [
      await getBenchmark(viewer(), { runId }),
      await getBenchmark(viewer(), { runId: again.runId }),
    ];
    expect(second.origin).toBe("export");
    expect(second.points[0]?.directions).toEqual(first.points[0]?.directions);
    expect(second.points[0]?.spec).toEqual(first.points[0]?.spec);
    const [a, b] = await Promise.all(
      [runId, again.runId].map((id) => readHistograms(viewer(), { points: [{ runId: id, sequence: 0 }] })),
    );
    expect(b?.map(({ histogram }) => histogram)).toEqual(a?.map(({ histogram }) => histogram));
  });

  it("of a workload that is not known whole comes back with its gaps and histograms", async () => {
    const { runId } = await importResults(operator(), { fileName: "two.json" }, bytes(file("two-jobs-json-plus.txt")));
    const { points, refused } = readResultFile(bytes(await exported(runId, "json")));
    expect(refused).toEqual([]);
    expect(points.map(({ directions }) => directions[0]?.histogram?.totalCount)).toEqual([200, 200, 400]);
    expect(points[0]?.gaps.map(({ reason }) => reason).join()).toContain("hipri");
  });

  it("as a .hlog is read back exactly, each direction under the number of its point", async () => {
    const { runId } = await importResults(operator(), { fileName: "two.json" }, bytes(file("two-jobs-json-plus.txt")));
    const log = readResultFile(bytes(await exported(runId, "hlog")));
    const source = readResultFile(bytes(file("two-jobs-json-plus.txt")));
    expect(log.points.map(({ name }) => name)).toEqual(["point-0", "point-1", "point-2"]);
    expect(log.points.map(({ directions }) => directions[0]?.histogram)).toEqual(
      source.points.map(({ directions }) => directions[0]?.histogram),
    );
    const one = readResultFile(bytes(await exported(runId, "hlog", 1)));
    expect(one.points.map(({ name }) => name)).toEqual(["point-1"]);
  });

  it("as CSV has a row for each direction, leaves empty what is not known, and holds no formula", async () => {
    const text = file("psync-mixed.txt").replace('"jobname" : "mix"', '"jobname" : "=HYPERLINK(\\"x\\")"');
    const { runId } = await importResults(operator(), { fileName: "csv.json" }, bytes(text));
    const rows = (await exported(runId, "csv")).split("\r\n");
    expect(rows[0]).toContain("sequence,name,workload,direction,operations");
    expect(rows[1]).toMatch(/^0,"'=HYPERLINK\(""x""\)",random-70-30-4k-qd1-sync,read,42542,/);
    // 42,542 operations: how many stand above each percentile, whether or not it is stated.
    expect(rows[0]).toContain(",latency_ns_p99.999,samples_above_p99.999,state,errors,cpu_ns_per_operation");
    expect(rows[1]).toMatch(/,12224,21271,,4254,24448,425,,42,,4,,0,,,$/);
    expect(rows).toHaveLength(4);
  });

  const fileAndLog = async () => {
    const fio = await importResults(operator(), { fileName: "two.json" }, bytes(file("two-jobs-json-plus.txt")));
    const log = await exported(fio.runId, "hlog", 0);
    const { runId } = await importResults(operator(), { fileName: "one.hlog" }, bytes(log));
    return { states: fio.runId, "states none": runId, log };
  };
  it.each(["states", "states none"] as const)(
    "as CSV has the percentiles of a histogram whose file %s",
    async (which) => {
      const { log, [which]: runId } = await fileAndLog();
      const [head = "", row = ""] = (await exported(runId, "csv")).split("\r\n");
      const column = (name: string) => row.split(",")[head.split(",").indexOf(name)];
      const histogram = readResultFile(bytes(log)).points[0]?.directions[0]?.histogram;
      if (histogram === undefined) throw new Error("The log has no histogram.");
      const told = readPercentiles(histogram).map((each) => (each.kind === "value" ? String(each.ns) : ""));
      expect(told.filter(Boolean)).toHaveLength(3);
      expect(PERCENTILES.map((percentile) => column(`latency_ns_p${percentile}`))).toEqual(told);
    },
  );

  it("as JSON keeps what a tool states beside its histogram, apart from what the histogram says", async () => {
    const statedIn = (of: string) =>
      readResultFile(bytes(of)).points.map(({ directions }) => directions.map(({ percentiles }) => percentiles));
    const { log } = await fileAndLog();
    for (const text of [whole, file("two-jobs-json-plus.txt"), log]) {
      const { runId } = await importResults(operator(), { fileName: "stated" }, bytes(text));
      const again = await exported(runId, "json");
      expect(statedIn(again)).toEqual(statedIn(text));
      expect(JSON.parse(again).points[0].directions[0].percentiles).not.toEqual({});
    }
  });

  it("of more points than are read at once has each of them once, in their order", async () => {
    const jobs = /"jobs" : \[\n\s*(\{[\s\S]*?\n {4}\})\n {2}\]/.exec(file("psync-mixed.txt"))?.[1] ?? "";
    const many = Array.from({ length: 70 }, (_, index) => jobs.replace('"mix"', `"job ${index}"`));
    const text = file("psync-mixed.txt").replace(jobs, many.join(","));
    const { runId, points } = await importResults(operator(), { fileName: "many.json" }, bytes(text));
    expect(points).toBe(70);
    const rows = (await exported(runId, "csv")).split("\r\n").slice(1, -1);
    const expected = Array.from({ length: 70 }, (_, index) => [
      `${index},job ${index},,read`,
      `${index},job ${index},,write`,
    ]);
    expect(rows.map((row) => row.split(",", 4).join(","))).toEqual(expected.flat());
  });

  it("of what an agent measured says its tool, its workload and what surrounded it, and comes back the same", async () => {
    const { runId: from } = await importResults(operator(), { fileName: "a.json" }, bytes(whole));
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: from }, include: { points: true } });
    const direction = await test.db.pointDirection.findFirstOrThrow({ where: { runId: from } });
    const measured = { ...run, id: "00000000-0000-4000-8000-00000000000a", origin: "agent" as const, driveId: null };
    const { points, volume: _, rated: _rated, ...row } = measured;
    await test.db.benchmarkRun.create({ data: { ...row, plan: { ...Object(row.plan) } } });
    const [point] = points;
    const environment = { toolVersion: "0.1.0", kernel: "6.12", engineFlags: [], inUse: [] };
    const {
      runId: _run,
      spec,
      raised: _raised,
      verification: _verification,
      littlesLaw: _law,
      ...rest
    } = point ?? expect.fail();
    const json = { spec: Object(spec), environment, errors: [], slices: [], warnings: ["warm"] };
    await test.db.benchmarkPoint.create({ data: { ...rest, ...json, runId: row.id } });
    await test.db.pointDirection.create({ data: { ...direction, runId: row.id } });
    const text = await exported(row.id, "json");
    expect(JSON.parse(text)).toMatchObject({
      run: { tool: { name: "uring-bench", version: "0.1.0" }, target: run.targetLabel },
      points: [
        {
          workloadKey: "random-read-4k-qd4",
          environment: { kernel: "6.12" },
          latencyFrom: "submission",
          warnings: ["warm"],
          state: "complete",
          errors: 0,
        },
      ],
    });
    const again = await importResults(operator(), { fileName: "own.json" }, bytes(text));
    expect(again).toMatchObject({ points: 1, comparable: 1, refused: [] });
    const back = (await getBenchmark(viewer(), { runId: again.runId })).points[0];
    expect(back?.directions).toEqual((await getBenchmark(viewer(), { runId: from })).points[0]?.directions);
    expect(back?.warnings).toEqual(["Imported from uring-bench 0.1.0.", "warm"]);
  });

  it("of a steady state comes back as it was: reached, not reached, or not known and compared with nothing", async () => {
    const rounds = { roundSeconds: 12, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    const said = [true, false, undefined].map((reached) => ({
      spec: { ending: { kind: "steadyState" as const, tracked: "iops" as const, ...rounds, reached } },
    }));
    const text = await exported(await addRun(test.db, { points: said }), "json");
    const again = await importResults(operator(), { fileName: "rounds.json" }, bytes(text));
    expect(again).toMatchObject({ points: 3, comparable: 2 });
    expect(again.obstacles).toEqual([{ reason: "it does not say whether its steady state was reached", points: 1 }]);
    const back = await test.db.benchmarkPoint.findMany({
      where: { runId: again.runId },
      orderBy: { sequence: "asc" },
    });
    expect(back.map(({ workloadKey }) => workloadKey)).toEqual([
      "random-read-4k-qd1-steady",
      "random-read-4k-qd1-notsteady",
    ]);
    const { points } = JSON.parse(text);
    expect(points[1]).toMatchObject({ name: "4\u2009KiB random read, QD1, steady state not reached" });
  });

  it("of a point that was cut off comes back as no result: its workload is what was asked for", async () => {
    const from = await addRun(test.db, { points: [{}, { spec: { blockBytes: 8192 } }] });
    const cut = { state: "interrupted" as const, elapsedNs: 4_000_000_000n };
    await test.db.benchmarkPoint.update({ where: { runId_sequence: { runId: from, sequence: 1 } }, data: cut });
    const again = await importResults(operator(), { fileName: "cut.json" }, bytes(await exported(from, "json")));
    expect(again).toMatchObject({ points: 2, comparable: 1, refused: [] });
    expect(again.obstacles).toEqual([{ reason: "it was not measured to its end", points: 1 }]);
    const run = await getBenchmark(viewer(), { runId: again.runId });
    expect(run.points.map(({ spec }) => spec.blockBytes)).toEqual([4096]);
    expect(run.imported?.points[1]).toMatchObject({ known: { blockBytes: 8192 }, elapsedNs: 4e9 });
  });

  it("of what is not there is refused", async () => {
    const runId = "00000000-0000-4000-8000-000000000000";
    await expect(exportResults(viewer(), { runId, format: "csv" })).rejects.toMatchObject({ code: "notFound" });
  });
});
