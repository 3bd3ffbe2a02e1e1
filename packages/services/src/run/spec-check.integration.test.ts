import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { workloadKey, workloadOf } from "@crosspoint/domain";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewBatch } from "../batch/preview.ts";
import { createPlan } from "../plan/create.ts";
import { createSchedule } from "../schedule/create.ts";
import { fireSchedules } from "../schedule/fire.ts";
import {
  addDrive,
  addHost,
  addPeople,
  addScratchFile,
  addVolume,
  allowing,
  contextOf,
  namespaceOf,
  now,
} from "../testing/fleet.ts";
import { driveConformance } from "./conformance.ts";
import { getBenchmark } from "./get.ts";
import { launchBenchmark } from "./launch.ts";
import { preflightBenchmark } from "./preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const reads = { kind: "builtIn", planId: "spec-check-reads" } as const;
const check = { kind: "builtIn", planId: "spec-check" } as const;
const unknownModel = "QEMU NVMe Ctrl";

async function driveOf(model?: string) {
  const host = await addHost(test.db, { policy: allowing(["write"], { models: ["*"] }) });
  return addDrive(test.db, host.id, model === undefined ? {} : { model });
}

async function commandOf(runId: string) {
  const { commandId } = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
  const { payload } = await test.db.command.findUniqueOrThrow({ where: { id: commandId ?? "" } });
  return startBenchmarkCommand.parse(payload);
}

/** A result of one of a run's points. */
async function finish(runId: string, sequence: number, figures: { iops: number; latencyNsP50: bigint }) {
  const { points } = await getBenchmark(operator(), { runId });
  const point = points.find((each) => each.sequence === sequence);
  if (point === undefined) throw new Error(`no point ${sequence}`);
  await test.db.benchmarkPoint.create({
    data: {
      runId,
      sequence,
      stepPath: [...point.stepPath],
      spec: point.spec as object,
      purpose: "measure",
      workloadKey: workloadKey(workloadOf(point.spec)),
      state: "complete",
      startedAt: now,
      finishedAt: now,
      directions: {
        create: {
          direction: "read",
          operations: 2_000_000n,
          bytes: "8192000000",
          bytesPerSecond: figures.iops * 4096,
          ...figures,
          latencyNsP99999: 66_000n,
          histogram: Buffer.from([]),
        },
      },
    },
  });
}

describe("a plan of rated figures", () => {
  it("has the points of its drive's sheet, which the agent gets as plain steps", async () => {
    const drive = await driveOf();
    const target = namespaceOf(drive);
    // typical latency (2 patterns), QD16, QD1 and sequential reads of the P4800X.
    expect(await preflightBenchmark(operator(), { target, plan: reads })).toMatchObject({
      points: 5,
      writes: false,
      blockers: [],
    });
    const { runId } = await launchBenchmark(operator(), { target, plan: reads });
    const { plan } = await commandOf(runId);
    expect(plan.steps.map(({ kind }) => kind)).toEqual(["sweep", "sweep", "sweep", "sweep"]);
    const { rated } = await getBenchmark(operator(), { runId });
    expect(rated).toMatchObject({ name: "Intel Optane SSD DC P4800X 375 GB", source: { title: expect.any(String) } });
    expect(rated?.figures.map(({ figure, stepPath }) => [figure.key, stepPath?.[0]])).toContainEqual([
      "random_read_4k_iops_qd16",
      1,
    ]);
  });

  it("says of each figure whether it was met, by the settings' place in front of its steps too", async () => {
    const drive = await driveOf();
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: reads });
    // Points 0 and 1 are the typical latency, random and sequential.
    await finish(runId, 0, { iops: 80_000, latencyNsP50: 12_000n });
    await finish(runId, 1, { iops: 90_000, latencyNsP50: 9_000n });
    await finish(runId, 2, { iops: 495_000, latencyNsP50: 30_000n });
    const { rated } = await getBenchmark(operator(), { runId });
    const verdicts = new Map(rated?.figures.map(({ figure, verdict }) => [figure.key, verdict]));
    expect(verdicts.get("typical_latency_read_us")).toMatchObject({ kind: "met", sequence: 1, betterPercent: 10 });
    expect(verdicts.get("random_read_4k_iops_qd16")).toMatchObject({ kind: "missed", worsePercent: 10 });
    expect(verdicts.get("random_read_4k_p99999_us_qd16")).toMatchObject({ kind: "met", measured: 66_000 });
    expect(verdicts.get("sequential_read_64k_bytes_s")).toMatchObject({ kind: "notMeasured" });
    expect(verdicts.get("random_write_4k_iops_qd16")).toEqual({
      kind: "notMeasured",
      reason: "The plan measures reads only.",
    });
    const ofDrive = () => driveConformance(operator(), { driveId: drive.id });
    expect(await ofDrive(), "while it goes on").toEqual({ hasSheet: true, newest: undefined });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "interrupted", finishedAt: now } });
    expect((await ofDrive()).newest).toMatchObject({ runId, state: "interrupted", finishedAt: now });
    const checked = (await ofDrive()).newest?.rated.figures.find(
      ({ figure }) => figure.key === "random_read_4k_iops_qd16",
    );
    expect(checked?.verdict).toEqual(verdicts.get("random_read_4k_iops_qd16"));
    const { id: driveId } = await driveOf(unknownModel);
    expect(await driveConformance(operator(), { driveId })).toEqual({ hasSheet: false, newest: undefined });
  });

  it("is refused on a drive or file without rated figures, by its reason, and writes nothing there", async () => {
    const drive = await driveOf(unknownModel);
    const target = namespaceOf(drive);
    const { blockers, writes, destroys } = await preflightBenchmark(admin(), { target, plan: check });
    expect(blockers.map(({ message }) => message)).toEqual(["The catalog has no spec sheet of QEMU NVMe Ctrl."]);
    expect([writes, destroys]).toEqual([false, undefined]);
    await expect(launchBenchmark(admin(), { target, plan: check })).rejects.toThrow("no spec sheet of QEMU");
    const file = await addScratchFile(test.db, (await addHost(test.db)).id);
    const onFile = await preflightBenchmark(admin(), {
      target: { kind: "scratchFile", scratchFileId: file.id },
      plan: check,
    });
    expect(onFile.blockers[0]?.message).toContain("A scratch file has no model");
    expect(onFile.isRefused).toBe(true);
    const host = await addHost(test.db);
    const volume = await addVolume(test.db, host.id, [await addDrive(test.db, host.id)]);
    const onVolume = { target: { kind: "volume", volumeId: volume.id }, plan: check } as const;
    expect((await preflightBenchmark(admin(), onVolume)).blockers.map(({ message }) => message)).toContain(
      "A volume has no rated figures; those of its drives are for each drive alone.",
    );
    const raid = await preflightBenchmark(admin(), {
      target: namespaceOf(await driveOf("INTEL SSDPECME016T4")),
      plan: check,
    });
    expect(raid.blockers[0]?.message).toContain("No rated figure of the Intel SSD DC P3608 1600 GB can be measured");
  });

  it("is another plan for each model of a batch, and refuses only the drive without figures", async () => {
    const [optane, flash, unknown] = [
      await driveOf(),
      await driveOf("INTEL SSDPEDMD400G4"),
      await driveOf(unknownModel),
    ];
    const targets = [optane, flash, unknown].map(namespaceOf);
    const previews = await previewBatch(operator(), { targets, plan: reads, parallelOnHost: true });
    const seen = previews.map((each) =>
      each.kind === "target" ? [each.preflight.points, each.preflight.blockers.length] : ["gone"],
    );
    expect(seen).toEqual([
      [5, 0],
      [4, 0],
      [0, 1],
    ]);
  });

  it("leaves its figures out of a saved plan that measures more, and says so", async () => {
    const steps = [
      { kind: "ratedFigures", figures: "reads", durationSeconds: 5 },
      { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 5 },
    ];
    const document = { readsOnly: true, steps };
    const { savedPlanId } = await createPlan(operator(), { name: "Rated and more", document });
    const plan = { kind: "saved", savedPlanId } as const;
    const known = await preflightBenchmark(operator(), { target: namespaceOf(await driveOf()), plan });
    expect([known.points, known.leftOut]).toEqual([6, []]);
    const drive = await driveOf(unknownModel);
    const other = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan });
    expect(other.blockers).toEqual([]);
    expect(other.leftOut).toEqual([
      { what: "Rated figures", reason: "The catalog has no spec sheet of QEMU NVMe Ctrl." },
    ]);
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan });
    expect((await commandOf(runId)).plan.steps).toHaveLength(1);
  });

  it("leaves its figures out beside a database alone", async () => {
    const database = { kind: "database", system: "postgresql", benchmark: "selectOnly", sizeGib: 1, clients: 4 };
    const steps = [
      { kind: "ratedFigures", figures: "reads", durationSeconds: 5 },
      { ...database, durationSeconds: 5 },
    ];
    const { savedPlanId } = await createPlan(admin(), {
      name: "Rated and database",
      document: { readsOnly: false, steps },
    });
    const asked = {
      target: namespaceOf(await driveOf(unknownModel)),
      plan: { kind: "saved", savedPlanId, version: 1 },
    } as const;
    const preflight = await preflightBenchmark(admin(), asked);
    expect(preflight).toMatchObject({ points: 1, isRefused: false });
    expect(preflight.blockers.map(({ message }) => message)).toEqual([expect.stringContaining("policy")]);
    expect(preflight.leftOut.map(({ what }) => what)).toEqual(["Rated figures"]);
  });

  it("is made anew for its drive when a schedule fires, and keeps what it checks when it is run again", async () => {
    const drive = await driveOf();
    const at = new Date(now.getTime() + 60_000);
    const { scheduleId } = await createSchedule(operator(), {
      name: "Weekly spec",
      plan: reads,
      targets: [namespaceOf(drive)],
      rhythm: { kind: "once", at },
    });
    await test.db.host.updateMany({ data: { lastSeenAt: at } });
    await fireSchedules({ ...operator(), now: at, actor: { kind: "system", label: "worker" } });
    const run = await test.db.benchmarkRun.findFirstOrThrow({ where: { batch: { scheduleId } } });
    expect((await getBenchmark(operator(), { runId: run.id })).rated?.figures).toHaveLength(11);
    await test.db.benchmarkRun.update({ where: { id: run.id }, data: { state: "complete" } });
    const again = { kind: "ofRun", runId: run.id } as const;
    const context = contextOf(test.db, "operator", at);
    const { runId } = await launchBenchmark(context, { target: namespaceOf(drive), plan: again });
    expect((await getBenchmark(context, { runId })).rated?.figures).toHaveLength(11);
    const elsewhere = await driveOf("INTEL SSDPEDMD400G4");
    await test.db.host.updateMany({ data: { lastSeenAt: at } });
    const moved = await launchBenchmark(context, { target: namespaceOf(elsewhere), plan: again });
    expect((await getBenchmark(context, { runId: moved.runId })).rated).toBeUndefined();
  });
});
