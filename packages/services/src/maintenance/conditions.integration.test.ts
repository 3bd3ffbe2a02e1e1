import { countOfMaintenance } from "@crosspoint/db/queries/count-of-maintenance";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { type HealthRuleId, type Severity, VERDICTS, VERDICTS_IN_NEED, verdictRank } from "@crosspoint/domain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { getDrive } from "../drive/get.ts";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { getFleet } from "../fleet/get.ts";
import { changeMembers } from "../group/change-members.ts";
import { createGroup } from "../group/create.ts";
import { conditionsOf } from "../health/conditions-of.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { createWindow } from "./create.ts";
import { endWindow } from "./end.ts";
import { keepWindows } from "./keep.ts";
import { openWindows } from "./rules/in-maintenance.ts";

let test: TestDatabase;
let operator: ServiceContext;
let hostId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  operator = contextOf(test.db, "operator");
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.maintenanceWindow.deleteMany();
  await test.db.fleetGroup.deleteMany();
  await test.db.drive.deleteMany();
  hostId = (await addHost(test.db)).id;
});

const time = (text: string) => new Date(`2026-11-21T${text}Z`);
type Wrong = readonly [rule: HealthRuleId, severity: Severity, since: string];

/** A drive of which that is wrong; the last of it made the verdict. */
async function sick(...open: readonly Wrong[]): Promise<string> {
  const { id } = await addDrive(test.db, hostId);
  await test.db.driveCondition.createMany({
    data: open.map(([rule, severity, since]) => ({ driveId: id, rule, severity, since: time(since) })),
  });
  const [, severity, since] = open.at(-1) ?? ["", "unknown", "12:00:00"];
  const verdict = { verdictRank: verdictRank(severity as Severity), verdictSince: time(since), hasConditions: true };
  await test.db.driveState.update({ where: { driveId: id }, data: verdict });
  return id;
}

/** Missing since 11:30, from a place that it left then. */
async function gone(left: string): Promise<string> {
  const id = await sick(["missing", "missing", "11:30:00"]);
  await test.db.driveSighting.updateMany({ where: { driveId: id }, data: { endedAt: time(left) } });
  await test.db.driveState.update({ where: { driveId: id }, data: { hostId: null } });
  return id;
}

/** From 11:00 to 13:00 in UTC; it is 12:00. */
const create = (scope: Parameters<typeof createWindow>[1]["scope"]) =>
  createWindow(operator, {
    ...{
      name: "New backplane",
      scope,
      zone: "UTC",
      beginsAt: "2026-11-21T11:00",
      durationMinutes: 120,
      recurrence: null,
    },
  });
const read = async (driveId: string, at = now) =>
  (await getDrive({ ...operator, now: at }, { driveId })).conditions.map(({ rule, maintenance }) => [
    rule,
    maintenance?.name,
    maintenance?.until?.toISOString().slice(11, 16),
  ]);
const all = VERDICTS.map(verdictRank);
const counted = async () =>
  countOfMaintenance(test.db, await openWindows(test.db, now), { verdictRanks: all, most: 100 });

it("leaves a host that fell silent in its window out of what needs attention", async () => {
  const silent = async () => {
    const { silentHostsTotal, silentHostsInMaintenance } = await getFleet(operator);
    return [silentHostsTotal, silentHostsInMaintenance];
  };
  await test.db.host.update({ where: { id: hostId }, data: { notReportingSince: time("11:10:00") } });
  expect(await silent()).toEqual([1, 0]);
  await create({ kind: "host", id: hostId });
  expect(await silent()).toEqual([0, 1]);
  await test.db.host.update({ where: { id: hostId }, data: { notReportingSince: time("10:00:00") } });
  expect(await silent()).toEqual([1, 0]);
  await test.db.host.update({ where: { id: hostId }, data: { notReportingSince: null } });
});

/** Of the fleet's page: shown, counted, and in maintenance. */
const needed = async () => {
  const fleet = await getFleet(operator);
  return [fleet.drivesInNeed.length, fleet.drivesInNeedTotal, fleet.drivesInMaintenance];
};

describe("what is wrong with a drive", () => {
  it("is marked where it began in an open window, and stands after what began before", async () => {
    const id = await sick(["percentageUsed", "watch", "10:59:59"], ["mediaErrors", "replace", "11:00:00"]);
    await create({ kind: "host", id: hostId });
    expect(await read(id)).toEqual([
      ["percentageUsed", undefined, undefined],
      ["mediaErrors", "New backplane", "13:00"],
    ]);
    expect(await read(id, time("13:00:00"))).toEqual([
      ["mediaErrors", undefined, undefined],
      ["percentageUsed", undefined, undefined],
    ]);
  });

  it("is of the host's window also once the drive has left it, and when the host fell silent as it began", async () => {
    const pulled = await gone("11:30:00");
    const long = await gone("10:30:00");
    const silent = await sick(["hostNotReporting", "notReporting", "10:57:00"]);
    const before = await sick(["hostNotReporting", "notReporting", "10:56:59"]);
    for (const scope of ["host", "group"] as const) {
      await test.db.maintenanceWindow.deleteMany();
      const { groupId } = await createGroup(operator, { name: scope, kind: "hosts" });
      await changeMembers(operator, { groupId, add: [hostId] });
      await create({ kind: scope, id: scope === "host" ? hostId : groupId });
      for (const id of [pulled, silent]) expect((await read(id))[0]?.[1]).toBe("New backplane");
      for (const id of [long, before]) expect((await read(id))[0]?.[1]).toBeUndefined();
      expect(await counted(), scope).toBe(2);
    }
  });

  it("needs nobody's attention only where all of it that nobody acknowledged began in the window", async () => {
    await sick(["mediaErrors", "replace", "11:30:00"]);
    const older = await sick(["percentageUsed", "watch", "10:00:00"], ["mediaErrors", "replace", "11:30:00"]);
    await sick(["percentageUsed", "watch", "10:00:00"]);
    expect(await counted()).toBe(0);
    expect(await needed()).toEqual([3, 3, 0]);
    await create({ kind: "fleet" });
    expect(await counted()).toBe(1);
    expect(await needed()).toEqual([2, 2, 1]);
    await test.db.driveCondition.updateMany({
      where: { driveId: older, rule: "percentageUsed" },
      data: {
        acknowledgedAt: time("10:30:00"),
        acknowledgedSeverity: "watch",
        acknowledgedBy: "x",
        acknowledgedNote: "y",
      },
    });
    expect(await counted()).toBe(2);
  });

  it("needs attention where something acknowledged before the window got worse in it", async () => {
    const id = await sick(["percentageUsed", "watch", "10:00:00"], ["mediaErrors", "replace", "11:30:00"]);
    const acknowledged = { acknowledgedAt: time("10:30:00"), acknowledgedBy: "x", acknowledgedNote: "y" };
    const of = async (value: number) =>
      test.db.driveCondition.updateMany({
        where: { driveId: id, rule: "percentageUsed" },
        data: { ...acknowledged, acknowledgedSeverity: "watch", acknowledgedUntilValue: 92, value },
      });
    await create({ kind: "fleet" });
    await of(92);
    expect(await needed()).toEqual([0, 0, 1]);
    await of(93);
    expect(await needed()).toEqual([1, 1, 0]);
  });

  it("is counted apart from the reasons for which other drives need attention", async () => {
    const reasons = async () =>
      (await getFleet(operator)).reasons.map((reason) => [
        reason.rule,
        reason.severity,
        reason.drives,
        reason.inMaintenance,
      ]);
    await sick(["mediaErrors", "watch", "10:30:00"]);
    await sick(["mediaErrors", "replace", "11:30:00"]);
    await sick(["percentageUsed", "watch", "11:30:00"]);
    expect(await reasons()).toEqual([
      ["mediaErrors", "replace", 2, 0],
      ["percentageUsed", "watch", 1, 0],
    ]);
    await create({ kind: "fleet" });
    expect(await reasons(), "no reason that only drives in maintenance have").toEqual([
      // As bad as it is of those that are not in it.
      ["mediaErrors", "watch", 2, 1],
    ]);
    const list = { rules: ["mediaErrors" as const], verdicts: [...VERDICTS_IN_NEED] };
    expect((await listDrives(operator, listDrivesInput.parse(list))).total, "as its list has").toBe(2);
  });

  it.each(["its time", "a person"])(
    "keeps the window's name when %s ended that, and needs attention again",
    async (by) => {
      const id = await sick(["percentageUsed", "watch", "10:00:00"], ["mediaErrors", "replace", "11:30:00"]);
      const { windowId } = await create({ kind: "fleet" });
      const worker: ServiceContext = { db: test.db, actor: { kind: "system", label: "worker" }, now: time("13:00:00") };
      if (by === "a person") await endWindow(operator, { windowId });
      else await keepWindows(worker);
      expect(await read(id)).toEqual([
        ["mediaErrors", "New backplane", undefined],
        ["percentageUsed", undefined, undefined],
      ]);
      const range = { driveId: id, since: time("00:00:00"), until: time("23:00:00") };
      const { conditions } = await conditionsOf(operator, range);
      expect(conditions.map(({ rule, maintenance }) => [rule, maintenance])).toEqual([
        ["mediaErrors", { name: "New backplane", until: undefined }],
        ["percentageUsed", undefined],
      ]);
      expect(await counted()).toBe(0);
    },
  );

  it("needs nobody's attention until the window ends only while it is open itself", async () => {
    const id = await sick(["mediaErrors", "replace", "11:30:00"]);
    await create({ kind: "fleet" });
    const maintenance = async () => {
      const range = { driveId: id, since: time("00:00:00"), until: time("23:00:00") };
      return (await conditionsOf(operator, range)).conditions[0]?.maintenance;
    };
    expect(await maintenance()).toEqual({ name: "New backplane", until: time("13:00:00") });
    await test.db.driveCondition.updateMany({ where: { driveId: id }, data: { endedAt: time("11:40:00") } });
    expect(await maintenance()).toEqual({ name: "New backplane", until: undefined });
  });

  it("is not said to have begun in a window that was over already when a person ended it", async () => {
    const during = await sick(["mediaErrors", "replace", "11:30:00"]);
    const after = await sick(["mediaErrors", "replace", "13:05:00"]);
    const { windowId } = await create({ kind: "fleet" });
    await endWindow({ ...operator, now: time("13:10:00") }, { windowId });
    expect((await read(during))[0]?.[1]).toBe("New backplane");
    expect((await read(after))[0]?.[1]).toBeUndefined();
  });
});
