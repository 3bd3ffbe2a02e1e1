import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { protocolLimits, startBenchmarkCommand } from "@crosspoint/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchBatch } from "../batch/launch.ts";
import { preflightControl } from "../drive/control/preflight.ts";
import { createPlan } from "../plan/create.ts";
import { createSchedule } from "../schedule/create.ts";
import { fireSchedules } from "../schedule/fire.ts";
import { forgetVolumes, keepEndedVolumesDays } from "../storage/forget-volumes.ts";
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
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { wholeFill, wrote } from "../testing/wrote.ts";
import { cancelBenchmark } from "./cancel.ts";
import { dispatchQueues } from "./dispatch.ts";
import { getBenchmark } from "./get.ts";
import { launchBenchmark, launchInput } from "./launch.ts";
import { listBenchmarks, listRunsInput } from "./list.ts";
import { listQueue } from "./list-queue.ts";
import { listTargets } from "./list-targets.ts";
import { preflightBenchmark } from "./preflight.ts";
import type { TargetChoice } from "./rules/target.ts";

/** A volume is a target like a namespace: every drive that it is made of is judged, and held. */
let test: TestDatabase;
let count = 0;
let host: Awaited<ReturnType<typeof addHost>>;
let drives: [Drive, Drive];
let both: string;
type Drive = Awaited<ReturnType<typeof addDrive>>;

beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  host = await addHost(test.db, { policy: allowing(["write"], { serials: [`V${count}A`, `V${count}B`] }) });
  // In use by the volume, as their agent tells.
  const inUse = ["/dev/nvme0n1 is part of /dev/md0 (LVM, md or device mapper)"];
  drives = [
    await addDrive(test.db, host.id, { serial: `V${count}B`, inUse }),
    await addDrive(test.db, host.id, { serial: `V${count}A`, inUse }),
  ];
  both = `V${count}A, V${count}B`;
});

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const volumeOf = (volume: { id: string }) => ({ kind: "volume", volumeId: volume.id }) as const;
const end = (runId: string) => test.db.benchmarkRun.update({ where: { id: runId }, data: { state: "complete" } });
const setPolicy = (...serials: string[]) =>
  test.db.host.update({
    where: { id: host.id },
    data: { environment: { ...(host.environment as object), policy: allowing(["write"], { serials }) } },
  });

async function refusal(launch: Promise<unknown>): Promise<string> {
  const error = await launch.then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error?.message ?? "it was not refused";
}

describe("the preflight of a volume", () => {
  const model = "INTEL SSDPEDMD400G4";
  const sizeBytes = 750_167_212_032;
  const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 } as const;
  const preflightOf = async (volume: { id: string }) => {
    const document = { readsOnly: false, steps: [wholeFill, sweep] };
    const { savedPlanId } = await createPlan(operator(), { name: `Fill ${crypto.randomUUID()}`, document });
    const plan = { kind: "saved", savedPlanId, version: 1 } as const;
    return preflightBenchmark(admin(), { target: volumeOf(volume), plan });
  };

  it("estimates by the rated speeds of its drives together, and their rated endurance", async () => {
    const members = [await addDrive(test.db, host.id, { model }), await addDrive(test.db, host.id, { model })];
    const striped = await preflightOf(await addVolume(test.db, host.id, members));
    // Twice 1,200 MB/s, and half of it; twice 7.3 PB.
    expect(striped).toMatchObject({
      targetKind: "volume",
      durationBasis: "rated",
      durationIsLimit: false,
      durationLeastMs: Math.round((sizeBytes / 2400e6 + 30) * 1000),
      endurance: { bytes: 14.6e15, basis: "totalBytesWritten" },
    });
    expect(striped.durationMs).toBeCloseTo((sizeBytes / 1200e6 + 30) * 1000, 3);
    const level = { level: "raid1", name: "md1" };
    const mirrored = await preflightOf(await addVolume(test.db, host.id, members, level));
    expect(mirrored).toMatchObject({ endurance: { bytes: 7.3e15 } });
    expect(mirrored.durationMs).toBeCloseTo((sizeBytes / 600e6 + 30) * 1000, 3);
  });

  it("estimates by its own last runs, and not by those of its drives", async () => {
    const members = [await addDrive(test.db, host.id, { model }), await addDrive(test.db, host.id, { model })];
    const volume = await addVolume(test.db, host.id, members);
    const ran = async (target: TargetChoice, bytesPerSecond: number) => {
      const { runId } = await launchBenchmark(operator(), { target, plan: quickCheck });
      await wrote(test.db, runId, bytesPerSecond);
    };
    await ran(volumeOf(volume), 2000e6);
    for (const member of members) await ran(namespaceOf(member), 500e6);
    const preflight = await preflightOf(volume);
    expect(preflight.durationBasis).toBe("ownRuns");
    expect(preflight.durationMs).toBeCloseTo((sizeBytes / (2000e6 * 0.9) + 30) * 1000, 3);
  });
});

describe("a run on a volume", () => {
  it("is launched with all that the volume is made of, and is a run of each of its drives", async () => {
    const volume = await addVolume(test.db, host.id, drives);
    const target = volumeOf(volume);
    const { runId } = await launchBenchmark(admin(), { target, plan: writes, confirmedSerial: both });
    const command = await test.db.command.findFirstOrThrow({ where: { hostId: host.id } });
    expect(startBenchmarkCommand.parse(command.payload)).toMatchObject({
      confirmedSerial: both,
      target: {
        kind: "volume",
        uuid: volume.identity,
        level: "raid0",
        members: drives.map(({ model, serial }) => ({ drive: { pciVendorId: 0x8086, model, serial }, nsid: 1 })),
      },
    });
    const run = await getBenchmark(operator(), { runId });
    expect(run).toMatchObject({
      targetLabel: "md0 (RAID 0 of 2 x Intel Optane SSD DC P4800X)",
      driveId: undefined,
      volume: { name: "md0", level: "raid0", chunkBytes: 131_072, members: drives.map(({ serial }) => ({ serial })) },
    });
    for (const { id } of drives) {
      const { runs } = await listBenchmarks(operator(), listRunsInput.parse({ driveId: id }));
      expect(runs.map((each) => each.id)).toEqual([runId]);
    }
    const audit = await test.db.auditEntry.findFirstOrThrow({ where: { objectId: runId } });
    expect(audit.detail).toMatchObject({ typedSerial: both, writesToDrive: true });
  });

  it("keeps what it was made of when a drive and the volume are gone", async () => {
    const volume = await addVolume(test.db, host.id, drives);
    const { runId } = await launchBenchmark(operator(), { target: volumeOf(volume), plan: quickCheck });
    await end(runId);
    await test.db.drive.delete({ where: { id: drives[0].id } });
    await test.db.volume.delete({ where: { id: volume.id } });
    const run = await getBenchmark(operator(), { runId });
    expect(run.volume?.members.map(({ serial }) => serial)).toEqual(drives.map(({ serial }) => serial));
    expect(run.targetLabel).toContain("md0 (RAID 0 of 2 x");
  });

  it("is forgotten when its volume has been gone for long, and not before", async () => {
    const volume = await addVolume(test.db, host.id, drives);
    const { runId } = await launchBenchmark(operator(), { target: volumeOf(volume), plan: quickCheck });
    await end(runId);
    const goneFor = async (days: number) => {
      await test.db.volume.update({
        where: { id: volume.id },
        data: { endedAt: new Date(now.getTime() - days * 86_400_000) },
      });
      await forgetVolumes({ db: test.db, actor: { kind: "system", label: "test" }, now });
      return (await test.db.volume.findUnique({ where: { id: volume.id } })) === null;
    };
    expect([await goneFor(keepEndedVolumesDays), await goneFor(keepEndedVolumesDays + 1)]).toEqual([false, true]);
    expect((await getBenchmark(operator(), { runId })).volume?.members).toHaveLength(2);
    await expect(forgetVolumes(admin())).rejects.toMatchObject({ code: "forbidden" });
  });

  it("takes the serials of as many drives as a volume can have, and no more", () => {
    const input = (serials: number) => ({
      target: { kind: "volume", volumeId: crypto.randomUUID() },
      plan: writes,
      confirmedSerial: Array.from({ length: serials }, (_, index) => `S${index}`.padEnd(20, "X")).join(", "),
    });
    expect(launchInput.safeParse(input(protocolLimits.membersPerVolume)).error).toBeUndefined();
    expect(launchInput.safeParse(input(1000)).success).toBe(false);
  });

  it("does not start on other drives than those for which it was put into the queue", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const before = await launchBenchmark(operator(), { target: namespaceOf(drives[0]), plan: quickCheck });
    const { runId } = await launchBenchmark(operator(), { target, plan: quickCheck, queue: true });
    const third = await addDrive(test.db, host.id, { serial: `V${count}C` });
    await test.db.volumeMember.updateMany({
      where: { volumeId: target.volumeId, driveId: drives[1].id },
      data: { driveId: third.id },
    });
    await end(before.runId);
    await dispatchQueues({ db: test.db, actor: { kind: "system", label: "test" }, now });
    expect(await test.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      state: "declined",
      reason: expect.stringContaining("is not made of the same drives any more"),
    });
  });

  it.each(["a volume", "a scratch file"])(
    "leaves no settings out silently: on %s it is refused with them",
    async (kind) => {
      const { id } = await addScratchFile(test.db, host.id);
      const volume = volumeOf(await addVolume(test.db, host.id, drives));
      const target = kind === "a volume" ? volume : ({ kind: "scratchFile", scratchFileId: id } as const);
      const asked = { plan: quickCheck, settings: { powerState: 1 } };
      const words = "The run would change settings of a drive, and";
      expect(await refusal(launchBenchmark(operator(), { target, ...asked }))).toContain(words);
      const preflight = await preflightBenchmark(operator(), { target, ...asked });
      expect(preflight.blockers).toMatchObject([{ code: "invalid", message: expect.stringContaining(words) }]);
      expect(await refusal(launchBatch(operator(), { targets: [target], ...asked }))).toContain(words);
      const rhythm = { kind: "once", at: new Date(now.getTime() + 60_000) } as const;
      expect(await refusal(createSchedule(operator(), { name: "S", targets: [target], rhythm, ...asked }))).toContain(
        words,
      );
      await launchBenchmark(operator(), { target, plan: quickCheck, settings: {} });
    },
  );

  it("is expected to start when its drives are free, and they when it is over", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const beside = { plan: quickCheck, queue: true, parallelOnHost: true } as const;
    const ids: string[] = [];
    for (const each of [namespaceOf(drives[0]), target, namespaceOf(drives[1])]) {
      ids.push((await launchBenchmark(operator(), { target: each, ...beside })).runId);
    }
    await test.db.benchmarkRun.updateMany({ where: { id: { in: ids } }, data: { plannedSeconds: 60 } });
    const { hosts } = await listQueue(operator(), { hostId: host.id });
    // What is behind the volume does not take a part of it before its turn.
    expect(hosts[0]?.open.map(({ runId }) => runId)).toEqual([ids[0]]);
    const starts = hosts[0]?.queued.map(({ runId, latestStart }) => [runId, latestStart.getTime() - now.getTime()]);
    expect(starts).toEqual([
      [ids[1], 60_000],
      [ids[2], 120_000],
    ]);
    await end(ids[0] ?? "");
    await dispatchQueues({ db: test.db, actor: { kind: "system", label: "test" }, now });
    const left = await listQueue(operator(), { hostId: host.id });
    expect(left.hosts[0]?.open.map(({ runId }) => runId)).toEqual([ids[1]]);
  });

  it("needs the policy and the serial of every drive to write", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    await setPolicy(`V${count}A`);
    const ask = (confirmedSerial: string) =>
      refusal(launchBenchmark(admin(), { target, plan: writes, confirmedSerial }));
    expect(await ask(both)).toContain(`does not allow writing to INTEL SSDPED1K375GA V${count}B`);
    await setPolicy(`V${count}A`, `V${count}B`);
    expect(await ask("")).toContain("destroys data on every drive of md0");
    for (const wrong of [`V${count}A`, `V${count}B, V${count}A`, `${both}, X`]) {
      expect(await ask(wrong)).toContain(`"${wrong}" are not the serials of all drives of md0`);
    }
    expect(await refusal(launchBenchmark(operator(), { target, plan: writes, confirmedSerial: both }))).toContain(
      "needs the right benchmark.launchDestructive",
    );
    // A member alone is part of the volume.
    const alone = { target: namespaceOf(drives[1]), plan: writes, confirmedSerial: `V${count}A` };
    expect(await refusal(launchBenchmark(admin(), alone))).toContain("is part of /dev/md0");
    expect(await test.db.benchmarkRun.count({ where: { hostId: host.id } })).toBe(0);
  });

  it("says before the launch which drives it destroys", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const [first] = drives;
    await test.db.driveSighting.updateMany({
      where: { driveId: first.id },
      data: { linkWidth: 2, maxLinkWidth: 4, maxLinkSpeed: "8.0 GT/s PCIe" },
    });
    const { destroys, blockers, findings } = await preflightBenchmark(admin(), { target, plan: writes });
    expect(blockers).toEqual([]);
    expect(findings).toMatchObject([{ serial: `V${count}B`, findings: [{ rule: "linkBelowBest" }] }]);
    expect(destroys).toMatchObject({
      serial: both,
      path: "/dev/md0",
      nsid: undefined,
      drives: [{ driveId: drives[1].id }, { driveId: drives[0].id }],
    });
  });

  it.each([
    [
      "that something uses, to write",
      { inUse: ["/dev/md0 is mounted on /srv"] },
      writes,
      "in use and cannot be written to: /dev/md0 is mounted on /srv",
    ],
    [
      "that is degraded, even to read",
      { unusable: "/dev/md0 is degraded" },
      quickCheck,
      "Nothing can be measured on md0",
    ],
  ])("is refused on a volume %s", async (_, more, plan, reason) => {
    const target = volumeOf(await addVolume(test.db, host.id, drives, more));
    expect(await refusal(launchBenchmark(admin(), { target, plan, confirmedSerial: both }))).toContain(reason);
    const { targets } = await listTargets(operator(), { search: `V${count}A` });
    expect(targets.find(({ kind }) => kind === "volume")?.unavailable === undefined).toBe("inUse" in more);
  });

  it("is refused while a drive of it is silent, contested, or in another host", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const launch = (plan: typeof writes | typeof quickCheck) =>
      refusal(launchBenchmark(admin(), { target, plan, confirmedSerial: both }));
    const other = await addHost(test.db);
    const claim = { driveId: drives[0].id, hostId: other.id, since: now, lastSeenAt: now, shared: false };
    const observation = { identity: {}, controllerName: "nvme9" };
    await test.db.driveClaim.create({
      data: {
        ...claim,
        observation: {
          ...observation,
          identity: { pciVendorId: 1, model: "m", serial: "s" },
          firmware: "",
          transport: "pcie",
          namespaces: [],
        },
      },
    });
    expect(await launch(writes)).toContain(`V${count}B is contested`);
    await test.db.driveClaim.deleteMany({ where: { hostId: other.id } });
    const problem = { kind: "notResponding", detail: "it hangs", remedy: "" };
    await test.db.drive.update({ where: { id: drives[0].id }, data: { problem } });
    expect(await launch(quickCheck)).toMatch(new RegExp(`V${count}B does not respond\\.`));
    await test.db.driveSighting.updateMany({ where: { driveId: drives[0].id }, data: { hostId: other.id } });
    expect(await launch(quickCheck)).toContain(`V${count}B is not held by ${host.hostname} any more.`);
  });

  it("sets and purges nothing", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const blockers = async (plan: { kind: "builtIn"; planId: string }) =>
      (await preflightBenchmark(admin(), { target, plan })).blockers.map(({ message }) => message).join(" ");
    expect(await blockers({ kind: "builtIn", planId: "snia-pts-e-iops" })).toContain(
      "is a volume, which has no controller",
    );
    expect(await blockers({ kind: "builtIn", planId: "power-state-sweep" })).toContain(
      "is a volume, which has no controller",
    );
  });
});

describe("one run on a drive at a time", () => {
  it("keeps runs on the drives of a volume away from one on it, and the reverse", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const parallel = { plan: quickCheck, parallelOnHost: true };
    const first = await launchBenchmark(operator(), { target, ...parallel });
    const alone = { target: namespaceOf(drives[0]), ...parallel };
    expect(await refusal(launchBenchmark(operator(), alone))).toContain("already in progress");
    // It waits for its turn where it may.
    expect(await launchBenchmark(operator(), { ...alone, queue: true })).toMatchObject({ state: "queued" });
    await cancelBenchmark(operator(), {
      runId: (await test.db.benchmarkRun.findFirstOrThrow({ where: { hostId: host.id, state: "queued" } })).id,
    });
    const { blockers } = await preflightControl(admin(), {
      driveId: drives[1].id,
      action: { kind: "setPowerState", powerState: 0 },
    });
    expect(JSON.stringify(blockers)).toContain("benchmark");
    await end(first.runId);
    await launchBenchmark(operator(), alone);
    expect(await refusal(launchBenchmark(operator(), { target, ...parallel }))).toContain("already in progress");
    const { targets } = await listTargets(operator(), { driveId: drives[1].id });
    expect(targets.map(({ kind, unavailable }) => [kind, unavailable])).toContainEqual([
      "volume",
      "A benchmark is in progress on it.",
    ]);
  });

  it("is what the database itself sees to", async () => {
    const volume = await addVolume(test.db, host.id, drives);
    const facts = {
      hostId: host.id,
      hostname: "h",
      targetLabel: "t",
      planId: "p",
      planName: "p",
      plan: {},
      planHash: "",
      pointsPlanned: 1,
      requestedBy: "p",
    };
    const onVolume = { ...facts, volumeId: volume.id, drives: { create: drives.map(({ id }) => ({ driveId: id })) } };
    const waiting = await test.db.benchmarkRun.create({ data: { ...onVolume, state: "queued", queuePlace: 0 } });
    const alone = await test.db.benchmarkRun.create({ data: { ...facts, driveId: drives[0].id, state: "running" } });
    const start = () =>
      test.db.benchmarkRun.update({ where: { id: waiting.id }, data: { state: "requested", queuePlace: null } });
    await expect(start()).rejects.toThrow(/Unique/);
    await expect(test.db.benchmarkRun.create({ data: { ...onVolume, state: "running" } })).rejects.toThrow(/Unique/);
    await end(alone.id);
    await start();
    await expect(
      test.db.benchmarkRun.create({ data: { ...facts, driveId: drives[1].id, state: "requested" } }),
    ).rejects.toThrow(/Unique/);
    // Nobody can say that a run does not hold its drives.
    await test.db.benchmarkRunDrive.updateMany({ where: { runId: waiting.id }, data: { active: false } });
    expect(
      await test.db.benchmarkRunDrive.findMany({ where: { runId: waiting.id }, select: { active: true } }),
    ).toEqual([{ active: true }, { active: true }]);
    await expect(
      test.db.benchmarkRun.create({
        data: { ...facts, driveId: drives[0].id, volumeId: volume.id, state: "complete" },
      }),
    ).rejects.toThrow(/one_target/);
  });
});

describe("a volume in a batch and in a schedule", () => {
  const typed = () => drives.map(({ id, serial }) => ({ driveId: id, serial }));

  it("is confirmed by the serials of its drives, each typed", async () => {
    const target = volumeOf(await addVolume(test.db, host.id, drives));
    const batch = { targets: [target], plan: writes, name: "both" };
    expect(await refusal(launchBatch(admin(), { ...batch, confirmedSerials: typed().slice(0, 1) }))).toContain(
      "are not the serials",
    );
    const { batchId } = await launchBatch(admin(), { ...batch, confirmedSerials: typed() });
    const [run] = await test.db.benchmarkRun.findMany({ where: { batchId }, include: { drives: true } });
    expect(run).toMatchObject({ state: "requested", volumeId: target.volumeId });
    expect(run?.drives.map(({ active }) => active)).toEqual([true, true]);
  });

  it.each([true, false])(
    "is launched by a schedule while it has the drives whose serials were typed (together: %s)",
    async (startTogether) => {
      const target = volumeOf(await addVolume(test.db, host.id, drives));
      const at = new Date(now.getTime() + 60_000);
      const { scheduleId } = await createSchedule(admin(), {
        name: "weekly",
        targets: [target],
        plan: writes,
        rhythm: { kind: "once", at },
        startTogether,
        confirmedSerials: typed(),
      });
      const [third] = await Promise.all([addDrive(test.db, host.id, { serial: `V${count}C` })]);
      await setPolicy(`V${count}A`, `V${count}B`, `V${count}C`);
      await test.db.volumeMember.create({
        data: {
          volumeId: target.volumeId,
          position: 2,
          driveId: third.id,
          nsid: 1,
          path: "/dev/nvme2n1",
          state: "in_sync",
        },
      });
      await test.db.host.update({ where: { id: host.id }, data: { lastSeenAt: at } });
      await fireSchedules({ db: test.db, actor: { kind: "system", label: "test" }, now: at });
      const runs = await test.db.benchmarkRun.findMany({ where: { hostId: host.id } });
      const schedule = await test.db.benchmarkSchedule.findUniqueOrThrow({ where: { id: scheduleId } });
      const said = [schedule.missedReason, ...runs.map(({ reason }) => reason)].join(" ");
      expect(said).toContain(startTogether ? "every drive of md0" : "are not the serials of all drives");
      expect(runs.filter(({ state }) => state !== "declined")).toEqual([]);
    },
  );
});
