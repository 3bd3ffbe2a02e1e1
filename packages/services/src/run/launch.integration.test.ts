import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../actor.ts";
import {
  addDrive,
  addHost,
  addPeople,
  addScratchFile,
  contextOf,
  namespaceOf,
  now,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { expectNothingLeft } from "../testing/nothing-left.ts";
import { launchBenchmark } from "./launch.ts";
import { preflightBenchmark } from "./preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");

const expectRefusal = (launch: () => Promise<unknown>, refusal: Record<string, unknown>) =>
  expectNothingLeft(test.db, launch, refusal);

describe("launchBenchmark", () => {
  it("makes the run, the command and the audit entry together, and no points: they are told of by the agent", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId }, include: { points: true } });
    expect(run).toMatchObject({
      state: "requested",
      planId: "quick-check",
      driveId: drive.id,
      nsid: 1n,
      hostId: host.id,
    });
    expect(run.targetLabel).toBe(`${drive.model} ${drive.serial}`);
    expect(run).toMatchObject({
      origin: "agent",
      hostname: host.hostname,
      model: drive.model,
      serial: drive.serial,
      pointsPlanned: 3,
      pointsFinished: 0,
      requestedById: "operator",
      requestedBy: "operator@example.net",
      points: [],
    });
    expect(run.planHash).toMatch(/^[0-9a-f]{64}$/);
    const command = await test.db.command.findUniqueOrThrow({ where: { id: run.commandId ?? "" } });
    const payload = startBenchmarkCommand.parse(command.payload);
    expect(payload).toMatchObject({
      runId,
      target: { kind: "namespace", drive: { pciVendorId: 0x8086, model: drive.model, serial: drive.serial }, nsid: 1 },
    });
    expect(payload.confirmedSerial).toBeUndefined();
    expect(payload.plan).toEqual(findPlan("quick-check")?.document);
    expect(command).toMatchObject({ hostId: host.id, state: "pending", expiresAt: new Date(now.getTime() + 600_000) });
    const audit = await test.db.auditEntry.findFirstOrThrow({ where: { objectId: runId } });
    expect(audit).toMatchObject({ action: "benchmark.launch", actorLabel: "operator@example.net" });
  });

  it("launches a trial of a plan, which says so in its name and runs again as short", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const target = namespaceOf(drive);
    const plan = { ...quickCheck, shortened: { pointSecondsMax: 2 } } as const;
    // 3 x 2 s; a quarter of 2 s is no whole second of ramp.
    expect(await preflightBenchmark(operator(), { target, plan })).toMatchObject({ points: 3, durationMs: 6000 });
    const { runId } = await launchBenchmark(operator(), { target, plan });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(run).toMatchObject({ planId: "quick-check", plannedSeconds: 6 });
    expect(run.planName).toBe(`${findPlan("quick-check")?.document.name}, shortened to points of 2 s`);
    const again = await launchBenchmark(operator(), { target, plan: { kind: "ofRun", runId }, queue: true });
    const second = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: again.runId } });
    expect(second).toMatchObject({ planHash: run.planHash, planName: run.planName });
    const whole = await launchBenchmark(operator(), { target, plan: quickCheck, queue: true });
    const third = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: whole.runId } });
    expect(third.planHash).not.toBe(run.planHash);
  });

  it("says that a run was declined where its turn had come and it was judged anew", async () => {
    const host = await addHost(test.db);
    const target = namespaceOf(await addDrive(test.db, host.id));
    const { id } = operator().actor as Person;
    await test.db.user.update({ where: { id }, data: { role: "viewer" } });
    try {
      const launched = await launchBenchmark(operator(), { target, plan: quickCheck });
      expect(launched).toMatchObject({ state: "declined", reason: expect.stringContaining("needs the right") });
      const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: launched.runId } });
      expect(run).toMatchObject({ state: "declined", commandId: null });
    } finally {
      await test.db.user.update({ where: { id }, data: { role: "operator" } });
    }
  });

  it("refuses settings beside the plan of an earlier run, which has its own", async () => {
    const host = await addHost(test.db);
    const target = namespaceOf(await addDrive(test.db, host.id));
    const { runId } = await launchBenchmark(operator(), { target, plan: quickCheck });
    const again = { target, plan: { kind: "ofRun", runId } as const, queue: true };
    const settings = { powerGovernor: 1 };
    await expectRefusal(() => launchBenchmark(operator(), { ...again, settings }), { code: "invalid" });
    expect(await launchBenchmark(operator(), { ...again, settings: {} })).toMatchObject({ state: "queued" });
  });

  it("lets an operator write to a scratch file: nothing of anyone's is in it", async () => {
    const host = await addHost(test.db);
    const file = await addScratchFile(test.db, host.id);
    const target = { kind: "scratchFile", scratchFileId: file.id } as const;
    const { runId } = await launchBenchmark(operator(), { target, plan: writes });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    expect(run).toMatchObject({ driveId: null, scratchFileId: file.id });
  });

  it("refuses while another command to the drive is not over, and takes it afterwards", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const command = await test.db.command.create({
      data: {
        hostId: host.id,
        driveId: drive.id,
        kind: "controlDrive",
        payload: {},
        state: "accepted",
        expiresAt: now,
      },
    });
    const input = { target: namespaceOf(drive), plan: quickCheck };
    const message = `Another command to ${drive.model} ${drive.serial} is not over yet.`;
    await expectRefusal(() => launchBenchmark(operator(), input), { code: "conflict", message });
    expect((await preflightBenchmark(operator(), input)).blockers).toMatchObject([{ message }]);
    await test.db.command.update({ where: { id: command.id }, data: { state: "succeeded" } });
    await expect(launchBenchmark(operator(), input)).resolves.toHaveProperty("runId");
  });

  it("refuses a viewer, and whoever is not signed in", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: quickCheck };
    await expectRefusal(() => launchBenchmark(contextOf(test.db, "viewer"), input), { code: "forbidden" });
    const anonymous = { db: test.db, now, actor: { kind: "anonymous" } } as const;
    await expectRefusal(() => launchBenchmark(anonymous, input), { code: "unauthenticated" });
  });

  it("refuses what is not there: a drive, a namespace, a plan", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const missing = "00000000-0000-4000-8000-000000000000";
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf({ id: missing }), plan: quickCheck }), {
      code: "notFound",
    });
    await expectRefusal(
      () => launchBenchmark(operator(), { target: { ...namespaceOf(drive), nsid: 7 }, plan: quickCheck }),
      { code: "notFound", message: `${drive.model} ${drive.serial} has no namespace 7.` },
    );
    await expectRefusal(
      () => launchBenchmark(operator(), { target: namespaceOf(drive), plan: { kind: "builtIn", planId: "none" } }),
      { code: "notFound" },
    );
  });

  it("refuses a drive that was pulled and a scratch file that is no longer offered", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    await test.db.driveSighting.updateMany({ where: { driveId: drive.id }, data: { endedAt: now } });
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck }), {
      code: "conflict",
      message: `${drive.model} ${drive.serial} is not plugged into any host now.`,
    });
    const file = await addScratchFile(test.db, host.id, now);
    const target = { kind: "scratchFile", scratchFileId: file.id } as const;
    await expectRefusal(() => launchBenchmark(operator(), { target, plan: quickCheck }), { code: "conflict" });
  });

  it("refuses a silent host and names since when; three minutes are not silence yet", async () => {
    const lastSeenAt = new Date(now.getTime() - 180_001);
    const host = await addHost(test.db, { lastSeenAt });
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: quickCheck };
    await expectRefusal(() => launchBenchmark(operator(), input), {
      code: "unavailable",
      message: `The host ${host.hostname} has not reported for 3\u2009min.`,
    });
    await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt: null } });
    await expectRefusal(() => launchBenchmark(operator(), input), {
      message: `The host ${host.hostname} has never reported.`,
    });
    await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt: new Date(now.getTime() - 180_000) } });
    await expect(launchBenchmark(operator(), input)).resolves.toHaveProperty("runId");
  });

  it("refuses a drive that does not respond, and a namespace without a block device", async () => {
    const host = await addHost(test.db);
    const problem = { kind: "notResponding", detail: "id-ctrl took longer than 5 s", remedy: "Reseat it." };
    const dead = await addDrive(test.db, host.id, { problem });
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(dead), plan: quickCheck }), {
      code: "unavailable",
      message: `${dead.model} ${dead.serial} does not respond.`,
    });
    const hidden = await addDrive(test.db, host.id, { path: null });
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(hidden), plan: quickCheck }), {
      code: "unavailable",
    });
    const noCli = { kind: "nvmeCliMissing", detail: "nvme: not found", remedy: "Install nvme-cli." };
    const readable = await addDrive(test.db, host.id, { problem: noCli });
    await expect(
      launchBenchmark(operator(), { target: namespaceOf(readable), plan: quickCheck }),
    ).resolves.toHaveProperty("runId");
  });

  it("refuses a target with a run in progress, and a second run on the same host", async () => {
    const host = await addHost(test.db);
    const [first, second] = [await addDrive(test.db, host.id), await addDrive(test.db, host.id)];
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(first), plan: quickCheck });
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(first), plan: quickCheck }), {
      code: "conflict",
      message: `A benchmark is already in progress on ${first.model} ${first.serial}.`,
    });
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(second), plan: quickCheck }), {
      code: "conflict",
      message: expect.stringContaining("two on one host would disturb each other"),
    });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    await expect(launchBenchmark(operator(), { target: namespaceOf(first), plan: quickCheck })).resolves.toHaveProperty(
      "runId",
    );
  });

  it("lets runs wait in the queue beside one in progress, as many as there are, and none of them refuses a launch", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    const {
      id: _,
      commandId: __,
      plan,
      rated: ___,
      volume: ____,
      ...run
    } = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    const waiting = { ...run, plan: plan as object, state: "queued" as const, queuePlace: 0 };
    await test.db.benchmarkRun.createMany({ data: [waiting, waiting] });
    await expect(test.db.benchmarkRun.create({ data: { ...waiting, state: "requested" } })).rejects.toThrow(/Unique/);
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
    const again = { target: namespaceOf(drive), plan: quickCheck };
    await expect(launchBenchmark(operator(), again)).resolves.toHaveProperty("runId");
  });

  it("lets one of many simultaneous launches on a target win", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    // Opens the pool's connections first: while one is the only one open, launches queue up and cannot collide.
    await Promise.all(Array.from({ length: 6 }, () => test.db.$queryRaw`SELECT pg_sleep(0.1)::text`));
    const launches = Array.from({ length: 6 }, () =>
      launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck }),
    );
    const settled = await Promise.allSettled(launches);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await test.db.benchmarkRun.count({ where: { driveId: drive.id } })).toBe(1);
  });

  it("refuses a block that is no whole number of logical blocks, at its field", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    await test.db.drive.update({
      where: { id: drive.id },
      data: {
        namespaces: (drive.namespaces as { lbaFormats: object[] }[]).map((each) => ({
          ...each,
          lbaFormats: [{ index: 0, dataBytes: 4096, metadataBytes: 0, relativePerformance: 0 }],
        })),
      },
    });
    const plan = { kind: "custom", workload: { ...writes.workload, readPercent: 100, blockBytes: 512 } } as const;
    await expectRefusal(() => launchBenchmark(operator(), { target: namespaceOf(drive), plan }), {
      code: "invalid",
      fields: [expect.objectContaining({ path: "plan.workload.blockBytes" })],
    });
  });
});
