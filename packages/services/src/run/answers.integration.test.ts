import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { workloadKey, workloadOf } from "@crosspoint/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDrive, addHost, addPeople, contextOf, millionLatencies, namespaceOf, now } from "../testing/fleet.ts";
import { launchBenchmark } from "./launch.ts";
import { listRepeats } from "./list-repeats.ts";
import { readPointHeat } from "./read-heat.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const viewer = () => contextOf(test.db, "viewer");
const histogram = Buffer.from(millionLatencies, "base64");

async function launched(drive: { id: string }, planId = "quick-check") {
  const plan = { kind: "builtIn", planId } as const;
  const { runId } = await launchBenchmark(contextOf(test.db, "operator"), { target: namespaceOf(drive), plan });
  return runId;
}

/** The run's first point, of reads at this rate. */
async function measure(runId: string, iops: number, state: "complete" | "cancelled" = "complete") {
  const [planned] = findPlan("quick-check")?.points ?? [];
  if (planned === undefined) throw new Error("the quick check has points");
  const { spec, stepPath } = planned;
  const figures = { direction: "read" as const, operations: 1_000_000n, bytes: "4096000000", iops, histogram };
  await test.db.benchmarkPoint.create({
    data: {
      ...{ runId, sequence: 0, stepPath: [...stepPath], spec: spec as object, state: "complete" },
      workloadKey: workloadKey(workloadOf(spec)),
      directions: { create: { ...figures, bytesPerSecond: iops * 4096, latencyNsMean: 9_000.5 } },
    },
  });
  await test.db.benchmarkRun.update({ where: { id: runId }, data: { state } });
}

it("lists the complete runs of a plan on a drive, the oldest first, and no others", async () => {
  const host = await addHost(test.db);
  const [drive, other] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
  const runs: string[] = [];
  for (const iops of [100, 110, 105]) {
    const runId = await launched(drive);
    await measure(runId, iops);
    await test.db.benchmarkRun.update({
      where: { id: runId },
      data: { requestedAt: new Date(now.getTime() + runs.length * 1000) },
    });
    runs.push(runId);
  }
  await measure(await launched(other), 999);
  await measure(await launched(drive), 888, "cancelled");
  await measure(await launched(drive, "optane-comparison"), 777);

  const { runs: found, olderRuns } = await listRepeats(viewer(), { runId: runs[1] ?? "" });
  expect(olderRuns).toBe(0);
  expect(found.map(({ runId }) => runId)).toEqual(runs);
  expect(found.map(({ points }) => points[0]?.directions[0]?.iops)).toEqual([100, 110, 105]);
  expect(found[0]?.points).toMatchObject([
    { sequence: 0, stepPath: [0], directions: [{ operations: 1_000_000, latencyNsMean: 9000.5 }] },
  ]);
});

it("draws a point's latencies over its time, behind its warm-up, by direction", async () => {
  const host = await addHost(test.db);
  const runId = await launched(await addDrive(test.db, host.id));
  await measure(runId, 100);
  const second = (ramp: boolean, at: number, direction: "read" | "write", operations = 1_000_000n) => ({
    ...{ runId, pointSequence: 0, ramp, second: at, direction, time: now, elapsedNs: 1_000_000_000n, operations },
    ...{ bytes: 4096n * operations, histogram },
  });
  await test.db.pointSecond.createMany({
    data: [second(true, 4, "read"), second(false, 0, "read"), second(false, 2, "read", 0n), second(false, 2, "write")],
  });
  const heat = await readPointHeat(viewer(), { runId, sequence: 0 });
  expect(heat).toMatchObject({ rampSeconds: 5, truncated: false });
  const sums = heat.directions.map(({ direction, columns }) => [
    direction,
    columns.map((counts) => counts?.reduce((sum, count) => sum + count, 0)),
  ]);
  // Seconds 4, 5 and 7 of the point arrived; in the last, reads stalled.
  const [gap, all] = [undefined, 1_000_000];
  expect(sums).toEqual([
    ["read", [gap, gap, gap, gap, all, all, gap, 0]],
    ["write", [gap, gap, gap, gap, gap, gap, gap, all]],
  ]);
  expect(await readPointHeat(viewer(), { runId, sequence: 1 })).toEqual({
    directions: [],
    rampSeconds: 0,
    truncated: false,
    thinned: false,
  });
});
