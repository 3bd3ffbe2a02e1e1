import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { changeLifecycle } from "../lifecycle/change.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { driveEvents, driveEventsInput } from "./events.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
});
afterAll(() => test.close());

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const viewer = () => contextOf(test.db, "viewer");

it("tells what was done to a drive within a range, the first first", async () => {
  const { id: hostId, hostname } = await addHost(test.db);
  const drive = await addDrive(test.db, hostId);
  const other = await addDrive(test.db, hostId);
  const sighting = { driveId: drive.id };
  await test.db.driveSighting.updateMany({ where: sighting, data: { firstSeenAt: hours(-50), endedAt: hours(-3) } });
  const command = (state: "succeeded" | "failed", finishedAt: Date) => ({
    ...{ hostId, driveId: drive.id, kind: "controlDrive", state, finishedAt, expiresAt: finishedAt },
    payload: {},
  });
  await test.db.command.createMany({ data: [command("succeeded", hours(-6)), command("failed", hours(-5))] });
  await changeLifecycle(contextOf(test.db, "operator", hours(-2)), {
    driveIds: [drive.id],
    lifecycle: "retired",
    note: "worn",
  });
  const firmware = { previous: "E2010325", firmware: "E2010435", hostname };
  await test.db.driveFirmwareChange.createMany({
    data: [hours(-30), hours(-4)].map((at) => ({ ...firmware, driveId: drive.id, hostId, at })),
  });
  const range = { driveId: drive.id, since: hours(-24), until: hours(0) };
  expect(await driveEvents(viewer(), range)).toEqual([
    { kind: "firmware", at: hours(-4), ...firmware },
    { kind: "gone", at: hours(-3), hostname },
    { kind: "lifecycle", at: hours(-2), lifecycle: "retired", by: "operator@example.net", note: "worn" },
  ]);
  // What it was asked is read as it travels; what this version cannot read is left out.
  const done = await test.db.command.findFirstOrThrow({ where: { driveId: drive.id, state: "succeeded" } });
  const identity = { pciVendorId: drive.pciVendorId, model: drive.model, serial: drive.serial };
  const payload = {
    ...{ kind: "controlDrive", id: done.id, leasedUntilMs: 1, drive: identity },
    action: { kind: "setPowerState", powerState: 1 },
  };
  await test.db.command.update({ where: { id: done.id }, data: { payload } });
  expect((await driveEvents(viewer(), range))[0]).toMatchObject({ kind: "command", at: hours(-6) });
  expect((await driveEvents(viewer(), { ...range, since: hours(-60) })).map(({ kind }) => kind)).toEqual([
    "seen",
    "firmware",
    "command",
    "firmware",
    "gone",
    "lifecycle",
  ]);
  const ofOther = await driveEvents(viewer(), { ...range, driveId: other.id });
  expect(ofOther.filter(({ kind }) => kind !== "seen")).toEqual([]);
});

it("refuses a range that ends before it begins, and a drive that there is not", async () => {
  expect(driveEventsInput.safeParse({ driveId: crypto.randomUUID(), since: now, until: now }).success).toBe(false);
  const range = { driveId: crypto.randomUUID(), since: hours(-1), until: now };
  await expect(driveEvents(viewer(), range)).rejects.toMatchObject({ code: "notFound" });
});

it("tells of a run over several drives of each of them", async () => {
  const { id: hostId, hostname } = await addHost(test.db);
  const [one, other, apart] = [
    await addDrive(test.db, hostId),
    await addDrive(test.db, hostId),
    await addDrive(test.db, hostId),
  ];
  await test.db.benchmarkRun.create({
    data: {
      ...{ hostId, hostname, targetLabel: "/dev/md0", planId: "mixed", planName: "Mixed", plan: {}, planHash: "0" },
      ...{ pointsPlanned: 1, requestedBy: "test", state: "complete" },
      ...{ requestedAt: hours(-3), startedAt: hours(-2), finishedAt: hours(-1) },
      drives: { create: [{ driveId: one.id }, { driveId: other.id }] },
    },
  });
  const runsOf = async (driveId: string) => {
    const events = await driveEvents(viewer(), { driveId, since: hours(-24), until: hours(0) });
    return events.flatMap((event) => (event.kind === "run" ? [[event.planName, event.at, event.until]] : []));
  };
  for (const { id } of [one, other]) expect(await runsOf(id)).toEqual([["Mixed", hours(-2), hours(-1)]]);
  expect(await runsOf(apart.id)).toEqual([]);
});
