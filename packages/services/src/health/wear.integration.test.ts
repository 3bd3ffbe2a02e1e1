import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { contextOf } from "../testing/fleet.ts";
import { type Replacements, replacements } from "./replacements.ts";
import { addJudgedDrive, dayMs } from "./testing/judged-drive.ts";
import { wearOfDrive } from "./wear-of-drive.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-06-01T00:00:00Z");
const days = (count: number) => new Date(start.getTime() + count * dayMs);
const some = ({ ends }: Replacements) => ends.filter(({ count }) => count > 0);
const viewer = (at: Date) => contextOf(test.db, "viewer", at);

it("tells how fast a drive is written to, when it ends, and in which month it is to be replaced", async () => {
  const drive = await addJudgedDrive(test.db, { model: "ACME TWO", since: new Date(start.getTime() - 1) });
  const fresh = await addJudgedDrive(test.db, { model: "ACME TWO", since: start });
  const unitsADay = 2_000_000_000_000 / 512_000;
  // A percent in four days, 2 TB a day: at day 120 30 % are used of 50 % at its beginning, and 20 % are left: 80 days.
  for (let day = 0; day <= 120; day += 1) {
    const written = String(1 + Math.round(day * unitsADay));
    await drive.sample(days(day), { percentageUsed: 50 + Math.floor(day / 4), dataUnitsWritten: written });
  }
  await fresh.sample(days(120));
  const now = new Date(days(121).getTime() + 3 * 3_600_000);
  await drive.work(now);
  const wear = await wearOfDrive(viewer(now), { driveId: drive.id });
  expect(wear).toMatchObject({ limitPercent: 100, writeLimitPercent: undefined, rated: {}, computedAt: now });
  expect(wear.written.map(({ days }) => days)).toEqual([7, 30, 90]);
  expect(wear.written[1]?.bytesPerDay).toBeCloseTo(2e12, -9);
  expect(wear.written[1]?.drivesPerDay).toBeCloseTo(2e12 / 375_083_606_016, 2);
  expect(wear.days.at(-1)).toEqual({ timeMs: days(120).getTime(), percentageUsed: 80 });
  if (wear.end.kind !== "forecast") throw new Error(`no forecast: ${wear.end.kind}`);
  const { earliest, likely: end, latest = start } = wear.end;
  expect(earliest <= days(200) && days(200) <= latest).toBe(true);
  expect(Math.abs(end.getTime() - days(200).getTime())).toBeLessThan(6 * dayMs);
  expect(await wearOfDrive(viewer(now), { driveId: fresh.id })).toMatchObject({
    end: { kind: "notEnoughData" },
    written: [7, 30, 90].map((window) => ({ days: window, bytesPerDay: undefined, drivesPerDay: undefined })),
  });
  // In days from now, at the earliest.
  const earliestDays = Math.floor((earliest.getTime() - now.getTime()) / dayMs);
  expect(await drive.open()).toEqual([expect.stringMatching(/^wearForecast watch \d+$/)]);
  expect(earliestDays).toBeGreaterThan(60);

  const byModel = await replacements(viewer(now), { by: "model" });
  const month = end.toISOString().slice(0, 7);
  expect(some(byModel)).toEqual([
    { ends: month, count: 1, shares: [{ key: "ACME TWO", count: 1 }] },
    { ends: "notEnoughData", count: 1, shares: [{ key: "ACME TWO", count: 1 }] },
  ]);
  expect(byModel.ends.filter(({ ends }) => /^20/.test(ends))).toHaveLength(24);
  expect(byModel.of).toEqual([{ key: "ACME TWO", name: "ACME TWO" }]);
  const ending = async (ends: string, filter: Partial<z.input<typeof listDrivesInput>> = {}) =>
    (await listDrives(viewer(now), listDrivesInput.parse({ wearEnds: [ends], ...filter }))).drives.map(({ id }) => id);
  expect(await ending(month, { models: ["ACME TWO"] })).toEqual([drive.id]);
  expect(await ending("notEnoughData")).toEqual([fresh.id]);
  expect([...(await ending("reached")), ...(await ending("later"))]).toEqual([]);

  const group = await test.db.fleetGroup.create({
    data: {
      name: "Rack 1",
      kind: "drives",
      createdBy: "test",
      createdAt: start,
      updatedAt: start,
      members: { create: { driveId: drive.id } },
    },
  });
  const byGroup = await replacements(viewer(now), { by: "group" });
  expect(some(byGroup)).toEqual([
    { ends: month, count: 1, shares: [{ key: group.id, count: 1 }] },
    { ends: "notEnoughData", count: 1, shares: [] },
  ]);
  expect(byGroup.of).toEqual([{ key: group.id, name: "Rack 1" }]);
  expect(await ending(month, { groupIds: [group.id] })).toEqual([drive.id]);
  await test.db.driveState.update({ where: { driveId: drive.id }, data: { lifecycle: "retired" } });
  expect(some(await replacements(viewer(now), { by: "model" })).map(({ ends }) => ends)).toEqual(["notEnoughData"]);
  expect(await ending(month)).toEqual([]);

  // Once a day, whatever comes: nothing is computed anew before the next.
  await drive.work(new Date(now.getTime() + 3_600_000));
  expect(await wearOfDrive(viewer(now), { driveId: drive.id })).toEqual(wear);
});

it("goes on with the forecast of a drive that was reseated in its host, and begins anew in another", async () => {
  const since = new Date(start.getTime() - 1);
  const add = () => addJudgedDrive(test.db, { model: "ACME TWO", since });
  const [reseated, moved, returned] = [await add(), await add(), await add()];
  for (const drive of [reseated, moved, returned]) {
    // A percent every second day; five days alone are too little for a forecast.
    for (let day = 0; day <= 40; day += 1) {
      await drive.sample(days(day), { percentageUsed: 50 + Math.floor(day / 2), dataUnitsWritten: String(1 + day) });
    }
  }
  const another = moved.hostId;
  await place(reseated, reseated.hostId, days(36));
  await place(moved, reseated.hostId, days(36));
  // It did other work in between.
  await place(returned, another, days(30));
  await place(returned, returned.hostId, days(36));
  const now = new Date(days(41).getTime() + 3 * 3_600_000);
  await reseated.work(now);
  const kindOf = async ({ id }: { id: string }) => (await wearOfDrive(viewer(now), { driveId: id })).end.kind;
  expect(await Promise.all([reseated, moved, returned].map(kindOf))).toEqual([
    "forecast",
    "notEnoughData",
    "notEnoughData",
  ]);
});

it("tells when the rating in bytes ends where percentage used rises too little for the model's own limit", async () => {
  const model = "INTEL SSDPED1K375GA";
  const since = new Date(start.getTime() - 1);
  const [slow, fast] = [
    await addJudgedDrive(test.db, { model, since }),
    await addJudgedDrive(test.db, { model, since }),
  ];
  // Of 20.54 PB: 2.98 TB a day last 18.9 years; 200 TB a day, the first of them 40 days ago, 62 days more.
  const unitsADay = new Map([
    [slow, 2.98e12 / 512_000],
    [fast, 200e12 / 512_000],
  ]);
  for (const [drive, units] of unitsADay) {
    for (let day = 0; day <= 40; day += 1) {
      const written = String(1 + Math.round(day * units));
      await drive.sample(days(day), { percentageUsed: 50, dataUnitsWritten: written });
    }
  }
  const now = new Date(days(41).getTime() + 3 * 3_600_000);
  await slow.work(now);
  expect(await wearOfDrive(viewer(now), { driveId: slow.id })).toMatchObject({
    ...{ end: { kind: "beyond", basis: "ratedWrites", years: 10 }, limitPercent: 100, writeLimitPercent: 105 },
    rated: { bytes: expect.closeTo(20.54e15, -13) },
  });
  const { end, ...worn } = await wearOfDrive(viewer(now), { driveId: fast.id });
  expect({ end, ...worn }).toMatchObject({ end: { kind: "forecast", basis: "ratedWrites" }, limitPercent: 100 });
  if (end.kind !== "forecast") return;
  expect(end.likely.getTime()).toBeCloseTo(days(40 + (20.54e15 - 40 * 200e12) / 200e12).getTime(), -7.5);
  // A rating that ends is to be watched; only a model that limits itself is to be replaced.
  expect(await fast.open()).toEqual([
    expect.stringMatching(/^wearForecast watch \d+$/),
    expect.stringMatching(/^writesAboveRating watch 1777/),
  ]);
  expect(await slow.open()).toEqual([]);
  const counted = await replacements(viewer(now), { by: "model" });
  const ofModel = counted.ends.flatMap(({ ends, shares }) =>
    shares.filter(({ key }) => key === model).map(({ count }) => [ends, count]),
  );
  expect(ofModel).toEqual([
    [end.likely.toISOString().slice(0, 7), 1],
    ["later", 1],
  ]);
  const listed = await listDrives(viewer(now), listDrivesInput.parse({ wearEnds: ["later"], models: [model] }));
  expect(listed.drives.map(({ id }) => id)).toEqual([slow.id]);
});

/** Where the drive is from then on, as an inventory would have it. */
async function place({ id: driveId }: { readonly id: string }, hostId: string, at: Date): Promise<void> {
  await test.db.driveSighting.updateMany({ where: { driveId, endedAt: null }, data: { endedAt: at, lastSeenAt: at } });
  const there = { controllerName: "nvme0", transport: "pcie", firstSeenAt: at, lastSeenAt: at };
  await test.db.driveSighting.create({ data: { driveId, hostId, ...there } });
  await test.db.$transaction((tx) => refreshDriveLists(tx, [driveId]));
}
