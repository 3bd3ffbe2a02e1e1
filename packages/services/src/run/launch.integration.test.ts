import { findPlan } from "@crosspoint/catalog";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../actor.ts";
import { createPlan } from "../plan/create.ts";
import {
  addDrive,
  addHost,
  addPeople,
  addScratchFile,
  allowing,
  contextOf,
  namespaceOf,
  now,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { cancelBenchmark } from "./cancel.ts";
import { launchBenchmark } from "./launch.ts";
import { listTargets } from "./list-targets.ts";
import { preflightBenchmark } from "./preflight.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");

/** Nothing of a refused launch may stay behind. */
async function counts() {
  const { db } = test;
  return Promise.all([db.benchmarkRun.count(), db.command.count(), db.auditEntry.count(), db.benchmarkPoint.count()]);
}

async function expectRefusal(launch: () => Promise<unknown>, refusal: Record<string, unknown>): Promise<void> {
  const before = await counts();
  await expect(launch()).rejects.toMatchObject({ name: "ServiceError", ...refusal });
  expect(await counts()).toEqual(before);
}

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

describe("launchBenchmark, writing to a drive", () => {
  it("needs the right for it, which an operator does not have", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(operator(), input), {
      code: "forbidden",
      message: expect.stringContaining("benchmark.launchDestructive"),
    });
  });

  it("needs the host's own policy: by default it is refused to everyone", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { serials: ["PHKSOTHER"] }) });
    const drive = await addDrive(test.db, host.id);
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(admin(), input), {
      code: "forbidden",
      message: expect.stringContaining(`The policy of ${host.hostname} does not allow writing`),
    });
  });

  it("needs the serial, typed letter by letter", async () => {
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id, { serial: "PHKS750100AA375AGN" });
    const input = { target: namespaceOf(drive), plan: writes };
    const fields = [expect.objectContaining({ path: "confirmedSerial" })];
    await expectRefusal(() => launchBenchmark(admin(), input), { code: "invalid", fields });
    for (const confirmedSerial of ["", "phks750100aa375agn", "PHKS750100AA375AGN ", "PHKS750100AA375AG"]) {
      await expectRefusal(() => launchBenchmark(admin(), { ...input, confirmedSerial }), { code: "invalid", fields });
    }
  });

  it("refuses a drive in use, whatever was typed and allowed", async () => {
    const inUse = ["/dev/nvme0n1p1 mounted on /srv"];
    const host = await addHost(test.db, { policy: allowing(["write"], { models: ["INTEL SSDPED1K375GA"] }) });
    const drive = await addDrive(test.db, host.id, { inUse });
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    await expectRefusal(() => launchBenchmark(admin(), input), {
      code: "conflict",
      message: expect.stringContaining("/dev/nvme0n1p1 mounted on /srv"),
    });
    await expect(launchBenchmark(admin(), { target: namespaceOf(drive), plan: quickCheck })).resolves.toHaveProperty(
      "runId",
    );
  });

  it("goes ahead with both keys, hands the serial on and says so in the audit", async () => {
    const serial = "PHKS750100AB375AGN";
    const host = await addHost(test.db, { policy: allowing(["write"], { serials: [serial] }) });
    const drive = await addDrive(test.db, host.id, { serial });
    const input = { target: namespaceOf(drive), plan: writes, confirmedSerial: drive.serial };
    const { runId } = await launchBenchmark(admin(), input);
    const command = await test.db.command.findFirstOrThrow({ where: { hostId: host.id } });
    expect(startBenchmarkCommand.parse(command.payload).confirmedSerial).toBe(drive.serial);
    const audit = await test.db.auditEntry.findFirstOrThrow({ where: { objectId: runId } });
    expect(audit.detail).toMatchObject({ writesToDrive: true });
  });
});

describe("preflightBenchmark", () => {
  it("says what is destroyed, how much at most, and every blocker", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { inUse: ["LVM physical volume"] });
    const preflight = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan: writes });
    expect(preflight).toMatchObject({
      durationMs: 11_000,
      writes: true,
      inUse: ["LVM physical volume"],
      // A tenth of 375,083,606,016 bytes, from the start.
      destroys: {
        serial: drive.serial,
        nsid: 1,
        path: "/dev/nvme0n1",
        spanBytes: 37_508_360_601,
        otherNamespaces: 0,
      },
      // 8 GT/s x 4 lanes x 128/130 / 8 bits = 3,938,461,538 B/s, for 11 s.
      bytesWritten: { kind: "atMost", bytes: 43_323_076_918, linkBytesPerSecond: 3_938_461_538 },
    });
    expect(preflight.blockers.map(({ code }) => code)).toEqual(["forbidden", "forbidden", "conflict"]);
  });

  it("says that a purge takes namespaces beside the target", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { details: {} });
    const [first] = drive.namespaces as object[];
    await test.db.drive.update({
      where: { id: drive.id },
      data: { namespaces: [{ ...first }, { ...first, nsid: 2, path: "/dev/nvme0n2" }] },
    });
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 };
    const others = async (name: string, ...steps: object[]) => {
      const { savedPlanId } = await createPlan(operator(), { name, document: { readsOnly: false, steps } });
      const plan = { kind: "saved", savedPlanId } as const;
      return (await preflightBenchmark(operator(), { target: namespaceOf(drive), plan })).destroys?.otherNamespaces;
    };
    expect(await others("Sanitizes", { kind: "purge", method: "sanitizeBlock" }, sweep)).toBe(1);
    // This drive formats all that it has (FNA).
    expect(await others("Formats", { kind: "purge", method: "format" }, sweep)).toBe(1);
    expect(await others("Discards", { kind: "purge", method: "discard" }, sweep)).toBe(0);
  });

  it("destroys nothing by reading", async () => {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id, { inUse: ["mounted"] });
    const preflight = await preflightBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    expect(preflight).toMatchObject({
      durationMs: 180_000,
      writes: false,
      destroys: undefined,
      bytesWritten: { kind: "none" },
      blockers: [],
    });
  });
});

describe("listTargets", () => {
  it("lists what can be used first, and says why the rest cannot", async () => {
    const host = await addHost(test.db, { lastSeenAt: new Date(now.getTime() - 3_600_000) });
    const silent = await addDrive(test.db, host.id, { serial: "SILENT-1" });
    const { targets } = await listTargets(operator(), { driveId: silent.id });
    expect(targets).toHaveLength(1);
    expect(targets[0]).toMatchObject({ serial: "SILENT-1", sizeBytes: 375_083_606_016, logicalBlockBytes: 512 });
    expect(targets[0]?.unavailable).toBe(`The host ${host.hostname} has not reported for 1\u2009h.`);
    for (const search of ["silent-1", `P4800x ${host.hostname}`]) {
      const { targets: found } = await listTargets(operator(), { search });
      expect(
        found.map(({ serial }) => serial),
        search,
      ).toEqual(["SILENT-1"]);
    }
    const { targets: all } = await listTargets(operator(), {});
    const usable = all.map(({ unavailable }) => unavailable === undefined);
    expect(usable).toEqual(usable.toSorted((a, b) => Number(b) - Number(a)));
  });
});

describe("cancelBenchmark", () => {
  async function launched() {
    const host = await addHost(test.db);
    const drive = await addDrive(test.db, host.id);
    const { runId } = await launchBenchmark(operator(), { target: namespaceOf(drive), plan: quickCheck });
    const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
    return { host, runId, commandId: run.commandId ?? "" };
  }

  it("withdraws a run that no agent was offered: it is over at once", async () => {
    const { runId, commandId } = await launched();
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by operator@example.net before the agent took it.",
      finishedAt: now,
    });
    expect(await test.db.command.findUnique({ where: { id: commandId } })).toMatchObject({ state: "expired" });
  });

  it("asks the agent once where the run may already be with it", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    const cancels = await test.db.command.findMany({ where: { hostId: host.id, kind: "cancelBenchmark" } });
    expect(cancels).toHaveLength(1);
    expect(cancels[0]?.payload).toMatchObject({
      kind: "cancelBenchmark",
      runId,
      requestedBy: "operator@example.net",
    });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "requested",
      cancelRequestedAt: now,
    });
    expect(await test.db.auditEntry.count({ where: { objectId: runId, action: "benchmark.cancel" } })).toBe(1);
  });

  it("asks again once the agent has answered and the run goes on all the same", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    const cancels = { hostId: host.id, kind: "cancelBenchmark" };
    const skip = { id: crypto.randomUUID(), kind: "cancelBenchmark", runId, pointSequence: 0, requestedBy: "x" };
    await test.db.command.create({
      data: { ...cancels, id: skip.id, payload: skip, requestedAt: now, expiresAt: now },
    });
    for (const [answer, asked] of [
      ["declined", 2],
      ["succeeded", 3],
      ["accepted", 4],
      ["accepted", 4],
    ] as const) {
      expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
      expect(await test.db.command.count({ where: cancels })).toBe(asked);
      await test.db.command.updateMany({ where: { ...cancels, id: { not: skip.id } }, data: { state: answer } });
    }
  });

  it("ends a run that waits in the queue, which holds nothing, at once", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.delete({ where: { id: commandId } });
    await test.db.benchmarkRun.update({
      where: { id: runId },
      data: { state: "queued", queuePlace: 0, commandId: null },
    });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({ state: "cancelled" });
    expect(await test.db.command.count({ where: { hostId: host.id } })).toBe(0);
  });

  it("ends a run whose host was removed, which nobody can ask any more", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    await test.db.host.delete({ where: { id: host.id } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by operator@example.net after its host was removed.",
    });
  });

  it("ends a run whose host was removed after it had been asked", async () => {
    const { host, runId, commandId } = await launched();
    await test.db.command.update({ where: { id: commandId }, data: { leasedUntil: now } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "asked" });
    await test.db.host.delete({ where: { id: host.id } });
    expect(await cancelBenchmark(operator(), { runId })).toEqual({ kind: "withdrawn" });
    expect(await test.db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({ state: "cancelled" });
  });

  it("refuses a run that is over, one that is not there, and a viewer", async () => {
    const { runId } = await launched();
    await expectRefusal(() => cancelBenchmark(contextOf(test.db, "viewer"), { runId }), { code: "forbidden" });
    await test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "failed" } });
    await expectRefusal(() => cancelBenchmark(operator(), { runId }), { code: "conflict" });
    await expectRefusal(() => cancelBenchmark(operator(), { runId: "00000000-0000-4000-8000-000000000000" }), {
      code: "notFound",
    });
  });
});
