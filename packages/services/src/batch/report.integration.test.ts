import { randomUUID } from "node:crypto";
import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type PointSpec, workloadKey, workloadOf } from "@crosspoint/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getBenchmark } from "../run/get.ts";
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
} from "../testing/fleet.ts";
import { getBatchReport } from "./report.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const admin = () => contextOf(test.db, "admin");
const viewer = () => contextOf(test.db, "viewer");
const plan = { kind: "builtIn", planId: "qualification-short" } as const;
const log = {
  criticalWarning: 0,
  compositeTemperatureKelvin: 320,
  availableSparePercent: 100,
  availableSpareThresholdPercent: 10,
  percentageUsed: 0,
  dataUnitsRead: "1",
  dataUnitsWritten: "2",
  hostReadCommands: "3",
  hostWriteCommands: "4",
  controllerBusyTimeMinutes: "5",
  powerCycles: "6",
  powerOnHours: "7",
  unsafeShutdowns: "8",
  mediaErrors: "0",
  errorLogEntries: "10",
  warningTemperatureTimeMinutes: 0,
  criticalTemperatureTimeMinutes: 0,
  temperatureSensorsKelvin: [],
};
const controller = {
  nvmeVersion: "1.2",
  controllerId: 0,
  subsystemNqn: "",
  warningTemperatureKelvin: 343,
  powerStates: [],
  volatileWriteCache: false,
};
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

interface Found {
  readonly mediaErrors?: string;
  readonly bytesPerSecond?: number;
  readonly firstMismatchBytes?: string;
  /** Of the temperature, during the run. */
  readonly samples?: number;
}

/** A qualification that ran to its end, as the events of its agent leave it. */
async function qualified(
  { mediaErrors = "0", bytesPerSecond = 1e9, firstMismatchBytes, samples = 9 }: Found = {},
  batchId?: string,
) {
  const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
  const drive = await addDrive(test.db, host.id);
  await test.db.drive.update({ where: { id: drive.id }, data: { controller } });
  const { runId } = await launchBenchmark(admin(), { target: namespaceOf(drive), plan, confirmedSerial: drive.serial });
  const state = { state: "complete", startedAt: now, finishedAt: minutes(10), pointsFinished: 2 } as const;
  await test.db.benchmarkRun.update({ where: { id: runId }, data: { ...state, batchId: batchId ?? null } });
  const span = "375083606016";
  const wrong = firstMismatchBytes === undefined ? 0 : 1;
  const verification = { matched: 8, mismatched: wrong, unknown: 0, readBackBytes: span, spanBytes: span };
  for (const { sequence, stepPath, spec } of findPlan("qualification-short")?.points ?? []) {
    await test.db.benchmarkPoint.create({
      data: {
        runId,
        sequence,
        stepPath: [...stepPath],
        ...ofSpec(spec),
        state: "complete",
        startedAt: now,
        finishedAt: minutes(5),
        elapsedNs: 300_000_000_000n,
        environment: {
          toolVersion: "uring-bench",
          firmware: "E2010325",
          pcieLink: "8.0 GT/s PCIe x4",
          maxPcieLink: "8.0 GT/s PCIe x4",
          engineFlags: [],
          inUse: [],
        },
        verification: { ...verification, ...(firstMismatchBytes === undefined ? {} : { firstMismatchBytes }) },
        directions: {
          create: {
            direction: "write",
            operations: 1_000_000n,
            bytes: "4096000000",
            iops: 1000,
            bytesPerSecond,
            latencyNsP99: 50_000n,
            histogram: Buffer.from(millionLatencies, "base64"),
          },
        },
      },
    });
  }
  await test.db.pointSecond.createMany({
    data: Array.from({ length: 120 }, (_, second) => ({
      runId,
      pointSequence: 1,
      ramp: false,
      second,
      direction: "write" as const,
      time: now,
      elapsedNs: 1_000_000_000n,
      operations: 1n,
      bytes: BigInt(bytesPerSecond),
      histogram: Buffer.from(""),
    })),
  });
  await test.db.runCounters.createMany({
    data: [
      { runId, moment: "before", time: now, log, errorLog: [], vendorLogs: [] },
      {
        runId,
        moment: "after",
        time: minutes(10),
        log: { ...log, mediaErrors },
        errorLog: [],
        vendorLogs: [],
        temperatureKelvinMax: 318,
        temperatureSamples: samples,
      },
    ],
  });
  await test.db.runSelfTest.create({
    data: { runId, number: 0, stepPath: [1], test: "short", outcome: "passed", finishedAt: minutes(1) },
  });
  return { runId, serial: drive.serial };
}

function ofSpec(spec: PointSpec) {
  const key = workloadKey(workloadOf(spec));
  return { spec: spec as object, purpose: spec.purpose ?? ("measure" as const), workloadKey: key };
}

const verdictOf = async (runId: string) => (await getBenchmark(viewer(), { runId })).effect.qualification;
const failedOf = async (runId: string) =>
  (await verdictOf(runId))?.criteria.flatMap(({ id, judgement }) =>
    judgement.verdict === "fail" ? [[id, judgement.found]] : [],
  );

it("a drive that holds every criterion passes", async () => {
  const { runId } = await qualified();
  const { effect } = await getBenchmark(viewer(), { runId });
  expect(effect.qualification?.criteria.map(({ id, judgement }) => [id, judgement.verdict])).toEqual([
    ["planComplete", "pass"],
    ["dataIntact", "pass"],
    ["noFailedOperations", "pass"],
    ["noMediaErrors", "pass"],
    ["noDeviceErrors", "pass"],
    ["spareUnchanged", "pass"],
    ["noCriticalWarning", "pass"],
    ["selfTestPassed", "pass"],
    ["ratedFiguresMet", "notJudged"],
    ["temperatureBelowWarning", "pass"],
    ["noThermalThrottling", "pass"],
    ["steadyThroughput", "pass"],
    ["fullLink", "pass"],
  ]);
  expect(effect.qualification?.verdict).toBe("pass");
  expect(effect).toMatchObject({ before: now, after: minutes(10), temperatureKelvinMax: 320, problems: [] });
});

it("a temperature that was read before and after the run alone says nothing of its load", async () => {
  const { runId } = await qualified({ samples: 0 });
  const found = await verdictOf(runId);
  expect(found?.verdict).toBe("inconclusive");
  expect(found?.criteria.find(({ id }) => id === "temperatureBelowWarning")?.judgement).toMatchObject({
    reason: "No temperature was sampled during the run.",
  });
});

it("a drive whose self-test told nothing does not pass", async () => {
  const { runId } = await qualified();
  await test.db.runSelfTest.deleteMany({ where: { runId } });
  const found = await verdictOf(runId);
  expect(found?.verdict).toBe("inconclusive");
  expect(found?.criteria.find(({ id }) => id === "selfTestPassed")?.judgement).toMatchObject({
    reason: "1 of 1 self-tests have no result.",
  });
});

it("a corrupted block and new media errors fail it, each by name", async () => {
  const corrupted = await qualified({ firstMismatchBytes: "33554432" });
  // Of the fill and of the soak.
  expect(await failedOf(corrupted.runId)).toEqual([
    ["dataIntact", "2 blocks read back wrong, the first at byte 33,554,432."],
  ]);
  const worn = await qualified({ mediaErrors: "3" });
  expect(await failedOf(worn.runId)).toEqual([["noMediaErrors", "3 new (3 in all)"]]);
  expect((await verdictOf(worn.runId))?.verdict).toBe("fail");
});

it("there is no verdict while it runs, nor of a run that reads nothing back", async () => {
  const { runId } = await qualified();
  await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "running" } });
  expect(await verdictOf(runId)).toBeUndefined();
  const host = await addHost(test.db);
  const drive = await addDrive(test.db, host.id);
  const quick = { kind: "builtIn", planId: "quick-check" } as const;
  const other = await launchBenchmark(admin(), { target: namespaceOf(drive), plan: quick });
  await test.db.benchmarkRun.update({ where: { id: other.runId }, data: { state: "complete" } });
  expect(await verdictOf(other.runId)).toBeUndefined();
});

it("a batch's report has the verdict of each drive, and names the odd one out", async () => {
  const batch = await test.db.benchmarkBatch.create({
    data: { name: "Shelf", planId: "x", planName: "X", planHash: "h", requestedBy: "Ada", requestedAt: now },
  });
  const alike = [1.01e9, 1e9, 1.02e9, 1.005e9];
  for (const bytesPerSecond of alike) await qualified({ bytesPerSecond }, batch.id);
  const slow = await qualified({ bytesPerSecond: 5e8, mediaErrors: "1" }, batch.id);
  const { runs, models } = await getBatchReport(viewer(), { batchId: batch.id });
  const verdicts = runs.map(({ run, effect }) => [run.id === slow.runId, effect.qualification?.verdict]);
  expect(verdicts.filter(([isSlow]) => isSlow)).toEqual([[true, "fail"]]);
  expect(verdicts.filter(([isSlow]) => !isSlow).map(([, verdict]) => verdict)).toEqual([
    "pass",
    "pass",
    "pass",
    "pass",
  ]);
  expect(runs[0]?.firmware).toBe("E2010325");
  expect(models).toHaveLength(1);
  const [found] = models;
  expect(found?.model).toBe("INTEL SSDPED1K375GA");
  const oddOnes = found?.oddOnes;
  if (oddOnes?.kind !== "compared") throw new Error("five drives are enough");
  expect(oddOnes.odd.map(({ driveId, label }) => [driveId, label])).toEqual([
    [slow.runId, "Fill"],
    [slow.runId, expect.stringContaining("sequential")],
  ]);
  const [odd] = oddOnes.odd;
  expect(found?.words[`${slow.runId} ${odd?.key}`]).toEqual({ value: "500\u2009MB/s", median: "1.005\u2009GB/s" });
});

it("a drive of which a result is missing passes no more in its batch's report than on its own page", async () => {
  const batch = await test.db.benchmarkBatch.create({
    data: { name: "", planId: "x", planName: "X", planHash: "h", requestedBy: "Ada", requestedAt: now },
  });
  const { runId } = await qualified({}, batch.id);
  const { plan: stored } = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
  const { steps, ...head } = stored as { steps: object[] };
  // Its last step twice: of the second nothing arrived.
  const longer = { ...head, steps: [...steps, ...steps.slice(-1)] };
  await test.db.benchmarkRun.update({ where: { id: runId }, data: { plan: longer } });
  const { runs } = await getBatchReport(viewer(), { batchId: batch.id });
  const criteria = runs[0]?.effect.qualification?.criteria;
  expect(criteria?.find(({ id }) => id === "planComplete")?.judgement).toMatchObject({
    verdict: "notJudged",
    reason: "1 of 3 points have no result.",
  });
  expect(runs[0]?.effect.qualification).toEqual(await verdictOf(runId));
});

it("of three drives nothing is said, and there is no report of no batch", async () => {
  const batch = await test.db.benchmarkBatch.create({
    data: { name: "", planId: "x", planName: "X", planHash: "h", requestedBy: "Ada", requestedAt: now },
  });
  for (let drive = 0; drive < 3; drive += 1) await qualified({}, batch.id);
  const { models } = await getBatchReport(viewer(), { batchId: batch.id });
  expect(models.map(({ oddOnes }) => oddOnes)).toEqual([{ kind: "tooFew", drives: 3 }]);
  await expect(getBatchReport(viewer(), { batchId: randomUUID() })).rejects.toMatchObject({ code: "notFound" });
});
