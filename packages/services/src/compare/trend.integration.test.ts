import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDrive, addHost, contextOf, now } from "../testing/fleet.ts";
import { addRun, type TestPoint } from "./testing.ts";
import { driveTrend, trendInput } from "./trend.ts";

let test: TestDatabase;
let hostId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  hostId = (await addHost(test.db)).id;
});
afterAll(() => test.close());

type Drive = Awaited<ReturnType<typeof addDrive>>;
const at = (minutes: number) => new Date(now.getTime() + 60_000 * minutes);
const trend = (driveId: string, more: object = {}) =>
  driveTrend(contextOf(test.db, "viewer"), trendInput.parse({ driveId, ...more }));

const plain = (text = "") => text.replaceAll("\u2009", " ");

/** Runs of one plan, a minute apart. */
async function addRuns(drive: Drive, id: string, runs: readonly (readonly TestPoint[])[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [minute, points] of runs.entries()) {
    ids.push(await addRun(test.db, { drive, plan: { id }, at: at(minute), points }));
  }
  return ids;
}

describe("how a drive's runs of a plan went", () => {
  it("names the change, of the figure that was asked for, over complete runs in their order", async () => {
    const drive = await addDrive(test.db, hostId, { model: "TREND A" });
    const rates = [1000, 1001, 999, 1000, 900, 901, 899, 900];
    const depth = { depth: { kind: "perThread", queueDepth: 8, threads: 1 } } as const;
    const ids = await addRuns(
      drive,
      "changed",
      rates.map((iops) => [{ iops }, { iops: 5000, spec: depth }]),
    );
    await addRun(test.db, { drive, plan: { id: "changed" }, state: "cancelled", at: at(20), points: [{ iops: 1 }] });
    await addRun(test.db, { drive, plan: { id: "other" }, at: at(-5), points: [{ iops: 1 }] });
    const found = await trend(drive.id);
    expect(found.plans.map(({ name, runs }) => [name, runs])).toEqual([
      ["changed", 8],
      ["other", 1],
    ]);
    expect(found.loads.map(({ words }) => plain(words))).toEqual(["4 KiB random read, QD1", "4 KiB random read, QD8"]);
    expect(found.runs.map(({ runId, value }) => [runId, value])).toEqual(ids.map((id, run) => [id, rates[run]]));
    expect(found.changes).toMatchObject({
      kind: "changed",
      changes: [{ index: 4, percent: expect.closeTo(-10, 9), percentInterval: { low: expect.closeTo(-10.21, 1) } }],
    });
    const [, second] = found.loads;
    const even = await trend(drive.id, { load: second?.key });
    expect([plain(even.chosen?.load.words), even.changes.kind]).toEqual(["4 KiB random read, QD8", "unchanged"]);
    const other = await trend(drive.id, { plan: found.plans[1]?.plan });
    expect(other.changes).toEqual({ kind: "tooLittle", of: "runs", needs: 6, has: 1 });
  });

  it("leaves out what a file says, and counts runs without the figure", async () => {
    const drive = await addDrive(test.db, hostId, { model: "TREND B" });
    const [first, , third] = await addRuns(drive, "partly", [
      [{ iops: 10 }],
      [{ state: "failed", reason: "I/O error" }],
      [{ iops: 20 }],
      [{ iops: 30 }],
    ]);
    await test.db.runImport.create({
      data: {
        ...{ runId: third ?? "", fileName: "a.json", fileSha256: "0".repeat(64), fileBytes: 1, format: "fioJson" },
        ...{ toolName: "fio", toolVersion: "3.42", refused: [], warnings: [] },
      },
    });
    const found = await trend(drive.id);
    expect([found.runs.map(({ value }) => value), found.without]).toEqual([[10, 30], 1]);
    expect(found.runs[0]?.runId).toBe(first);
  });

  it("takes of rounds those that count, and their percentiles together", async () => {
    const drive = await addDrive(test.db, hostId, { model: "TREND C" });
    const body = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
    const plan = { id: "rounds", steps: [{ kind: "rounds", roundsMax: 3, steps: [body] }] };
    const points = [10, 20, 60].map((iops, round) => ({ iops, round, stepPath: [0, 0], latencyNsP50: 1n }));
    await addRun(test.db, { drive, plan, points });
    expect((await trend(drive.id)).runs.map(({ value }) => value)).toEqual([30]);
    // No column counts: their histograms say 9,015 ns.
    expect((await trend(drive.id, { metric: "latencyNsP50" })).runs.map(({ value }) => value)).toEqual([9015]);
  });

  it("refuses what is too much to read whole: of a part of the rounds, others would be the last", async () => {
    const drive = await addDrive(test.db, hostId, { model: "TREND D" });
    const body = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 };
    const plan = { id: "many rounds", steps: [{ kind: "rounds", roundsMax: 1000, steps: [body] }] };
    const run = await addRun(test.db, { drive, plan, points: [{ iops: 10, round: 0, stepPath: [0, 0] }] });
    const more = async (runId: string, points: number) =>
      test.db.$executeRaw`
        INSERT INTO benchmark_point (run_id, sequence, step_path, round, spec, purpose, workload_key, state, warnings)
        SELECT run_id, number, step_path, number, spec, purpose, workload_key, state, warnings
        FROM benchmark_point, generate_series(1, ${points}::int) AS number
        WHERE run_id = ${runId}::uuid AND sequence = 0`;
    await more(run, 4000);
    expect((await trend(drive.id)).runs).toHaveLength(1);
    for (const minute of [1, 2]) {
      const points = [{ iops: 10, round: 0, stepPath: [0, 0] }];
      await more(await addRun(test.db, { drive, plan, at: at(minute), points }), 4000);
    }
    await expect(trend(drive.id)).rejects.toMatchObject({ code: "tooLarge" });
  });

  it("is nothing of a drive that ran nothing", async () => {
    const drive = await addDrive(test.db, hostId);
    expect(await trend(drive.id)).toMatchObject({ chosen: undefined, plans: [], runs: [], changes: { has: 0 } });
    await expect(trend("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ code: "notFound" });
  });
});

describe("a drive among those of its model", () => {
  it("is held by its newest run against theirs, with the series that show it", async () => {
    const model = "TREND KIND";
    const [slow, ...others] = await Promise.all(Array.from({ length: 5 }, () => addDrive(test.db, hostId, { model })));
    if (slow === undefined) throw new Error("There are five.");
    await addRuns(slow, "kind", [[{ iops: 500 }], [{ iops: 400 }]]);
    for (const [index, drive] of others.entries()) {
      await addRuns(drive, "kind", [[{ iops: 1 }], [{ iops: [510, 495, 500, 505][index] ?? 0 }]]);
    }
    await addRuns(await addDrive(test.db, hostId, { model: "TREND OTHER" }), "kind", [[{ iops: 9000 }]]);
    const found = await trend(slow.id);
    // As the analysis has it of these five.
    expect(found.kind).toMatchObject({
      kind: "slowForItsKind",
      basis: { drives: 5 },
      median: 500,
      differencePercent: -20,
    });
    const plan = found.plans[0]?.plan;
    expect(found.series).toEqual([`drive:${slow.id}:${plan}:latest`, `group:model:${model}:${plan}`]);
    const latency = await trend(slow.id, { metric: "latencyNsMean" });
    expect(latency.kind).toMatchObject({ kind: "slowForItsKind", differencePercent: expect.closeTo(25, 9) });
  });

  it("says nothing of three", async () => {
    const model = "TREND FEW";
    const drives = await Promise.all(Array.from({ length: 3 }, () => addDrive(test.db, hostId, { model })));
    for (const drive of drives) await addRuns(drive, "few", [[{ iops: 500 }]]);
    expect((await trend(drives[0]?.id ?? "")).kind).toEqual({ kind: "tooLittle", of: "drives", needs: 4, has: 3 });
  });
});
