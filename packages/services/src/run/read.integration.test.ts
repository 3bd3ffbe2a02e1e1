import { randomUUID } from "node:crypto";
import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { describeWorkload, type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getModel } from "../catalog/get-model.ts";
import { listModels } from "../catalog/list-models.ts";
import { getComparison } from "../compare/get.ts";
import { comparisonSelection } from "../compare/rules/selection.ts";
import { histogramsInput, readHistograms } from "../result/histograms.ts";
import {
  addDrive,
  addHost,
  addPeople,
  contextOf,
  millionLatencies,
  namespaceOf,
  now,
  quickCheck,
} from "../testing/fleet.ts";
import { readLive } from "./follow.ts";
import { getBenchmark } from "./get.ts";
import { launchBenchmark } from "./launch.ts";
import { listBenchmarks } from "./list.ts";
import { readPointSeconds } from "./read-seconds.ts";
import { readWhole } from "./read-whole.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const viewer = () => contextOf(test.db, "viewer");

async function launched() {
  const host = await addHost(test.db);
  const drive = await addDrive(test.db, host.id);
  const { runId } = await launchBenchmark(contextOf(test.db, "operator"), {
    target: namespaceOf(drive),
    plan: quickCheck,
  });
  return { host, drive, runId };
}

interface Measured {
  readonly direction?: "read" | "write";
  readonly iops?: number;
  readonly spec?: Partial<PointSpec>;
}

/** A result as its event leaves it: the first point of the quick check, unless said otherwise. */
async function finishPoint(
  runId: string,
  sequence: number,
  results: readonly Measured[] = [{}],
  state: "complete" | "interrupted" = "complete",
) {
  const [planned] = findPlan("quick-check")?.points ?? [];
  if (planned === undefined) throw new Error("the quick check has points");
  const spec = { ...planned.spec, ...results[0]?.spec };
  await test.db.benchmarkPoint.create({
    data: {
      runId,
      sequence,
      stepPath: [0],
      spec: spec as object,
      purpose: spec.purpose ?? "measure",
      workloadKey: workloadKey(workloadOf(spec)),
      state,
      startedAt: now,
      finishedAt: now,
      environment: { toolVersion: "uring-bench 0.1.0", kernel: "6.12.9", engineFlags: ["io_uring"], inUse: [] },
      directions: {
        create: results.map(({ direction = "read", iops = 20_000.5 }) => ({
          direction,
          operations: 1_000_000n,
          bytes: "4096000000",
          iops,
          bytesPerSecond: iops * 4096,
          latencyNsMean: 50_000,
          latencyNsP50: 9_015n,
          latencyNsP99: 9_999n,
          latencyNsP99999: 8_085_503n,
          histogram: Buffer.from(millionLatencies, "base64"),
        })),
      },
    },
  });
  await test.db.benchmarkRun.update({ where: { id: runId }, data: { pointsFinished: { increment: 1 } } });
}

/** A point whose run was cut off before its result. */
async function interruptPoint(runId: string, sequence: number) {
  await finishPoint(runId, sequence, [], "interrupted");
  await test.db.benchmarkPoint.updateMany({ where: { runId, sequence }, data: { finishedAt: null } });
}

/** A second of reads of 9 µs; of 11 where there are more than a million, of 13 and one sample if it was cut off. */
async function addSecond(
  runId: string,
  pointSequence: number,
  ramp: boolean,
  second: number,
  operations = 100n,
  elapsedNs = 1_000_000_000n,
) {
  const latency =
    operations === 0n ? null : elapsedNs < 1_000_000_000n ? 13_000n : operations > 1_000_000n ? 11_000n : 9_000n;
  await test.db.pointSecond.createMany({
    data: {
      runId,
      pointSequence,
      ramp,
      second,
      direction: "read",
      time: now,
      elapsedNs,
      operations,
      bytes: operations * 4096n,
      latencyNsMean: latency,
      latencyNsP50: latency,
      latencyNsP99: latency,
      latencyNsMax: latency,
      histogram: Buffer.from(elapsedNs < 1_000_000_000n ? oneLatency : millionLatencies, "base64"),
    },
  });
}

/** Of one sample, in the layout of the others; the domain's golden "one-sample". */
const oneLatency = "HISTFAAAACN4nJNpmSzMwMDAzAABMJoRyHQz2LGAwf4DRGC9IxMAXhcFQA==";

describe("readWhole", () => {
  it("has the measured seconds of one point, what did not arrive as a gap, and how even they are", async () => {
    const { runId } = await launched();
    await addSecond(runId, 0, true, 0, 5n);
    for (const [second, operations] of [200n, 300n, 0n].entries()) {
      await addSecond(runId, 0, false, second, operations);
    }
    await addSecond(runId, 0, false, 4, 100n);
    await addSecond(runId, 0, false, 5, 7n, 100_000_000n);
    await addSecond(runId, 1, false, 0);
    const whole = await readWhole(viewer(), { runId, sequence: 0 });
    expect(
      whole.bins.map(({ iops }) => iops),
      "the cut-off second is none",
    ).toEqual([200, 300, 0, null, 100]);
    expect(whole.bins[2]).toMatchObject({ latencyNsMean: null, bytesPerSecond: 0 });
    expect(whole.last).toEqual([200, 300, 0, null, 100]);
    // Of 200, 300, 0 and 100 the mean is 150; only 0 is below half of it.
    expect(whole.consistency).toMatchObject({
      kind: "consistency",
      mean: 150,
      basis: { seconds: 4, missingSeconds: 1 },
      relative: { shareBelowHalfMean: 0.25 },
      last: { kind: "tooLittle", needs: 200, has: 5 },
    });
    expect(whole).toMatchObject({ binSeconds: 1, truncated: false, drawn: { length: 4 } });
    expect(await readWhole(viewer(), { runId, sequence: 2 })).toMatchObject({
      bins: [],
      consistency: { kind: "tooLittle" },
    });
  });

  it("counts only what was written as written", async () => {
    const { runId } = await launched();
    await addSecond(runId, 0, false, 0);
    await test.db.pointSecond.createMany({
      data: {
        ...{ runId, pointSequence: 0, ramp: false, second: 0, direction: "write", time: now },
        ...{ elapsedNs: 1_000_000_000n, operations: 300n, bytes: 300n * 4096n, latencyNsMean: 13_000n },
        ...{ latencyNsP50: 13_000n, latencyNsP99: 13_000n, latencyNsMax: 20_000n },
        histogram: Buffer.from(oneLatency, "base64"),
      },
    });
    const { bins } = await readWhole(viewer(), { runId, sequence: 0 });
    // 100 reads of 9 µs and 300 writes of 13: 12 µs.
    expect(bins).toMatchObject([{ iops: 400, bytesWritten: 300 * 4096, latencyNsMean: 12_000, latencyNsMax: 20_000 }]);
  });
});

describe("readLive", () => {
  it("reads on from a cursor, point by point, the ramp before the measurement, each second once", async () => {
    const { runId } = await launched();
    await addSecond(runId, 0, false, 0);
    await addSecond(runId, 0, true, 1);
    await addSecond(runId, 0, true, 0);
    const first = await readLive(viewer(), { runId });
    const placeOf = ({ pointSequence, phase, second }: (typeof first.seconds)[number]) =>
      `${pointSequence}:${phase}:${second}`;
    expect(first.seconds.map(placeOf)).toEqual(["0:ramp:0", "0:ramp:1", "0:measure:0"]);
    expect(first).toMatchObject({ cursor: "0:measure:0", more: false, head: { state: "requested" } });
    await addSecond(runId, 1, true, 0);
    await addSecond(runId, 0, false, 1, 0n);
    const second = await readLive(viewer(), { runId, cursor: first.cursor });
    expect(second.seconds.map(placeOf)).toEqual(["0:measure:1", "1:ramp:0"]);
    expect(second.seconds[0]).toMatchObject({ operations: 0, latencyNsMean: undefined, latencyNsP99: undefined });
    const third = await readLive(viewer(), { runId, cursor: second.cursor });
    expect(third).toMatchObject({ seconds: [], cursor: "1:ramp:0" });
    expect((await readPointSeconds(viewer(), { runId, sequence: 0 })).seconds.map(placeOf)).toEqual([
      "0:ramp:0",
      "0:ramp:1",
      "0:measure:0",
      "0:measure:1",
    ]);
  });

  it("gives the points that can have changed since the cursor, and none of those behind it", async () => {
    const { runId } = await launched();
    const sequences = async (cursor?: string) =>
      (await readLive(viewer(), { runId, ...(cursor === undefined ? {} : { cursor }) })).points.map(
        ({ sequence, state }) => [sequence, state],
      );
    expect(await sequences()).toEqual([]);
    await finishPoint(runId, 0);
    await finishPoint(runId, 1);
    expect(await sequences()).toEqual([
      [0, "complete"],
      [1, "complete"],
    ]);
    expect(await sequences("1:measure:3")).toEqual([[1, "complete"]]);
  });

  it("says since when there is no word from the host of an open run, and nothing of a finished one", async () => {
    const { host, runId } = await launched();
    const lastSeenAt = new Date(now.getTime() - 600_000);
    await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt } });
    expect((await readLive(viewer(), { runId })).head.hostWord).toEqual({
      kind: "silent",
      since: lastSeenAt,
    });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    expect((await readLive(viewer(), { runId })).head.hostWord).toEqual({ kind: "heard" });
  });

  it.each([
    ["requested", 46_000, "heard"],
    ["running", 45_000, "heard"],
    ["running", 45_001, "silent"],
    ["queued", 180_001, "silent"],
  ] as const)("calls the host of a %s run that was heard of %d ms ago %s", async (state, ageMs, kind) => {
    const { host, runId } = await launched();
    await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt: new Date(now.getTime() - ageMs) } });
    await test.db.benchmarkRun.update({
      where: { id: runId },
      data: { state, queuePlace: state === "queued" ? 0 : null },
    });
    expect((await readLive(viewer(), { runId })).head.hostWord.kind).toBe(kind);
  });
});

describe("getBenchmark and listBenchmarks", () => {
  it("gives a run with its points, directions and environment", async () => {
    const { runId, drive } = await launched();
    await finishPoint(runId, 0);
    const run = await getBenchmark(viewer(), { runId });
    expect(run).toMatchObject({ state: "requested", serial: drive.serial, planName: "Quick check" });
    expect(run.points.map(({ state }) => state)).toEqual(["complete", "pending", "pending"]);
    expect(run.points[0]?.directions[0]).toMatchObject({
      direction: "read",
      operations: 1_000_000,
      bytes: "4096000000",
      iops: 20_000.5,
    });
    expect(run.points[0]?.environment?.kernel).toBe("6.12.9");
    expect(run.report).toEqual({
      device: { sizeBytes: 375_083_606_016, nsid: 1, blockBytes: 512, firmware: "E2010435" },
      method: { sources: [], departs: [], isWhole: true },
      powerOfSettings: [],
    });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { planId: "act", planHash: "0".repeat(64) } });
    const { method } = (await getBenchmark(viewer(), { runId })).report;
    expect(method).toMatchObject({
      isWhole: false,
      sources: [{ id: "aerospike-act" }, { id: "anandtech-p4800x-750gb" }],
    });
    expect(method?.departs[0]).toMatch(/^A certification runs 24 hours/);
    expect(run.points[0]?.directions[0]).not.toHaveProperty("histogram");
    expect(run.points.map(({ spec }) => describeWorkload(workloadOf(spec)))).toEqual([
      "4\u2009KiB random read, QD1",
      "4\u2009KiB random read, QD32",
      "128\u2009KiB sequential read, QD8",
    ]);
    await expect(getBenchmark(viewer(), { runId: randomUUID() })).rejects.toMatchObject({ code: "notFound" });
  });

  it("gives histograms by point, those that are there, no more than can be drawn", async () => {
    const { runId } = await launched();
    await finishPoint(runId, 0, [{}, { direction: "write" }]);
    const points = [
      { runId, sequence: 0 },
      { runId, sequence: 1 },
    ];
    expect(await readHistograms(viewer(), { points })).toEqual([
      { runId, sequence: 0, direction: "read", histogram: millionLatencies },
      { runId, sequence: 0, direction: "write", histogram: millionLatencies },
    ]);
    const many = Array.from({ length: 25 }, (_, sequence) => ({ runId, sequence }));
    expect(histogramsInput.safeParse({ points: many }).success).toBe(false);
  });

  it("says of a complete run how many results have not arrived, and of each what became of it", async () => {
    const { runId } = await launched();
    await finishPoint(runId, 1);
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    const run = await getBenchmark(viewer(), { runId });
    expect(run.reason).toBe("2 of 3 points have no result: it has not arrived.");
    const lost = "The run ended, and no result of this point has arrived.";
    expect(run.points.map(({ sequence, state, reason }) => [sequence, state, reason])).toEqual([
      [0, "pending", lost],
      [1, "complete", undefined],
      [2, "pending", lost],
    ]);
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "cancelled" } });
    const cancelled = await getBenchmark(viewer(), { runId });
    expect([cancelled.reason, cancelled.points[0]?.reason]).toEqual([undefined, "The run ended before this point."]);
  });

  it("gives the rates of both directions together in a list, and what each gave", async () => {
    const { runId, drive } = await launched();
    await finishPoint(runId, 0, [
      { iops: 70, spec: { readPercent: 70 } },
      { direction: "write", iops: 30 },
    ]);
    const { runs } = await listBenchmarks(viewer(), { driveId: drive.id, limit: 1 });
    expect(runs[0]?.headline).toMatchObject({
      workloadKey: "random-70-30-4k-qd1",
      iops: 100,
      bytesPerSecond: 409_600,
      read: { iops: 70 },
      write: { iops: 30 },
    });
  });

  it("gives of a point that was cut off what its seconds hold, their histograms merged, and says so", async () => {
    const { runId, drive } = await launched();
    await interruptPoint(runId, 0);
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "interrupted" } });
    await addSecond(runId, 0, true, 0, 999n);
    await addSecond(runId, 0, false, 0, 1_000_000n);
    await addSecond(runId, 0, false, 1, 2_000_000n);
    // Two never came, one stalled, and the last was cut off in its middle.
    await addSecond(runId, 0, false, 4, 0n);
    await addSecond(runId, 0, false, 5, 500_000n, 500_000_000n);
    const [point, ...others] = (await getBenchmark(viewer(), { runId })).points;
    expect(others.map(({ isStreamed }) => isStreamed)).toEqual([false, false]);
    // 3.5 M operations in 3.5 streamed seconds.
    expect(point).toMatchObject({ state: "interrupted", isStreamed: true, elapsedNs: 3_500_000_000 });
    expect(point?.directions).toEqual([
      {
        direction: "read",
        operations: 3_500_000,
        bytes: String(3_500_000 * 4096),
        iops: 1_000_000,
        bytesPerSecond: 4_096_000_000,
        latencyNsMin: undefined,
        // 9 µs of the first, 11 of the second, 13 of the last: (9 + 2 x 11 + 0.5 x 13) / 3.5.
        latencyNsMean: 37_500 / 3.5,
        latencyNsStddev: undefined,
        latencyNsMax: 13_000,
        // Twice the histogram of a million samples, and one of a single sample: nothing moves. A mean of the three
        // seconds' percentiles would lie far off.
        latencyNsP50: 9_015,
        latencyNsP90: 9_823,
        latencyNsP99: 9_999,
        latencyNsP999: 97_023,
        latencyNsP9999: 99_007,
        latencyNsP99999: 8_085_503,
      },
    ]);
    const { runs } = await listBenchmarks(viewer(), { driveId: drive.id, limit: 1 });
    expect(runs[0]?.headline).toMatchObject({ partial: true, iops: 1_000_000, read: { iops: 1_000_000 } });
    expect(runs[0]?.headline?.median, "no percentile without its histogram").toBeUndefined();
  });

  it("tells of a run that was cut short by its first complete point, and else by what was kept of the other", async () => {
    const { runId, drive } = await launched();
    const headline = async () => (await listBenchmarks(viewer(), { driveId: drive.id, limit: 1 })).runs[0]?.headline;
    await finishPoint(runId, 0, [{ iops: 300 }], "interrupted");
    expect(await headline(), "nothing of it is told while more may come").toBeUndefined();
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "cancelled" } });
    expect(await headline()).toMatchObject({ partial: true, iops: 300, median: { kind: "value", ns: 9_015 } });
    await finishPoint(runId, 1, [{ iops: 400 }]);
    expect(await headline()).toMatchObject({ partial: false, iops: 400 });
  });

  it("tells of no run by what preconditioned its drive", async () => {
    const { runId, drive } = await launched();
    const headline = async () => (await listBenchmarks(viewer(), { driveId: drive.id, limit: 1 })).runs[0]?.headline;
    await finishPoint(runId, 0, [{ direction: "write", iops: 300, spec: { purpose: "precondition" } }]);
    expect(await headline()).toBeUndefined();
    await finishPoint(runId, 1, [{ iops: 400 }]);
    expect(await headline()).toMatchObject({ iops: 400 });
  });

  it("outlives its host, its drive and its person, whose names it keeps", async () => {
    const { runId, host, drive } = await launched();
    await finishPoint(runId, 0);
    await addSecond(runId, 0, false, 0);
    const passer = { id: randomUUID(), name: "Ada", email: "ada@example.net", role: "operator" };
    await test.db.user.create({ data: passer });
    await test.db.benchmarkRun.update({
      where: { id: runId },
      data: { requestedById: passer.id, requestedBy: passer.email, state: "complete" },
    });
    await test.db.user.delete({ where: { id: passer.id } });
    await test.db.drive.delete({ where: { id: drive.id } });
    await test.db.host.delete({ where: { id: host.id } });
    const run = await getBenchmark(viewer(), { runId });
    expect(run).toMatchObject({
      hostId: undefined,
      driveId: undefined,
      hostname: host.hostname,
      model: drive.model,
      serial: drive.serial,
      targetLabel: `${drive.model} ${drive.serial}`,
      requestedBy: "ada@example.net",
      hostWord: { kind: "heard" },
    });
    expect(run.points[0]?.directions[0]?.iops).toBe(20_000.5);
    const { runs } = await listBenchmarks(viewer(), { search: host.hostname, limit: 10 });
    expect(runs.map(({ id, headline }) => [id, headline?.iops])).toEqual([[runId, 20_000.5]]);
    expect((await readPointSeconds(viewer(), { runId, sequence: 0 })).seconds).toHaveLength(1);
    const { series } = await getComparison(viewer(), comparisonSelection.parse({ series: [`run:${runId}`] }));
    expect(series).toMatchObject([
      { drive: `Intel Optane SSD DC P4800X ${drive.serial}`, runs: [{ hostname: host.hostname }] },
    ]);
  });

  it("lists the newest first, by filter, page by page, with the first result in one line", async () => {
    const { runId, drive } = await launched();
    await finishPoint(runId, 0);
    const of = { driveId: drive.id, limit: 1 };
    const { runs, nextCursor } = await listBenchmarks(viewer(), of);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      id: runId,
      pointsFinished: 1,
      pointsPlanned: 3,
      headline: { iops: 20_000.5, median: { direction: "read" }, write: undefined },
    });
    expect(runs[0]?.headline?.median).toMatchObject({ kind: "value", ns: 9_015, samplesAbove: 500_000 });
    expect(nextCursor).toBeUndefined();
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    const later = contextOf(test.db, "operator", new Date(now.getTime() + 1000));
    const { runId: second } = await launchBenchmark(later, { target: namespaceOf(drive), plan: quickCheck });
    const page = await listBenchmarks(viewer(), of);
    expect(page.runs.map(({ id }) => id)).toEqual([second]);
    const rest = await listBenchmarks(viewer(), { ...of, cursor: page.nextCursor });
    expect(rest.runs.map(({ id }) => id)).toEqual([runId]);
    expect((await listBenchmarks(viewer(), { ...of, states: ["complete"] })).runs.map(({ id }) => id)).toEqual([runId]);
    expect((await listBenchmarks(viewer(), { ...of, search: "nothing like it" })).runs).toEqual([]);
  });

  it("drops no run where the last of the page before has left the filter meanwhile, nor repeats one asked for in the same moment", async () => {
    const { runId, drive } = await launched();
    const original = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const { id: _, commandId: __, rated: ___, volume: ____, plan, ...facts } = original;
    const twin = { ...facts, plan: plan as object, state: "complete" as const };
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    await test.db.benchmarkRun.createMany({ data: [twin, twin, { ...twin, requestedAt: new Date(0) }] });
    const of = { driveId: drive.id, states: ["complete" as const] };
    const all = (await listBenchmarks(viewer(), { ...of, limit: 10 })).runs.map(({ id }) => id);
    expect(all).toHaveLength(4);
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < all.length; ) {
      const page = await listBenchmarks(viewer(), { ...of, limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.runs.map(({ id }) => id));
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
      await test.db.benchmarkRun.updateMany({ where: { id: { in: seen } }, data: { state: "failed" } });
    }
    expect(seen).toEqual(all);
  });

  it("needs a person who may look", async () => {
    const { runId } = await launched();
    const anonymous = { db: test.db, now, actor: { kind: "anonymous" } } as const;
    const agent = { db: test.db, now, actor: { kind: "agent", hostId: "h", hostname: "h", keyHash: "h" } } as const;
    await expect(getBenchmark(anonymous, { runId })).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(listBenchmarks(agent, { limit: 1 })).rejects.toMatchObject({ code: "forbidden" });
    await expect(readLive(agent, { runId })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("the catalog", () => {
  it("finds the fleet's drives of a model by their model number", async () => {
    const { drive } = await launched();
    const models = await listModels(viewer());
    expect(models.find(({ model }) => model.id === "intel-optane-ssd-dc-p4800x")?.drivesInFleet).toBeGreaterThanOrEqual(
      1,
    );
    const detail = await getModel(viewer(), { modelId: "intel-optane-ssd-dc-p4800x" });
    expect(detail.drives.map(({ serial }) => serial)).toContain(drive.serial);
    expect(detail.published.length).toBeGreaterThan(0);
    await expect(getModel(viewer(), { modelId: "none" })).rejects.toMatchObject({ code: "notFound" });
  });
});
