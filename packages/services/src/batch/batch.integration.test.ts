import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { protocolLimits } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { dispatchQueues } from "../run/dispatch.ts";
import { launchBenchmark } from "../run/launch.ts";
import {
  addDrive,
  addHost,
  addPeople,
  allowing,
  contextOf,
  millionLatencies,
  namespaceOf,
  now,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { cancelBatch } from "./cancel.ts";
import { getBatch } from "./get.ts";
import { launchBatch, launchBatchInput } from "./launch.ts";
import { listBatches } from "./list.ts";
import { getBatchPoint } from "./point.ts";
import { previewBatch } from "./preview.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const worker = (): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now });
const policy = allowing(["write"], { models: ["INTEL SSDPED1K375GA"] });
const stateOf = async (id: string) => (await test.db.benchmarkRun.findUniqueOrThrow({ where: { id } })).state;

/** Two drives of one host and one of another. */
async function fleet() {
  const hosts = [await addHost(test.db, { policy }), await addHost(test.db, { policy })] as const;
  const drives = [
    await addDrive(test.db, hosts[0].id),
    await addDrive(test.db, hosts[0].id),
    await addDrive(test.db, hosts[1].id),
  ] as const;
  return { hosts, drives, targets: drives.map(namespaceOf) };
}

async function counts() {
  const { db } = test;
  return Promise.all([db.benchmarkRun.count(), db.benchmarkBatch.count(), db.command.count(), db.auditEntry.count()]);
}

describe("a batch", () => {
  it("starts one run on each host, and the others as the first end", async () => {
    const { targets } = await fleet();
    const { batchId, runIds, started } = await launchBatch(operator(), { targets, plan: quickCheck, name: "Shelf 3" });
    expect([started, await Promise.all(runIds.map(stateOf))]).toEqual([2, ["requested", "queued", "requested"]]);
    await test.db.benchmarkRun.update({ where: { id: runIds[0] ?? "" }, data: { state: "complete" } });
    await dispatchQueues(worker());
    expect(await stateOf(runIds[1] ?? "")).toBe("requested");
    const { batches } = await listBatches(operator(), {});
    expect(batches[0]).toMatchObject({
      id: batchId,
      name: "Shelf 3",
      planId: "quick-check",
      runs: { complete: 1, requested: 2 },
    });
    const audits = await test.db.auditEntry.findMany({ where: { objectId: { in: [batchId, ...runIds] } } });
    expect(audits.map(({ action }) => action).toSorted()).toEqual([
      "batch.launch",
      "benchmark.launch",
      "benchmark.launch",
      "benchmark.launch",
      "benchmark.startQueued",
    ]);
  });

  it("runs beside each other on one host where it was asked for", async () => {
    const { targets } = await fleet();
    const { started } = await launchBatch(operator(), { targets, plan: quickCheck, parallelOnHost: true });
    expect(started).toBe(3);
  });

  it("needs the serial of each drive that it writes to, and leaves nothing behind where one is wrong", async () => {
    const { drives, targets } = await fleet();
    const typed = drives.map(({ id, serial }) => ({ driveId: id, serial }));
    const before = await counts();
    const wrong = typed.map((each, index) => (index === 1 ? { ...each, serial: "PHKS0" } : each));
    await expect(launchBatch(admin(), { targets, plan: writes, confirmedSerials: wrong })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("1 of 3 targets"),
      fields: [{ path: "targets.1", message: expect.stringContaining('"PHKS0" is not the serial') }],
    });
    await expect(launchBatch(operator(), { targets, plan: writes, confirmedSerials: typed })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await counts()).toEqual(before);
    const { runIds } = await launchBatch(admin(), { targets, plan: writes, confirmedSerials: typed });
    const queued = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runIds[1] ?? "" } });
    expect(queued).toMatchObject({ state: "queued", confirmedSerial: drives[1].serial });
  });

  it("says of each target what blocks it before anyone launches", async () => {
    const { drives, targets } = await fleet();
    await test.db.driveSighting.updateMany({ where: { driveId: drives[1].id }, data: { endedAt: now } });
    await launchBenchmark(operator(), { target: namespaceOf(drives[2]), plan: quickCheck });
    const preview = async (startTogether: boolean) =>
      (await previewBatch(operator(), { targets, plan: quickCheck, startTogether })).map((each) =>
        each.kind === "gone" ? each.message : each.preflight.blockers.map(({ message }) => message),
      );
    const gone = `${drives[1].model} ${drives[1].serial} is not plugged into any host now.`;
    expect(await preview(false)).toEqual([[], gone, []]);
    expect(await preview(true)).toEqual([[], gone, [expect.stringContaining("already in progress")]]);
  });

  it("has bounds", () => {
    const target = (at: number) => ({ kind: "namespace", driveId: crypto.randomUUID(), nsid: at + 1 });
    const read = (targets: unknown[]) => launchBatchInput.safeParse({ targets, plan: quickCheck }).success;
    const many = Array.from({ length: 257 }, (_, at) => target(at));
    expect([read(many.slice(0, 256)), read(many), read([]), read([many[0], many[0]])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("takes a serial for each drive of as many volumes as it can have", () => {
    const targets = [{ kind: "volume", volumeId: crypto.randomUUID() }];
    const drives = 256 * protocolLimits.membersPerVolume;
    const typed = (count: number) =>
      Array.from({ length: count }, () => ({ driveId: crypto.randomUUID(), serial: "S" }));
    const read = (count: number) =>
      launchBatchInput.safeParse({ targets, plan: quickCheck, confirmedSerials: typed(count) }).success;
    expect([read(drives), read(drives + 1)]).toEqual([true, false]);
  });

  it("is canceled as a whole: what waits never starts", async () => {
    const { targets } = await fleet();
    const { batchId, runIds } = await launchBatch(operator(), { targets, plan: quickCheck });
    const running = runIds[2] ?? "";
    await test.db.benchmarkRun.update({ where: { id: running }, data: { state: "running" } });
    const { commandId } = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: running } });
    await test.db.command.update({ where: { id: commandId ?? "" }, data: { state: "accepted" } });
    expect(await cancelBatch(operator(), { batchId })).toEqual({ withdrawn: 2, asked: 1 });
    expect(await Promise.all(runIds.map(stateOf))).toEqual(["cancelled", "cancelled", "running"]);
    expect(await dispatchQueues(worker())).toBe(0);
  });
});

describe("a batch that starts together", () => {
  it("tells every agent the same time, also two drives of one host", async () => {
    const { targets } = await fleet();
    const { batchId, runIds, started } = await launchBatch(operator(), {
      targets,
      plan: quickCheck,
      startTogether: true,
    });
    expect(started).toBe(3);
    const commands = await test.db.command.findMany({
      where: { kind: "startBenchmark" },
      orderBy: { requestedAt: "desc" },
    });
    const own = commands.filter(({ payload }) => runIds.includes((payload as { runId: string }).runId));
    const startsAt = now.getTime() + 15_000;
    expect(own.map(({ payload }) => (payload as { notBeforeMs: number }).notBeforeMs)).toEqual([
      startsAt,
      startsAt,
      startsAt,
    ]);
    expect((await getBatch(operator(), { batchId })).startsAt).toEqual(new Date(startsAt));
  });

  it("starts nowhere where one host is busy", async () => {
    const { drives, targets } = await fleet();
    await launchBenchmark(operator(), { target: namespaceOf(drives[2]), plan: quickCheck });
    const before = await counts();
    await expect(launchBatch(operator(), { targets, plan: quickCheck, startTogether: true })).rejects.toMatchObject({
      code: "conflict",
      fields: [{ path: "targets.2" }],
    });
    expect(await counts()).toEqual(before);
  });

  it("says how far apart its runs really began, by the server's clock", async () => {
    const { hosts, targets } = await fleet();
    const { batchId, runIds } = await launchBatch(operator(), { targets, plan: quickCheck, startTogether: true });
    expect((await getBatch(operator(), { batchId })).startSpread).toBeUndefined();
    // The second host's clock is four seconds ahead: its run began 40 ms after the first one.
    await test.db.host.update({ where: { id: hosts[1].id }, data: { clockSkewMs: 4_000n } });
    const afterMs = [0, 25, 4_040];
    for (const [index, id] of runIds.entries()) {
      const startedAt = new Date(now.getTime() + (afterMs[index] ?? 0));
      await test.db.benchmarkRun.update({ where: { id }, data: { state: "running", startedAt } });
    }
    expect((await getBatch(operator(), { batchId })).startSpread).toEqual({ runs: 3, spreadMs: 40, firstAt: now });
    // Its agent does not date its run by a clock that is further off.
    await test.db.host.update({ where: { id: hosts[1].id }, data: { clockSkewMs: 7_200_000n } });
    expect((await getBatch(operator(), { batchId })).startSpread).toMatchObject({ spreadMs: 4_040 });
  });
});

describe("the result of a batch", () => {
  it("is of the same point of the plan, whatever was measured before it on each drive", async () => {
    const { targets } = await fleet();
    const { batchId, runIds } = await launchBatch(operator(), { targets, plan: quickCheck });
    const histogram = Buffer.from(millionLatencies, "base64");
    const figures = { direction: "read" as const, operations: 1n, bytes: 4096, bytesPerSecond: 1, histogram };
    const [tried, confirmed] = [
      { parameter: "rate", value: 24 },
      { parameter: "rate", value: 24, confirms: true },
    ];
    for (const [index, runId] of runIds.entries()) {
      // Two rounds on the first drive, three on the others; then a search, and a last point.
      const places = [
        ...Array.from({ length: index === 0 ? 2 : 3 }, (_, round) => ({ stepPath: [0, 0], round })),
        { stepPath: [1, 0], raised: tried },
        { stepPath: [1, 0], raised: confirmed },
        { stepPath: [2] },
      ];
      for (const [sequence, place] of places.entries()) {
        const point = { runId, sequence, spec: {}, workloadKey: "k", state: "complete" as const };
        await test.db.benchmarkPoint.create({ data: { ...point, ...place } });
        await test.db.pointDirection.create({ data: { runId, pointSequence: sequence, ...figures, iops: sequence } });
      }
    }
    const { points } = await getBatch(operator(), { batchId });
    expect(
      points.map(({ stepPath, round, raised, directions }) => [stepPath, round ?? raised, directions[0]?.runs]),
    ).toEqual([
      [[0, 0], 0, 3],
      [[0, 0], 1, 3],
      [[0, 0], 2, 2],
      [[1, 0], tried, 3],
      [[1, 0], confirmed, 3],
      [[2], undefined, 3],
    ]);
    const counts = [];
    for (const { stepPath, round, raised, workloadKey } of points) {
      const [merged] = await getBatchPoint(operator(), { batchId, stepPath, round, raised, workloadKey });
      counts.push([merged?.runs, merged?.iops]);
    }
    expect(counts).toEqual([
      [3, 0],
      [3, 3],
      [2, 4],
      [3, 8],
      [3, 11],
      [3, 14],
    ]);
  });

  it("is the sum, the merged histogram and the slowest drive, of complete points of one load", async () => {
    const { drives, targets } = await fleet();
    const { batchId, runIds } = await launchBatch(operator(), { targets, plan: quickCheck });
    const histogram = Buffer.from(millionLatencies, "base64");
    for (const [index, runId] of runIds.entries()) {
      const point = { runId, sequence: 0, stepPath: [0], spec: { engine: "io_uring" }, workloadKey: "a" };
      await test.db.benchmarkPoint.create({ data: { ...point, state: index === 2 ? "failed" : "complete" } });
      await test.db.benchmarkPoint.create({
        data: { ...point, sequence: 1, workloadKey: index === 0 ? "b" : "c", state: "complete" },
      });
      const figures = { direction: "read" as const, operations: 1_000_000n, bytes: 4_096_000_000, histogram };
      const own = { iops: 1000 * (index + 1), bytesPerSecond: 4_096_000 * (index + 1), latencyNsMean: 9000 - index };
      for (const pointSequence of [0, 1]) {
        await test.db.pointDirection.create({
          data: { runId, pointSequence, ...figures, ...own, latencyNsP99: 9999n },
        });
      }
    }
    const { points } = await getBatch(operator(), { batchId });
    expect(points.map(({ workloadKey, directions }) => [workloadKey, directions[0]?.runs])).toEqual([
      ["a", 2],
      ["b", 1],
      ["c", 2],
    ]);
    expect(points[0]?.directions).toEqual([
      {
        direction: "read",
        runs: 2,
        operations: 2_000_000,
        iops: 3000,
        bytesPerSecond: 12_288_000,
        slowest: { runId: runIds[0], targetLabel: `${drives[0].model} ${drives[0].serial}`, meanNs: 9000, iops: 1000 },
      },
    ]);
    const [merged] = await getBatchPoint(operator(), { batchId, stepPath: [0], workloadKey: "a" });
    expect(merged).toMatchObject({
      direction: "read",
      runs: 2,
      operations: 2_000_000,
      iops: 3000,
      bytesPerSecond: 12_288_000,
    });
    // Twice the same million: the same percentiles, based on twice the samples.
    expect(
      merged?.percentiles.map(
        (reading) => reading.kind === "value" && [reading.percentile, reading.ns, reading.samplesAbove],
      ),
    ).toEqual(
      expect.arrayContaining([
        ["50", 9015, 1_000_000],
        ["99.999", 8_085_503, 20],
      ]),
    );
    expect(merged?.each.map(({ runId, meanNs, p99Ns }) => [runId, meanNs, p99Ns])).toEqual([
      [runIds[0], 9000, 9999],
      [runIds[1], 8999, 9999],
    ]);
  });
});
