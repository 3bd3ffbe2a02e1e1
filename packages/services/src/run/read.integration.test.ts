import { randomUUID } from "node:crypto";
import { publishedResults } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getModel } from "../catalog/get-model.ts";
import { listModels } from "../catalog/list-models.ts";
import { getComparison } from "../compare/get.ts";
import { listCandidates } from "../compare/list-candidates.ts";
import { addDrive, addHost, contextOf, millionLatencies, namespaceOf, now, quickCheck } from "../testing/fleet.ts";
import { readLive } from "./follow.ts";
import { getBenchmark } from "./get.ts";
import { launchBenchmark } from "./launch.ts";
import { listBenchmarks } from "./list.ts";
import { readPointSeconds } from "./read-seconds.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
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

async function finishPoint(runId: string, pointIndex: number) {
  await test.db.benchmarkPoint.update({
    where: { runId_index: { runId, index: pointIndex } },
    data: {
      state: "complete",
      startedAt: now,
      finishedAt: now,
      environment: { toolVersion: "uring-bench 0.1.0", kernel: "6.12.9", engineFlags: ["io_uring"], inUse: [] },
      directions: {
        create: {
          direction: "read",
          operations: 1_000_000n,
          bytes: "4096000000",
          iops: 20_000.5,
          bytesPerSecond: 81_922_048,
          latencyNsMean: 50_000,
          histogram: millionLatencies,
        },
      },
    },
  });
}

async function addSecond(runId: string, pointIndex: number, ramp: boolean, second: number, operations = 100n) {
  const latency = operations === 0n ? null : 9_000n;
  await test.db.pointSecond.create({
    data: {
      runId,
      pointIndex,
      ramp,
      second,
      direction: "read",
      time: now,
      elapsedNs: 1_000_000_000n,
      operations,
      bytes: operations * 4096n,
      latencyNsMean: latency,
      latencyNsP50: latency,
      latencyNsP99: latency,
      latencyNsMax: latency,
      histogram: millionLatencies,
    },
  });
}

describe("readLive", () => {
  it("reads on from a cursor, point by point, the ramp before the measurement, each second once", async () => {
    const { runId } = await launched();
    await addSecond(runId, 0, false, 0);
    await addSecond(runId, 0, true, 1);
    await addSecond(runId, 0, true, 0);
    const first = await readLive(viewer(), { runId });
    const placeOf = ({ pointIndex, phase, second }: (typeof first.seconds)[number]) =>
      `${pointIndex}:${phase}:${second}`;
    expect(first.seconds.map(placeOf)).toEqual(["0:ramp:0", "0:ramp:1", "0:measure:0"]);
    expect(first).toMatchObject({ cursor: "0:measure:0", more: false, head: { state: "requested" } });
    await addSecond(runId, 1, true, 0);
    await addSecond(runId, 0, false, 1, 0n);
    const second = await readLive(viewer(), { runId, cursor: first.cursor });
    expect(second.seconds.map(placeOf)).toEqual(["0:measure:1", "1:ramp:0"]);
    expect(second.seconds[0]).toMatchObject({ operations: 0, latencyNsMean: undefined, latencyNsP99: undefined });
    const third = await readLive(viewer(), { runId, cursor: second.cursor });
    expect(third).toMatchObject({ seconds: [], cursor: "1:ramp:0" });
    expect((await readPointSeconds(viewer(), { runId, pointIndex: 0 })).seconds.map(placeOf)).toEqual([
      "0:ramp:0",
      "0:ramp:1",
      "0:measure:0",
      "0:measure:1",
    ]);
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
    await expect(getBenchmark(viewer(), { runId: randomUUID() })).rejects.toMatchObject({ code: "notFound" });
  });

  it("lists the newest first, by filter, page by page, with the first result in one line", async () => {
    const { runId, drive } = await launched();
    await finishPoint(runId, 0);
    const of = { driveId: drive.id, limit: 1 };
    const { runs, next } = await listBenchmarks(viewer(), of);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      id: runId,
      pointsFinished: 1,
      pointsTotal: 3,
      headline: { iops: 20_000.5, direction: "read" },
    });
    expect(runs[0]?.headline?.median).toMatchObject({ kind: "value", ns: 9_015, samplesAbove: 500_000 });
    expect(next).toBeUndefined();
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    const later = contextOf(test.db, "operator", new Date(now.getTime() + 1000));
    const { runId: second } = await launchBenchmark(later, { target: namespaceOf(drive), plan: quickCheck });
    const page = await listBenchmarks(viewer(), of);
    expect(page.runs.map(({ id }) => id)).toEqual([second]);
    const rest = await listBenchmarks(viewer(), { ...of, after: page.next });
    expect(rest.runs.map(({ id }) => id)).toEqual([runId]);
    expect((await listBenchmarks(viewer(), { ...of, states: ["complete"] })).runs.map(({ id }) => id)).toEqual([runId]);
    expect((await listBenchmarks(viewer(), { ...of, search: "nothing like it" })).runs).toEqual([]);
  });

  it("drops no run where the last of the page before has left the filter meanwhile, nor repeats one asked for in the same moment", async () => {
    const { runId, drive } = await launched();
    const original = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const { id: _, commandId: __, plan, settings: ___, ...facts } = original;
    const twin = { ...facts, plan: plan as object, state: "complete" as const };
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    await test.db.benchmarkRun.createMany({ data: [twin, twin, { ...twin, requestedAt: new Date(0) }] });
    const of = { driveId: drive.id, states: ["complete" as const] };
    const all = (await listBenchmarks(viewer(), { ...of, limit: 10 })).runs.map(({ id }) => id);
    expect(all).toHaveLength(4);
    const seen: string[] = [];
    for (let after: string | undefined; seen.length < all.length; ) {
      const page = await listBenchmarks(viewer(), { ...of, limit: 1, ...(after === undefined ? {} : { after }) });
      seen.push(...page.runs.map(({ id }) => id));
      if (page.next === undefined) break;
      after = page.next;
      await test.db.benchmarkRun.updateMany({ where: { id: { in: seen } }, data: { state: "failed" } });
    }
    expect(seen).toEqual(all);
  });

  it("needs a person who may look", async () => {
    const { runId } = await launched();
    const anonymous = { db: test.db, now, actor: { kind: "anonymous" } } as const;
    const agent = { db: test.db, now, actor: { kind: "agent", hostId: "h", hostname: "h" } } as const;
    await expect(getBenchmark(anonymous, { runId })).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(listBenchmarks(agent, { limit: 1 })).rejects.toMatchObject({ code: "forbidden" });
    await expect(readLive(agent, { runId })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("getComparison", () => {
  it("shows the six reference rows exactly as the catalog has them where nothing is chosen", async () => {
    const comparison = await getComparison(viewer(), { measured: [], published: [], withReference: false });
    expect(comparison).toMatchObject({ isDefault: true, missing: [] });
    const catalog = publishedResults.rows.filter(({ sourceId }) => sourceId === "anandtech-p4800x-375gb");
    expect(catalog).toHaveLength(6);
    expect(
      comparison.entries.map((entry) => entry.kind === "published" && [entry.row.id, entry.row.metrics, entry.printed]),
    ).toEqual(
      catalog.map(({ id, metrics }) => [
        id,
        Object.fromEntries(metrics.map(({ metric, value, bound }) => [metric, { value, bound }])),
        Object.fromEntries(metrics.map(({ metric, printed }) => [metric, printed])),
      ]),
    );
  });

  it("puts a measured point beside them, its percentiles with the samples that carry them", async () => {
    const { runId, drive } = await launched();
    await finishPoint(runId, 0);
    const id = `${runId}.0.read`;
    const gone = `${randomUUID()}.0.read`;
    const comparison = await getComparison(viewer(), { measured: [id, gone], published: [], withReference: true });
    expect(comparison.entries).toHaveLength(7);
    expect(comparison).toMatchObject({ isDefault: false, missing: [gone] });
    const [measured] = comparison.entries;
    expect(measured).toMatchObject({
      kind: "measured",
      modelId: "intel-optane-ssd-dc-p4800x",
      row: {
        id,
        drive: `${drive.model} ${drive.serial}`,
        workload: { queueDepth: 1, blockBytes: 4096, readPercent: 100 },
      },
    });
    expect(measured?.row.metrics.iops).toEqual({ value: 20_000.5, bound: "exact" });
    expect(measured?.row.metrics.latencyNsP50).toEqual({ value: 9_015, bound: "exact", samplesAbove: 500_000 });
    expect(measured?.row.metrics.latencyNsP99999).toEqual({ value: 8_085_503, bound: "exact", samplesAbove: 10 });
    expect(comparison.environments.map(({ kind }) => kind)).toEqual(["measured", "published"]);
    const candidates = await listCandidates(viewer(), { runId });
    expect(candidates.measured.map((each) => each.id)).toEqual([id]);
    expect(candidates.published.length).toBeGreaterThanOrEqual(6);
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
