import { connectDatabase } from "@crosspoint/db";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { controlDriveCommand, type DriveAction, driveAction, type HostPolicy } from "@crosspoint/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAudit } from "../../audit/list.ts";
import { launchBenchmark } from "../../run/launch.ts";
import {
  addDrive,
  addHost,
  addPeople,
  allowing,
  bareDetails,
  contextOf,
  type DriveOptions,
  namespaceOf,
  now,
  quickCheck,
} from "../../testing/fleet.ts";
import { listDriveControls } from "./list.ts";
import { preflightControl } from "./preflight.ts";
import { controlDrive } from "./request.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const format: DriveAction = { kind: "format", nsid: 1, lbaFormat: 0, secureErase: "none" };
const selfTest: DriveAction = { kind: "selfTest", test: "short" };
const path = "/etc/crosspoint/policy.toml";
const nothing: HostPolicy = { path, allow: [], deny: [] };

async function fleet(policy: HostPolicy | undefined, options: DriveOptions = {}) {
  const host = await addHost(test.db, { policy });
  return { host, drive: await addDrive(test.db, host.id, options) };
}

const model = "INTEL SSDPED1K375GA";

/** Nothing of a refused request may stay behind. */
async function expectRefusal(ask: () => Promise<unknown>, refusal: Record<string, unknown>): Promise<void> {
  const counts = () => Promise.all([test.db.command.count(), test.db.auditEntry.count()]);
  const before = await counts();
  await expect(ask()).rejects.toMatchObject({ name: "ServiceError", ...refusal });
  expect(await counts()).toEqual(before);
}

describe("controlDrive", () => {
  it("makes the command and the audit entry together, and the audit tells how it ended", async () => {
    const { host, drive } = await fleet(allowing(["format"], { models: [model] }));
    const { commandId } = await controlDrive(admin(), {
      driveId: drive.id,
      action: format,
      confirmedSerial: drive.serial,
    });
    const row = await test.db.command.findUniqueOrThrow({ where: { id: commandId } });
    expect(row).toMatchObject({ hostId: host.id, driveId: drive.id, kind: "controlDrive", state: "pending" });
    expect(row.expiresAt).toEqual(new Date(now.getTime() + 300_000));
    expect(controlDriveCommand.parse(row.payload)).toEqual({
      id: commandId,
      kind: "controlDrive",
      drive: { pciVendorId: 0x8086, model, serial: drive.serial },
      action: format,
      confirmedSerial: drive.serial,
    });
    const find = async () => (await listAudit(admin(), { objectId: drive.id })).entries[0];
    expect(await find()).toMatchObject({
      actor: "admin@example.net",
      action: "drive.format",
      detail: {
        drive: `${model} ${drive.serial}`,
        host: host.hostname,
        what: "Format namespace 1 to 512\u2009B blocks",
      },
      outcome: { state: "pending", reason: null },
    });
    await test.db.command.update({
      where: { id: commandId },
      data: { state: "failed", reason: "Feature Not Changeable (410Eh)", finishedAt: now },
    });
    expect((await find())?.outcome).toEqual({
      state: "failed",
      reason: "Feature Not Changeable (410Eh)",
      finishedAt: now,
    });
    expect((await listDriveControls(operator(), { driveId: drive.id })).commands).toMatchObject([
      { id: commandId, action: "format", state: "failed", reason: "Feature Not Changeable (410Eh)" },
    ]);
  });

  it("takes one connection: as many requests as there are connections do not wait for one another", async () => {
    const { drive } = await fleet(nothing);
    const db = connectDatabase(test.url, 1);
    const asked = controlDrive({ ...operator(), db }, { driveId: drive.id, action: selfTest });
    await expect(asked.finally(() => db.$disconnect())).resolves.toHaveProperty("commandId");
  });

  it("waits while it is settled whose the drive is, and asks the host that has it then; so does a launch", async () => {
    const policy = allowing(["format"], { models: [model] });
    const { drive } = await fleet(policy);
    const asked = { driveId: drive.id, action: selfTest };
    const target = { kind: "namespace", driveId: drive.id, nsid: 1 } as const;
    for (const request of [
      () => controlDrive(admin(), asked).then(({ commandId }) => ({ id: commandId })),
      async () => {
        const { runId } = await launchBenchmark(admin(), { target, plan: quickCheck });
        const run = await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } });
        return { id: run.commandId ?? "" };
      },
    ]) {
      const other = await addHost(test.db, { policy });
      let requested: Promise<{ id: string }> | undefined;
      await test.db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM drive WHERE id = ${drive.id}::uuid FOR UPDATE`;
        requested = request();
        await new Promise((resolve) => setTimeout(resolve, 300));
        await tx.driveSighting.updateMany({ where: { driveId: drive.id }, data: { hostId: other.id } });
      });
      const { hostId } = await test.db.command.findUniqueOrThrow({ where: { id: (await requested)?.id ?? "" } });
      expect(hostId).toBe(other.id);
    }
  });

  it("asks a viewer for a role, an operator for that of an admin where data goes", async () => {
    const { drive } = await fleet(allowing(["format"], { models: [model] }));
    const ask = (role: "viewer" | "operator", action: DriveAction) => () =>
      controlDrive(contextOf(test.db, role), { driveId: drive.id, action, confirmedSerial: drive.serial });
    await expectRefusal(ask("viewer", selfTest), { code: "forbidden", message: "This needs the right drive.control." });
    await expectRefusal(ask("operator", format), { code: "forbidden", message: "This needs the right drive.destroy." });
    const anonymous = { db: test.db, now, actor: { kind: "anonymous" } } as const;
    await expectRefusal(() => controlDrive(anonymous, { driveId: drive.id, action: selfTest }), {
      code: "unauthenticated",
    });
    await expect(ask("operator", selfTest)()).resolves.toHaveProperty("commandId");
  });

  it("wants the serial typed letter by letter, and sends none where nothing is destroyed", async () => {
    const { drive } = await fleet(allowing(["format"], { models: [model] }));
    for (const confirmedSerial of [undefined, drive.serial.toLowerCase(), `${drive.serial} `, ""]) {
      const typed = confirmedSerial === undefined ? {} : { confirmedSerial };
      await expectRefusal(() => controlDrive(admin(), { driveId: drive.id, action: format, ...typed }), {
        code: "invalid",
        fields: [{ path: "confirmedSerial", message: expect.any(String) }],
      });
    }
    const asked = { driveId: drive.id, action: selfTest, confirmedSerial: drive.serial };
    const { commandId } = await controlDrive(operator(), asked);
    const row = await test.db.command.findUniqueOrThrow({ where: { id: commandId } });
    expect(controlDriveCommand.parse(row.payload).confirmedSerial).toBeUndefined();
  });

  it.each<[string, HostPolicy | undefined, DriveAction, string]>([
    ["a host that allows nothing", nothing, format, "does not allow format of"],
    [
      "permission for another action",
      allowing(["write", "sanitize"], { models: [model] }),
      format,
      "does not allow format",
    ],
    [
      "permission for another drive",
      allowing(["format"], { serials: ["OTHER"], models: ["X"] }),
      format,
      "does not allow",
    ],
    ["a serial where a model stands", allowing(["format"], { serials: [model] }), format, "does not allow"],
    [
      "a policy file with a mistake",
      { ...nothing, problem: "the policy file cannot be used" },
      selfTest,
      "cannot be used",
    ],
    ["a host that hasn't reported its policy", undefined, selfTest, "hasn't reported its policy yet"],
    ["a harmless action that the host denies", { ...nothing, deny: ["self_test"] }, selfTest, "denies self_test"],
  ])("is refused by %s", async (_, policy, action, words) => {
    const { drive } = await fleet(policy);
    const input = { driveId: drive.id, action, confirmedSerial: drive.serial };
    await expectRefusal(() => controlDrive(admin(), input), {
      code: "forbidden",
      message: expect.stringContaining(words),
    });
  });

  it("refuses a drive in use whatever the policy says; settings and tests leave its data alone", async () => {
    const everything = allowing(["format", "sanitize", "discard"], { models: [model] });
    const { drive } = await fleet(everything, { inUse: ["/dev/nvme0n1 is mounted on /data"] });
    const destructive: DriveAction[] = [
      format,
      { kind: "sanitize", method: "blockErase" },
      { kind: "discard", nsid: 1 },
    ];
    for (const action of destructive) {
      const input = { driveId: drive.id, action, confirmedSerial: drive.serial };
      await expectRefusal(() => controlDrive(admin(), input), {
        code: "conflict",
        message: `Namespace 1 of ${drive.serial} is in use: /dev/nvme0n1 is mounted on /data.`,
      });
    }
    await expect(controlDrive(operator(), { driveId: drive.id, action: selfTest })).resolves.toHaveProperty(
      "commandId",
    );
  });

  it("takes one command a drive at a time, none during a benchmark; but a self-test can always be aborted", async () => {
    const { drive } = await fleet(nothing);
    const ask = (action: DriveAction) => controlDrive(operator(), { driveId: drive.id, action });
    const [first, second] = await Promise.allSettled([ask(selfTest), ask({ kind: "setPowerState", powerState: 0 })]);
    expect([first?.status, second?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(() => ask(selfTest), { code: "conflict" });
    await expect(ask({ kind: "selfTest", test: "abort" })).resolves.toHaveProperty("commandId");

    const busy = await fleet(nothing);
    await launchBenchmark(operator(), { target: namespaceOf(busy.drive), plan: quickCheck });
    await expectRefusal(() => controlDrive(operator(), { driveId: busy.drive.id, action: selfTest }), {
      code: "conflict",
      message: `A benchmark is in progress on ${busy.drive.serial}.`,
    });
  });

  it.each([
    ["notResponding", "is not responding."],
    ["nvmeCliMissing", "cannot be read in full."],
  ])("refuses a drive of the problem %s, without the words of the command that failed", async (kind, words) => {
    const problem = { kind, detail: "nvme smart-log /dev/nvme0 -o binary: no answer for 10 s", remedy: "Reseat it." };
    const { drive } = await fleet(nothing, { problem });
    await expectRefusal(() => controlDrive(admin(), { driveId: drive.id, action: selfTest }), {
      code: "unavailable",
      message: `${model} ${drive.serial} ${words}`,
    });
  });

  it("refuses a silent host, a drive without a host, and choices that the drive does not have", async () => {
    const { host, drive } = await fleet(allowing(["format"], { models: [model] }));
    const ask = (action: DriveAction) => () =>
      controlDrive(admin(), { driveId: drive.id, action, confirmedSerial: drive.serial });
    await expectRefusal(ask({ ...format, lbaFormat: 5 }), {
      code: "invalid",
      message: `Namespace 1 of ${drive.serial} has no LBA format 5.`,
    });
    const governor: DriveAction = { kind: "setPowerGovernor", value: 1 };
    const undocumented = (of: string) => ({
      code: "conflict",
      message: `What the values of the power governor (feature C6h) mean on ${of} is not documented, so it is not written.`,
    });
    await expectRefusal(ask(governor), undocumented(model));
    const p3700 = "INTEL SSDPEDMD400G4";
    await test.db.drive.update({ where: { id: drive.id }, data: { model: p3700 } });
    await expectRefusal(ask({ ...governor, value: 3 }), {
      code: "invalid",
      message: `The power governor of ${p3700} has no documented value 3.`,
      remedy: "Choose one of 0, 1, 2.",
    });
    await test.db.drive.update({ where: { id: drive.id }, data: { pciVendorId: 0x144d } });
    await expectRefusal(ask(governor), undocumented(p3700));
    await test.db.drive.update({ where: { id: drive.id }, data: { model } });
    await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt: new Date(now.getTime() - 180_001) } });
    await expectRefusal(ask(selfTest), { code: "unavailable" });
    await test.db.driveSighting.updateMany({ where: { driveId: drive.id }, data: { endedAt: now } });
    await expectRefusal(ask(selfTest), {
      code: "conflict",
      message: `${model} ${drive.serial} is not plugged into any host now.`,
    });
  });
});

describe("listDriveControls", () => {
  it("says of each kind of action why it cannot be asked for, to whoever asks", async () => {
    const { host, drive } = await fleet({ ...nothing, deny: ["power"] });
    const whyNot = async (context: typeof operator) =>
      Object.fromEntries(
        (await listDriveControls(context(), { driveId: drive.id })).controls.map((each) => [each.kind, each.whyNot]),
      );
    const denied = `The policy of ${host.hostname} denies power.`;
    expect(await whyNot(admin)).toEqual({
      setPowerState: denied,
      setPowerGovernor: denied,
      selfTest: undefined,
      setScheduler: undefined,
      format: `The policy of ${host.hostname} does not allow format of ${model} ${drive.serial}.`,
      discard: `The policy of ${host.hostname} does not allow discard of ${model} ${drive.serial}.`,
      sanitize: `The policy of ${host.hostname} does not allow sanitize of ${model} ${drive.serial}.`,
    });
    expect(await whyNot(operator)).toMatchObject({
      selfTest: undefined,
      format: "This needs the right drive.destroy, which operator@example.net does not have.",
    });
  });
});

describe("preflightControl", () => {
  it("knows what the drive told of its abilities: all namespaces at once, ways to sanitize", async () => {
    const { drive } = await fleet(nothing);
    await test.db.drive.update({ where: { id: drive.id }, data: { details: bareDetails } });
    const ask = (action: DriveAction) => preflightControl(admin(), { driveId: drive.id, action });
    expect((await ask(format)).effects[1]).toContain("all of them are formatted");
    const codes = async (method: "blockErase" | "overwrite") =>
      (await ask({ kind: "sanitize", method })).blockers.map(({ code }) => code);
    expect(await codes("blockErase")).toEqual(["forbidden"]);
    expect(await codes("overwrite")).toEqual(["forbidden", "invalid"]);
  });

  it("overwrites once unless a person wants more, and says how often", async () => {
    const { drive } = await fleet(allowing(["sanitize"], { models: [model] }));
    const erase = { ...bareDetails.erase, sanitizeOverwrite: true };
    await test.db.drive.update({ where: { id: drive.id }, data: { details: { ...bareDetails, erase } } });
    const overwrite = (overwritePasses?: number): DriveAction => ({
      kind: "sanitize",
      method: "overwrite",
      ...(overwritePasses === undefined ? {} : { overwritePasses }),
    });
    const words = (action: DriveAction) => preflightControl(admin(), { driveId: drive.id, action });
    for (const action of [overwrite(), overwrite(1)]) {
      expect(await words(action)).toMatchObject({ title: "Sanitize by overwrite, 1 pass", blockers: [] });
    }
    const thrice = await words(overwrite(3));
    expect(thrice.title).toBe("Sanitize by overwrite, 3 passes");
    expect(thrice.effects[0]).toContain("3 times with a pattern, which wears it like 3 full writes");
    expect(thrice.duration).toContain("written 3 times");
    const crypto = { kind: "sanitize", method: "blockErase", overwritePasses: 3 } as const;
    expect((await words(crypto)).blockers).toMatchObject([
      { code: "invalid", message: "Only an overwrite has passes." },
    ]);

    const { commandId } = await controlDrive(admin(), {
      driveId: drive.id,
      action: overwrite(3),
      confirmedSerial: drive.serial,
    });
    const { payload } = await test.db.command.findUniqueOrThrow({ where: { id: commandId } });
    expect(controlDriveCommand.parse(payload).action).toEqual(overwrite(3));
    const [entry] = (await listAudit(admin(), { objectId: drive.id })).entries;
    expect(entry?.detail).toMatchObject({ what: "Sanitize by overwrite, 3 passes" });
    for (const passes of [0, 17, 1.5]) expect(driveAction.safeParse(overwrite(passes)).success).toBe(false);
  });

  it("says at once which kinds of action a drive does not have at all", async () => {
    const { drive } = await fleet(nothing);
    const erase = { ...bareDetails.erase, format: false, sanitizeBlockErase: false };
    await test.db.drive.update({ where: { id: drive.id }, data: { details: { ...bareDetails, erase } } });
    const messages = async (action: DriveAction) =>
      (await preflightControl(admin(), { driveId: drive.id, action })).blockers.map(({ message }) => message);
    expect(await messages({ kind: "selfTest", test: "short" })).toEqual([
      `${drive.serial} does not have Device Self-test.`,
    ]);
    expect(await messages(format)).toContain(`${drive.serial} does not have Format NVM.`);
    expect(await messages({ kind: "sanitize", method: "blockErase" })).toContain(
      `${drive.serial} does not have Sanitize.`,
    );
  });

  it("says what happens, how long, what is destroyed, and every blocker", async () => {
    const { host, drive } = await fleet(nothing, { inUse: ["/dev/nvme0n1 is mounted on /data"] });
    const preflight = await preflightControl(operator(), { driveId: drive.id, action: format });
    expect(preflight).toMatchObject({
      title: "Format namespace 1 to 512\u2009B blocks",
      verb: "Format",
      serial: drive.serial,
      hostname: host.hostname,
      right: "drive.destroy",
      destroys: ["all 375.1\u2009GB of namespace 1 (/dev/nvme0n1): partitions, file systems and their files"],
    });
    expect(preflight.blockers.map(({ code }) => code)).toEqual(["forbidden", "forbidden", "conflict"]);
  });

  it("knows the watts of the P3700's governor, and refuses to set that of a model without documented ones", async () => {
    const governor = (value: number): DriveAction => ({ kind: "setPowerGovernor", value });
    const p3700 = await fleet(nothing, { model: "INTEL SSDPEDMD400G4" });
    const known = await preflightControl(operator(), { driveId: p3700.drive.id, action: governor(2) });
    expect(known.title).toBe("Set the power governor to 10 W (value 2)");
    expect(known.effects[0]).toContain("limits itself to 10 W");
    expect(known.blockers).toEqual([]);
    const p4800x = await fleet(nothing);
    const unknown = await preflightControl(operator(), { driveId: p4800x.drive.id, action: governor(1) });
    expect(unknown.effects[0]).toContain("not documented");
    expect(unknown.blockers).toMatchObject([{ code: "conflict" }]);
    const { controls } = await listDriveControls(operator(), { driveId: p4800x.drive.id });
    expect(controls.find(({ kind }) => kind === "setPowerGovernor")?.whyNot).toContain("is not documented");
  });
});
