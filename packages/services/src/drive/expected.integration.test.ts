import { countDrives } from "@crosspoint/db/queries/count-drives";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { find } from "../search/find.ts";
import { addDrive, addHost, addPeople, contextOf } from "../testing/fleet.ts";
import { listDrives, listDrivesInput } from "./list.ts";

let test: TestDatabase;
let hostId: string;
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  hostId = (await addHost(test.db)).id;
});
afterAll(() => test.close());

/** Counts by kind and value, without those of the host and the product. */
async function counts(): Promise<Record<string, number>> {
  const groups = await countDrives(test.db, 100);
  const asked = groups.filter(({ kind }) => kind !== "host" && kind !== "model" && kind !== "firmware");
  return Object.fromEntries(asked.map(({ kind, value, count }) => [`${kind} ${value}`.trim(), count]));
}

const listed = async () => (await listDrives(contextOf(test.db, "viewer"), listDrivesInput.parse({}))).total;

it("counts and lists the drives that are expected to be there, and counts all by their lifecycle", async () => {
  const [gone, there] = [await addDrive(test.db, hostId, { serial: "GONE1" }), await addDrive(test.db, hostId)];
  const change = async (driveId: string, data: object) => {
    await test.db.drive.update({ where: { id: driveId }, data });
    await test.db.$transaction((tx) => refreshDriveLists(tx, [driveId]));
  };
  await change(gone.id, { tags: ["lab", "loan"] });
  await change(there.id, { tags: ["lab"], lifecycle: "spare" });
  expect(await counts()).toEqual({
    all: 2,
    "verdict 6": 2,
    "lifecycle inService": 1,
    "lifecycle spare": 1,
    "tag lab": 2,
    "tag loan": 1,
  });
  await change(gone.id, { lifecycle: "retired" });
  const left = { all: 1, "verdict 6": 1, "lifecycle spare": 1, "tag lab": 1 };
  expect(await counts()).toEqual({ ...left, "lifecycle retired": 1 });
  expect(await listed()).toBe(1);
  expect((await find(contextOf(test.db, "viewer"), { text: "gone1" })).drives).toHaveLength(1);
  await change(gone.id, { lifecycle: "merged" });
  expect((await find(contextOf(test.db, "viewer"), { text: "gone1" })).drives).toEqual([]);
  await test.db.drive.delete({ where: { id: gone.id } });
  expect(await counts()).toEqual(left);
  await change(there.id, { lifecycle: "inService" });
  expect(await counts()).toEqual({ all: 1, "verdict 6": 1, "lifecycle inService": 1, "tag lab": 1 });
});

it("marks for the groups a drive that came, and one of which something changed that they go by", async () => {
  await test.db.groupMark.deleteMany();
  const drive = await addDrive(test.db, hostId);
  const { id } = drive;
  const marks = async () => (await test.db.groupMark.findMany()).map(({ driveId }) => driveId);
  expect(new Set(await marks())).toEqual(new Set([id]));
  await test.db.groupMark.deleteMany();
  await test.db.driveState.update({ where: { driveId: id }, data: { verdictRank: 1 } });
  expect(await marks()).toEqual([]);
  await test.db.driveState.update({ where: { driveId: id }, data: { tags: ["lab"] } });
  await test.db.host.update({ where: { id: hostId }, data: { rack: "R1" } });
  await test.db.host.update({ where: { id: hostId }, data: { lastSeenAt: new Date() } });
  expect(await test.db.groupMark.findMany({ select: { driveId: true, hostId: true } })).toEqual([
    { driveId: id, hostId: null },
    { driveId: null, hostId },
  ]);
});
