import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { driveFacets } from "../drive/facets.ts";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { changeMembers } from "../group/change-members.ts";
import { createGroup } from "../group/create.ts";
import { removeGroup } from "../group/remove.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { createWindow, createWindowInput } from "./create.ts";
import { endWindow } from "./end.ts";
import { keepWindows } from "./keep.ts";
import { listWindows } from "./list.ts";
import { maintenanceOfDrives, maintenanceOfHosts } from "./rules/in-maintenance.ts";

let test: TestDatabase;
let operator: ServiceContext;
const worker = (at: Date): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now: at });
let place: { hostId: string; driveId: string; otherId: string };
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  operator = contextOf(test.db, "operator");
  const [host, other] = [await addHost(test.db), await addHost(test.db)];
  const [drive, otherDrive] = [await addDrive(test.db, host.id), await addDrive(test.db, other.id)];
  place = { hostId: host.id, driveId: drive.id, otherId: otherDrive.id };
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.maintenanceWindow.deleteMany();
  await test.db.fleetGroup.deleteMany();
});

/** Of the time that `now` is: from 11:00 to 13:00 in UTC. */
const create = (more: Partial<Parameters<typeof createWindow>[1]>) =>
  createWindow(operator, {
    ...{ name: "Firmware", scope: { kind: "fleet" }, zone: "Europe/Berlin", beginsAt: "2026-11-21T12:00" },
    ...{ durationMinutes: 120, recurrence: null, ...more },
  });
/** Of what begins then. */
const untilOf = async (driveId: string, at = now) => {
  const maintenanceOf = await maintenanceOfDrives(test.db, [driveId], at);
  return maintenanceOf(driveId, { rule: "missing", since: at })?.until.toISOString();
};
const end = "2026-11-21T13:00:00.000Z";

describe("a maintenance window", () => {
  it("of the fleet, a host, a drive or a group covers its drives, from its beginning until its end", async () => {
    const { hostId, driveId, otherId } = place;
    const scopes = async () => [await untilOf(driveId), await untilOf(otherId)];
    await create({});
    expect(await scopes()).toEqual([end, end]);
    expect(await untilOf(driveId, new Date("2026-11-21T10:59:59Z"))).toBeUndefined();
    expect(await untilOf(driveId, new Date(end))).toBeUndefined();
    for (const kind of ["host", "drive", "group"] as const) {
      await test.db.maintenanceWindow.deleteMany();
      const { groupId } = await createGroup(operator, { name: kind, kind: "hosts" });
      await changeMembers(operator, { groupId, add: [hostId] });
      await create({ scope: { kind, id: { host: hostId, drive: driveId, group: groupId }[kind] } });
      expect(await scopes()).toEqual([end, undefined]);
      const hosts = await maintenanceOfHosts(test.db, [hostId], now);
      const until = hosts(hostId, { rule: "hostNotReporting", since: now })?.until.toISOString();
      expect(until).toEqual(kind === "drive" ? undefined : end);
    }
  });

  it("that comes again is listed by its next time, which the worker notes", async () => {
    const { windowId } = await create({ recurrence: "FREQ=WEEKLY;BYDAY=SA", name: "Weekly" });
    const once = await create({ name: "Once" });
    const list = async (at: Date) =>
      (await listWindows({ ...operator, now: at })).map(({ name, isOpen, from }) => [name, isOpen, from.toISOString()]);
    expect(new Set(await list(now))).toEqual(
      new Set([
        ["Weekly", true, "2026-11-21T11:00:00.000Z"],
        ["Once", true, "2026-11-21T11:00:00.000Z"],
      ]),
    );
    const later = new Date("2026-11-21T14:00:00Z");
    expect(await list(later)).toEqual([["Weekly", false, "2026-11-28T11:00:00.000Z"]]);
    expect(await keepWindows(worker(now))).toBe(0);
    expect(await keepWindows(worker(later))).toBe(2);
    const kept = await test.db.maintenanceWindow.findMany({ orderBy: { name: "asc" } });
    expect(kept.map(({ id, nextFrom }) => [id, nextFrom?.toISOString()])).toEqual([
      [once.windowId, undefined],
      [windowId, "2026-11-28T11:00:00.000Z"],
    ]);
  });

  it("is over at once where a person ends it, and keeps its group from being deleted until then", async () => {
    const { groupId } = await createGroup(operator, { name: "Rack 1", kind: "drives" });
    const { windowId } = await create({ scope: { kind: "group", id: groupId } });
    expect(await listWindows(operator)).toMatchObject([{ scope: "group", of: { id: groupId, name: "Rack 1" } }]);
    await expect(removeGroup(operator, { groupId })).rejects.toMatchObject({ code: "conflict" });
    await endWindow(operator, { windowId });
    await expect(endWindow(operator, { windowId })).rejects.toMatchObject({ code: "conflict" });
    expect(await listWindows(operator)).toEqual([]);
    await removeGroup(operator, { groupId });
    const audited = await test.db.auditEntry.findMany({ where: { objectId: windowId }, orderBy: { time: "asc" } });
    expect(audited.map(({ action }) => action).toSorted()).toEqual(["maintenance.create", "maintenance.end"]);
  });

  it("is what the list of drives is narrowed to while it is open, with how many drives it is about", async () => {
    const { hostId, driveId, otherId } = place;
    const { windowId: ofHost } = await create({ name: "Shelf", scope: { kind: "host", id: hostId } });
    const { windowId: ofAll } = await create({ name: "All of it" });
    const facet = async (asked: Parameters<typeof driveFacets>[1], at = now) => {
      const { choices, narrowed } = (await driveFacets({ ...operator, now: at }, asked)).maintenance;
      return [narrowed, choices.map(({ value, label, count }) => [value, label, count])];
    };
    const both = [
      [ofAll, "All of it", 2],
      [ofHost, "Shelf", 1],
    ];
    expect(await facet({})).toEqual([true, both]);
    expect(await facet({ maintenanceIds: [ofHost] }), "by the other filters alone").toEqual([true, both]);
    expect(await facet({ lifecycles: ["retired"] })).toEqual([
      true,
      [
        [ofAll, "All of it", 0],
        [ofHost, "Shelf", 0],
      ],
    ]);
    const listed = async (maintenanceIds: string[], at = now) => {
      const { drives } = await listDrives({ ...operator, now: at }, listDrivesInput.parse({ maintenanceIds }));
      return new Set(drives.map(({ id }) => id));
    };
    expect(await listed([ofHost])).toEqual(new Set([driveId]));
    expect(await listed([ofHost, ofAll])).toEqual(new Set([driveId, otherId]));
    expect(await facet({}, new Date(end))).toEqual([true, []]);
    expect(await listed([ofHost], new Date(end)), "it is over").toEqual(new Set());
  });

  it("is refused where it is over, of what is not there, or at no time", async () => {
    await expect(create({ beginsAt: "2026-11-20T12:00" })).rejects.toMatchObject({ fields: [{ path: "beginsAt" }] });
    const unknown = "00000000-0000-4000-8000-000000000000";
    await expect(create({ scope: { kind: "host", id: unknown } })).rejects.toMatchObject({ code: "notFound" });
    const base = { name: "x", scope: { kind: "fleet" }, durationMinutes: 60, recurrence: null };
    const times = ["2026-11-21T12:00Z", "2026-02-30T12:00", "2026-11-21 12:00", "2026-11-21T12:00:00"];
    const parsed = (beginsAt: string) =>
      createWindowInput.safeParse({ ...base, zone: "Europe/Berlin", beginsAt }).success;
    expect(times.filter(parsed)).toEqual([]);
    expect(parsed("2026-11-21T12:00")).toBe(true);
  });
});
