import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBatch } from "../batch/launch.ts";
import type { ServiceContext } from "../context.ts";
import { createPlan } from "../plan/create.ts";
import { deletePlan } from "../plan/delete.ts";
import { savePlanVersion } from "../plan/save-version.ts";
import {
  addDrive,
  addHost,
  addPeople,
  allowing,
  contextOf,
  namespaceOf,
  now,
  quickCheck,
  writes,
} from "../testing/fleet.ts";
import { changeSchedule } from "./change.ts";
import { createSchedule, createScheduleInput } from "./create.ts";
import { fireSchedules } from "./fire.ts";
import { listSchedules } from "./list.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());
// What one test leaves due would fire in the next.
afterEach(async () => {
  await test.db.benchmarkSchedule.deleteMany();
});

const operator = () => contextOf(test.db, "operator");
const admin = () => contextOf(test.db, "admin");
const workerAt = (at: Date): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now: at });
const policy = allowing(["write"], { models: ["INTEL SSDPED1K375GA"] });
const after = (ms: number, from = now) => new Date(from.getTime() + ms);
const weekMs = 7 * 86_400_000;

/** Saturdays at 13:30 in Berlin: half an hour after the tests' now. */
const saturdays = {
  kind: "weekly" as const,
  days: ["saturday" as const],
  time: "13:30",
  zone: "Europe/Berlin",
};
const dueAt = new Date("2026-11-21T12:30:00Z");

/** Drives on a host each, which are heard of until long after what is due. */
async function fleet(count: number) {
  const hosts = await Promise.all(
    Array.from({ length: count }, () => addHost(test.db, { policy, lastSeenAt: after(8 * weekMs) })),
  );
  const drives = await Promise.all(hosts.map(({ id }) => addDrive(test.db, id)));
  return { hosts, drives, targets: drives.map(namespaceOf) };
}

const find = async (id: string) => (await listSchedules(operator())).find((each) => each.id === id);
const runsOf = (scheduleId: string) =>
  test.db.benchmarkRun.findMany({ where: { batch: { scheduleId } }, orderBy: [{ targetLabel: "asc" }] });
const auditsOf = async (id: string) =>
  (await test.db.auditEntry.findMany({ where: { objectId: id }, orderBy: [{ time: "asc" }, { action: "asc" }] })).map(
    ({ action }) => action,
  );

describe("a schedule", () => {
  it("launches its plan on its targets when it is due, in the name of who made it, and is due again next week", async () => {
    const { targets } = await fleet(2);
    const { scheduleId, nextDueAt } = await createSchedule(operator(), {
      name: "Weekly check",
      targets,
      plan: quickCheck,
      rhythm: saturdays,
    });
    expect(nextDueAt).toEqual(dueAt);
    expect(await fireSchedules(workerAt(after(-1, dueAt)))).toBe(0);
    const settled = await Promise.all([1, 2, 3].map(() => fireSchedules(workerAt(dueAt))));
    expect(settled.toSorted()).toEqual([0, 0, 1]);
    const runs = await runsOf(scheduleId);
    expect(runs.map(({ state, requestedBy, planId }) => [state, requestedBy, planId])).toEqual([
      ["requested", "operator@example.net", "quick-check"],
      ["requested", "operator@example.net", "quick-check"],
    ]);
    expect(await find(scheduleId)).toMatchObject({
      state: "active",
      firedAt: dueAt,
      nextDueAt: after(weekMs, dueAt),
      lastBatchId: runs[0]?.batchId,
      missed: undefined,
    });
    expect(await auditsOf(scheduleId)).toEqual(["schedule.create", "schedule.fire"]);
  });

  it("says what it missed while the server was away, once, and does not make up for it", async () => {
    const { targets } = await fleet(1);
    const { scheduleId } = await createSchedule(operator(), {
      name: "M",
      targets,
      plan: quickCheck,
      rhythm: saturdays,
    });
    const back = after(2 * weekMs + 6 * 60_000, dueAt);
    expect(await fireSchedules(workerAt(back))).toBe(1);
    expect(await runsOf(scheduleId)).toEqual([]);
    expect(await find(scheduleId)).toMatchObject({
      missed: { at: after(2 * weekMs, dueAt), count: 3, reason: "The server was not running when it was due." },
      nextDueAt: after(3 * weekMs, dueAt),
    });
    expect(await fireSchedules(workerAt(back))).toBe(0);
    expect(await auditsOf(scheduleId)).toEqual(["schedule.create", "schedule.miss"]);
    // Five minutes late is not missed.
    expect(await fireSchedules(workerAt(after(3 * weekMs + 5 * 60_000, dueAt)))).toBe(1);
    expect(await runsOf(scheduleId)).toHaveLength(1);
  });

  it("says what failed in the server where it was tried in vain, and holds up no other schedule", async () => {
    const { targets } = await fleet(2);
    const made = { plan: quickCheck, rhythm: saturdays };
    const [broken, sound] = [
      await createSchedule(operator(), { ...made, name: "Broken", targets: targets.slice(0, 1) }),
      await createSchedule(operator(), { ...made, name: "Sound", targets: targets.slice(1) }),
    ];
    const row = () => test.db.benchmarkSchedule.findUniqueOrThrow({ where: { id: broken.scheduleId } });
    const { plan } = await row();
    await test.db.benchmarkSchedule.update({ where: { id: broken.scheduleId }, data: { plan: {} } });
    await expect(fireSchedules(workerAt(dueAt))).rejects.toThrow(TypeError);
    expect(await runsOf(sound.scheduleId)).toHaveLength(1);
    expect(await row()).toMatchObject({ missedCount: 0, nextDueAt: dueAt });
    expect(await fireSchedules(workerAt(after(6 * 60_000, dueAt)))).toBe(1);
    expect(await row()).toMatchObject({
      missedCount: 1,
      missedReason: expect.stringMatching(
        /^The server tried to launch it and failed: .+\. The worker's log has more\.$/,
      ),
      failure: null,
    });
    // Of the next time it is not known that anything fails.
    await test.db.benchmarkSchedule.update({ where: { id: broken.scheduleId }, data: { plan: plan ?? {} } });
    await fireSchedules(workerAt(after(weekMs + 6 * 60_000, dueAt)));
    expect((await row()).missedReason).toBe("The server was not running when it was due.");
  });

  it("does not pile up: what it launched before has to be over", async () => {
    const { targets } = await fleet(1);
    const { scheduleId } = await createSchedule(operator(), {
      name: "Long",
      targets,
      plan: quickCheck,
      rhythm: saturdays,
    });
    await fireSchedules(workerAt(dueAt));
    await fireSchedules(workerAt(after(weekMs, dueAt)));
    expect(await runsOf(scheduleId)).toHaveLength(1);
    expect((await find(scheduleId))?.missed).toMatchObject({
      at: after(weekMs, dueAt),
      count: 1,
      reason: expect.stringMatching(/^What "Long" launched before is not over: INTEL/),
    });
  });

  it("rests and goes on without what was due meanwhile, and is deleted without its runs", async () => {
    const { targets } = await fleet(1);
    const { scheduleId } = await createSchedule(operator(), {
      name: "P",
      targets,
      plan: quickCheck,
      rhythm: saturdays,
    });
    await changeSchedule(operator(), { scheduleId, change: "pause" });
    expect(await fireSchedules(workerAt(after(weekMs, dueAt)))).toBe(0);
    expect(await find(scheduleId)).toMatchObject({ state: "paused", nextDueAt: undefined });
    await changeSchedule(contextOf(test.db, "operator", after(weekMs + 1, dueAt)), { scheduleId, change: "resume" });
    expect(await find(scheduleId)).toMatchObject({
      state: "active",
      nextDueAt: after(2 * weekMs, dueAt),
      missed: undefined,
    });
    await fireSchedules(workerAt(after(2 * weekMs, dueAt)));
    const [run] = await runsOf(scheduleId);
    await changeSchedule(operator(), { scheduleId, change: "delete" });
    expect(await find(scheduleId)).toBeUndefined();
    expect(await test.db.benchmarkRun.count({ where: { id: run?.id ?? "" } })).toBe(1);
  });

  it("is over after the one time that it was due, and lets its saved plan go", async () => {
    const { targets } = await fleet(1);
    const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 1 };
    const document = { readsOnly: true, steps: [sweep] };
    const { savedPlanId } = await createPlan(operator(), { name: "For once", document });
    const plan = { kind: "saved", savedPlanId } as const;
    const rhythm = { kind: "once", at: dueAt } as const;
    const { scheduleId } = await createSchedule(operator(), { name: "Once", targets, plan, rhythm });
    await savePlanVersion(operator(), { savedPlanId, basedOn: 1, document: { ...document, steps: [sweep, sweep] } });
    await expect(deletePlan(operator(), { savedPlanId })).rejects.toMatchObject({
      message: expect.stringContaining("Once"),
    });
    await fireSchedules(workerAt(dueAt));
    // The version that it was made with.
    expect((await runsOf(scheduleId)).map(({ state, pointsPlanned }) => [state, pointsPlanned])).toEqual([
      ["requested", 1],
    ]);
    expect(await find(scheduleId)).toMatchObject({ state: "ended", nextDueAt: undefined });
    await deletePlan(operator(), { savedPlanId });
    await expect(changeSchedule(operator(), { scheduleId, change: "resume" })).rejects.toMatchObject({
      code: "conflict",
    });
    const past = { kind: "once", at: now } as const;
    await expect(
      createSchedule(operator(), { name: "Past", targets, plan: quickCheck, rhythm: past }),
    ).rejects.toMatchObject({ code: "invalid" });
  });

  it("has bounds and a zone that there is", () => {
    const targets = [{ kind: "namespace", driveId: crypto.randomUUID(), nsid: 1 }];
    const read = (more: object) =>
      createScheduleInput.safeParse({ name: "x", targets, plan: quickCheck, rhythm: { ...saturdays, ...more } })
        .success;
    expect(read({})).toBe(true);
    for (const wrong of [
      { zone: "Mars/Olympus" },
      { time: "24:00" },
      { time: "2:30" },
      { days: [] },
      { days: ["sunday", "sunday"] },
    ]) {
      expect(read(wrong)).toBe(false);
    }
  });
});

describe("a schedule that writes to drives", () => {
  async function scheduled(more: { startTogether?: boolean } = {}) {
    const all = await fleet(2);
    const confirmedSerials = all.drives.map(({ id, serial }) => ({ driveId: id, serial }));
    const asked = { name: "Writes", targets: all.targets, plan: writes, rhythm: saturdays, ...more };
    const { scheduleId } = await createSchedule(admin(), { ...asked, confirmedSerials });
    return { ...all, asked, confirmedSerials, scheduleId };
  }

  it("needs each serial when it is made, and the right", async () => {
    const { asked, confirmedSerials } = await scheduled();
    await expect(createSchedule(admin(), asked)).rejects.toMatchObject({ code: "invalid" });
    await expect(
      createSchedule(admin(), { ...asked, confirmedSerials: confirmedSerials.slice(1) }),
    ).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(createSchedule(operator(), { ...asked, confirmedSerials })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is judged again each time: a target that is refused says why, the others are written to", async () => {
    const { hosts, drives, scheduleId } = await scheduled();
    const environment = { ...(hosts[0]?.environment as object), policy: allowing([], {}) };
    await test.db.host.update({ where: { id: hosts[0]?.id ?? "" }, data: { environment } });
    await fireSchedules(workerAt(dueAt));
    const runs = new Map((await runsOf(scheduleId)).map((run) => [run.driveId, run]));
    expect(runs.get(drives[0]?.id ?? "")).toMatchObject({
      state: "declined",
      reason: expect.stringMatching(/^The policy of .* does not allow writing to/),
    });
    expect(runs.get(drives[1]?.id ?? "")).toMatchObject({ state: "requested", confirmedSerial: null });
    const commands = await test.db.command.findMany({ where: { hostId: hosts[1]?.id ?? "" } });
    expect(commands.map(({ payload }) => payload)).toMatchObject([{ confirmedSerial: drives[1]?.serial }]);
  });

  it("goes on after a pause only by the hand of somebody who may write to drives", async () => {
    const { scheduleId } = await scheduled();
    await changeSchedule(operator(), { scheduleId, change: "pause" });
    await expect(changeSchedule(operator(), { scheduleId, change: "resume" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await fireSchedules(workerAt(dueAt));
    expect(await runsOf(scheduleId)).toEqual([]);
    await changeSchedule(admin(), { scheduleId, change: "resume" });
    expect(await find(scheduleId)).toMatchObject({ state: "active", nextDueAt: dueAt });
  });

  it.each([[false], [true]])(
    "does not follow a drive to another host, with a common start: %s",
    async (startTogether) => {
      const { hosts, drives, scheduleId } = await scheduled({ startTogether });
      const other = await addHost(test.db, { policy, lastSeenAt: after(8 * weekMs) });
      await test.db.driveSighting.updateMany({ where: { driveId: drives[0]?.id ?? "" }, data: { hostId: other.id } });
      await fireSchedules(workerAt(dueAt));
      expect(await test.db.command.count({ where: { hostId: other.id } })).toBe(0);
      const moved = `was moved from ${hosts[0]?.hostname} to ${other.hostname} after its serial was typed`;
      const runs = await runsOf(scheduleId);
      if (startTogether) {
        expect(runs).toEqual([]);
        expect((await find(scheduleId))?.missed?.reason).toContain(moved);
      } else {
        expect(runs.map(({ state }) => state).toSorted()).toEqual(["declined", "requested"]);
        expect(runs.find(({ state }) => state === "declined")?.reason).toContain(moved);
      }
    },
  );

  it("launches nothing where its maker lost the right, and says so", async () => {
    const { scheduleId } = await scheduled();
    await test.db.user.update({ where: { id: "admin" }, data: { role: "viewer" } });
    await fireSchedules(workerAt(dueAt));
    await test.db.user.update({ where: { id: "admin" }, data: { role: "operator" } });
    expect(await runsOf(scheduleId)).toEqual([]);
    expect((await find(scheduleId))?.missed?.reason).toMatch(/^This needs the right benchmark.launch/);
    // An operator may launch, and not write to drives.
    await fireSchedules(workerAt(after(weekMs, dueAt)));
    await test.db.user.update({ where: { id: "admin" }, data: { role: "admin" } });
    expect((await runsOf(scheduleId)).map(({ state }) => state)).toEqual(["declined", "declined"]);
  });

  it("starts nowhere where a common start cannot be, and says so", async () => {
    const { targets, scheduleId } = await scheduled({ startTogether: true });
    await launchBatch(operator(), { targets: targets.slice(0, 1), plan: quickCheck });
    await fireSchedules(workerAt(dueAt));
    expect(await runsOf(scheduleId)).toEqual([]);
    expect(await test.db.benchmarkBatch.count({ where: { scheduleId } })).toBe(0);
    expect((await find(scheduleId))?.missed?.reason).toMatch(/^1 of 2 targets cannot be measured now/);
  });
});
