import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { letGo } from "../drive/placement/let-go.ts";
import { changeMembers } from "../group/change-members.ts";
import { createGroup } from "../group/create.ts";
import { getHost } from "../host/get.ts";
import { LiveChanges } from "../live/changes.ts";
import { removeDrive } from "../removal/remove-drive.ts";
import { find } from "../search/find.ts";
import { rollUpSamples } from "../telemetry/roll-up.ts";
import { addSamples, sampleOf } from "../telemetry/testing/samples.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { getLifecycle } from "./get.ts";
import { mergeDrives } from "./merge.ts";
import { previewMerge } from "./preview-merge.ts";
import { unmergeDrives } from "./unmerge.ts";
import { workMerges } from "./work-merges.ts";

let test: TestDatabase;
let admin: ServiceContext;
const worker = (at = now): ServiceContext => ({ db: test.db, actor: { kind: "system", label: "worker" }, now: at });
beforeAll(async () => {
  test = await createTestDatabase();
  await addPeople(test.db);
  admin = contextOf(test.db, "admin");
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.fleetGroup.deleteMany();
});

/** In the middle of an hour, two days ago: the drive was known by another model until then, and by the new one from then on. */
const renamedAt = now.getTime() - 2 * dayMs + hourMs / 2;
const minute = 60_000;

/** A record that the host listed until then, and lists no more. */
async function addAway(hostId: string, keeps: string, model: string) {
  const away = await addDrive(test.db, hostId, { model });
  await test.db.drive.update({
    where: { id: away.id },
    data: { firstSeenAt: new Date(renamedAt - 30 * dayMs), lastSeenAt: new Date(renamedAt) },
  });
  await test.db.$transaction((tx) =>
    letGo({ tx, changes: new LiveChanges() }, { hostId, keeps: [keeps], at: new Date(renamedAt) }),
  );
  return away;
}

/** Two records of one drive, of which the older is in no host: two days of samples each, which meet in the middle of an hour. */
async function addPair() {
  const host = await addHost(test.db);
  const into = await addDrive(test.db, host.id);
  const away = await addAway(host.id, into.id, "OLD NAME");
  const units = (hours: number) => ({ dataUnitsWritten: String(hours * 1000), powerOnHours: String(hours) });
  const hours = Array.from({ length: 48 }, (_, hour) => hour);
  await addSamples(test.db, [
    ...hours.map((hour) => sampleOf(away.id, new Date(renamedAt - minute - (47 - hour) * hourMs), units(hour))),
    ...hours
      .slice(0, 40)
      .map((hour) => sampleOf(into.id, new Date(renamedAt + minute + hour * hourMs), units(48 + hour))),
  ]);
  await rollUpSamples(worker());
  return { host, away, into };
}

async function addWork(driveId: string, hostId: string) {
  const since = new Date(renamedAt - dayMs);
  const condition = { driveId, rule: "warningTemperature", severity: "watch", since };
  await test.db.driveCondition.create({ data: { ...condition, endedAt: new Date(renamedAt - hourMs) } });
  await test.db.driveFirmwareChange.create({
    data: { driveId, hostId, hostname: "h", at: since, previous: "F1", firmware: "F2" },
  });
  await test.db.command.create({
    data: { hostId, driveId, kind: "collectNow", payload: {}, expiresAt: now, state: "succeeded" },
  });
  const run = {
    hostname: "h",
    targetLabel: "t",
    planId: "p",
    planName: "Quick check",
    plan: {},
    planHash: "",
    pointsPlanned: 1,
  };
  await test.db.benchmarkRun.create({
    data: { ...run, hostId, driveId, serial: "S", requestedBy: "ada", state: "complete" },
  });
}

const tables = {
  smart_sample: "drive_id",
  smart_hour: "drive_id",
  smart_day: "drive_id",
  drive_sighting: "drive_id",
  drive_firmware_change: "drive_id",
  drive_condition: "drive_id",
  benchmark_run: "drive_id",
  benchmark_run_drive: "drive_id",
  command: "drive_id",
  drive: "id",
  drive_state: "drive_id",
  drive_reading: "drive_id",
  drive_search: "drive_id",
};

/** Every row that is a drive's, as text. */
async function everythingOf(driveId: string): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [table, column] of Object.entries(tables)) {
    const read = await test.db.$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb(t)::text AS row FROM ${table} AS t WHERE ${column} = '${driveId}' ORDER BY 1`,
    );
    rows[table] = read.map(({ row }) => row);
  }
  return rows;
}

const timesOf = async (table: string, driveId: string) =>
  (
    await test.db.$queryRawUnsafe<{ time: Date }[]>(
      `SELECT time FROM ${table} WHERE drive_id = '${driveId}' ORDER BY 1`,
    )
  ).length;
const written = async (driveId: string) => {
  const [row] = await test.db.$queryRaw<{ hours: string; days: string }[]>`
    SELECT (SELECT sum(data_units_written_increase) FROM smart_hour WHERE drive_id = ${driveId}::uuid)::text AS hours,
      (SELECT sum(data_units_written_increase) FROM smart_day WHERE drive_id = ${driveId}::uuid)::text AS days`;
  return row;
};

/** Some rows at a time, as a worker that is cut off again and again would. */
async function workInPieces(): Promise<void> {
  while ((await workMerges(worker(), { limit: 7, batches: 1 })) > 0);
}
const tomorrow = new Date(now.getTime() + 2 * dayMs);

describe("merging two records", () => {
  it("gives the one that is reported all that the other held, and unmerging brings back exactly what was apart", async () => {
    const { host, away, into } = await addPair();
    await addWork(away.id, host.id);
    await addWork(into.id, host.id);
    await rollUpSamples(worker(tomorrow));
    const before = { away: await everythingOf(away.id), into: await everythingOf(into.id) };
    expect(await previewMerge(admin, { awayId: away.id, intoId: into.id })).toMatchObject({
      blockers: [],
      counts: { runs: 1, sightings: 1, commands: 1 },
    });
    const { mergeId } = await mergeDrives(admin, { awayId: away.id, intoId: into.id, note: "new firmware" });
    expect(await test.db.benchmarkRun.count({ where: { driveId: into.id } })).toBe(2);
    expect(await test.db.driveSighting.count({ where: { driveId: into.id } })).toBe(2);
    // The condition of the same rule and time is both records' own.
    expect(await test.db.driveCondition.count({ where: { driveId: into.id, rule: "warningTemperature" } })).toBe(1);
    await workInPieces();
    await rollUpSamples(worker(tomorrow));
    expect(await timesOf("smart_sample", into.id)).toBe(88);
    // 48 hours and 40 hours, of which they share one.
    expect(await timesOf("smart_hour", into.id)).toBe(87);
    // From 0 to 87 thousand units: the step between the two records is counted too.
    expect(await written(into.id)).toEqual({ hours: "87000", days: "87000" });
    const view = await getLifecycle(admin, { driveId: into.id });
    expect(view.merges).toMatchObject([{ state: "merged", drive: { id: away.id }, note: "new firmware" }]);
    expect((await getLifecycle(admin, { driveId: away.id })).mergedInto).toMatchObject({ drive: { id: into.id } });

    await unmergeDrives(admin, { mergeId });
    await workInPieces();
    await rollUpSamples(worker(tomorrow));
    expect(await everythingOf(away.id)).toEqual(before.away);
    expect(await everythingOf(into.id)).toEqual(before.into);
    const actions = await test.db.auditEntry.findMany({ where: { objectId: into.id }, orderBy: { time: "asc" } });
    expect(actions.map(({ action }) => action)).toEqual(["drive.merge", "drive.unmerge"]);
    expect((await test.db.mergedItem.count()) + (await test.db.mergedTime.count())).toBe(0);
  });

  it("leaves what came since with the record that it came to, and can be undone halfway", async () => {
    const { away, into } = await addPair();
    const before = await everythingOf(away.id);
    const { mergeId } = await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    await workMerges(worker(), { limit: 7, batches: 2 });
    expect(await timesOf("smart_sample", into.id)).toBe(54);
    // Late, of an hour that the other record has as well.
    await addSamples(test.db, [sampleOf(into.id, new Date(renamedAt - 3 * hourMs), { dataUnitsWritten: "5" })]);
    await unmergeDrives(admin, { mergeId });
    await workInPieces();
    await rollUpSamples(worker(tomorrow));
    expect((await everythingOf(away.id)).smart_hour).toEqual(before.smart_hour);
    expect(await timesOf("smart_sample", into.id)).toBe(41);
    expect(await timesOf("smart_hour", into.id)).toBe(41);
  });

  it("counts each unit once, wherever the hours of the two records lie, and unmerging leaves no step from the other", async () => {
    const { away, into } = await addPair();
    await test.db.$executeRaw`DELETE FROM smart_sample`;
    await test.db.$executeRaw`DELETE FROM smart_hour`;
    await test.db.$executeRaw`DELETE FROM smart_day`;
    const begin = Math.floor((renamedAt - 5 * dayMs) / dayMs) * dayMs;
    const at = (driveId: string, minutes: number) =>
      sampleOf(driveId, new Date(begin + minutes * minute), { dataUnitsWritten: String(minutes) });
    // The one, the other, and so on, an hour each.
    await addSamples(test.db, [
      ...[10, 50, 130, 170, 330].map((minutes) => at(away.id, minutes)),
      ...[70, 110, 190, 230].map((minutes) => at(into.id, minutes)),
    ]);
    await rollUpSamples(worker());
    const before = { away: await everythingOf(away.id), into: await everythingOf(into.id) };
    expect(await written(into.id)).toEqual({ hours: "160", days: "160" });
    const merge = () => mergeDrives(admin, { awayId: away.id, intoId: into.id });
    const first = await merge();
    await workInPieces();
    await rollUpSamples(worker());
    expect(await written(into.id)).toEqual({ hours: "320", days: "320" });
    await unmergeDrives(admin, first);
    await workInPieces();
    await rollUpSamples(worker());
    expect(await everythingOf(away.id)).toEqual(before.away);
    expect(await everythingOf(into.id)).toEqual(before.into);

    const second = await merge();
    await workInPieces();
    // Late, one of them in an hour behind one of the other record, of which there was none.
    await addSamples(test.db, [at(into.id, 210), at(into.id, 150), at(into.id, 370)]);
    await rollUpSamples(worker());
    expect(await written(into.id)).toEqual({ hours: "360", days: "360" });
    await unmergeDrives(admin, second);
    await workInPieces();
    await rollUpSamples(worker());
    expect(await written(into.id)).toEqual({ hours: "300", days: "300" });
    expect(await everythingOf(away.id)).toEqual(before.away);
  });

  it("takes back two merges into one record with the later first, whose notes have in them what the earlier one brought", async () => {
    const { host, away, into } = await addPair();
    const third = await addAway(host.id, into.id, "THIRD NAME");
    await test.db.$executeRaw`DELETE FROM smart_sample`;
    await test.db.$executeRaw`DELETE FROM smart_hour`;
    await test.db.$executeRaw`DELETE FROM smart_day`;
    const begin = Math.floor((renamedAt - 5 * dayMs) / dayMs) * dayMs;
    const at = (driveId: string, minutes: number) =>
      sampleOf(driveId, new Date(begin + minutes * minute), { dataUnitsWritten: String(minutes) });
    // All three in two hours, and each alone in one.
    await addSamples(test.db, [
      ...[10, 70, 130].map((minutes) => at(away.id, minutes)),
      ...[30, 90, 190].map((minutes) => at(third.id, minutes)),
      ...[50, 110, 250].map((minutes) => at(into.id, minutes)),
    ]);
    const settle = async () => {
      await workInPieces();
      await rollUpSamples(worker());
    };
    await settle();
    const all = () => Promise.all([away, third, into].map(({ id }) => everythingOf(id)));
    const apart = await all();
    const first = await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    await settle();
    const withFirst = await everythingOf(into.id);
    const later = contextOf(test.db, "admin", new Date(now.getTime() + minute));
    const second = await mergeDrives(later, { awayId: third.id, intoId: into.id });
    await settle();
    expect(await written(into.id)).toEqual({ hours: "240", days: "240" });
    expect((await getLifecycle(admin, { driveId: into.id })).merges).toMatchObject([
      { drive: { id: third.id }, later: undefined },
      { drive: { id: away.id }, later: { id: third.id } },
    ]);

    const refused = { message: `THIRD NAME ${third.serial} was merged into this drive later.` };
    await expect(unmergeDrives(later, first)).rejects.toMatchObject({ ...refused, remedy: "Unmerge it first." });
    await unmergeDrives(later, second);
    await expect(unmergeDrives(later, first)).rejects.toMatchObject({
      ...refused,
      remedy: "Wait until it is unmerged.",
    });
    await settle();
    expect(await everythingOf(into.id)).toEqual(withFirst);
    await unmergeDrives(later, first);
    await settle();
    expect(await all()).toEqual(apart);
  });

  it("waits with the history until the last hour of the record is rolled up", async () => {
    const { away, into } = await addPair();
    await addSamples(test.db, [sampleOf(away.id, new Date(renamedAt))]);
    await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    expect(await workMerges(worker())).toBe(0);
    await rollUpSamples(worker());
    expect(await workMerges(worker())).toBeGreaterThan(49);
  });

  it("shows one drive in lists, found by both names, and keeps it in the groups of both", async () => {
    const { away, into } = await addPair();
    const operator = contextOf(test.db, "operator");
    const total = async () => (await listDrives(admin, listDrivesInput.parse({}))).total;
    const { groupId } = await createGroup(operator, { name: "Loan", kind: "drives" });
    await changeMembers(operator, { groupId, add: [away.id] });
    const listed = await total();
    const { mergeId } = await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    expect(await total()).toBe(listed - 1);
    expect((await find(admin, { text: away.serial })).drives).toMatchObject([{ id: into.id }]);
    const members = async () =>
      (await test.db.groupMember.findMany({ where: { groupId } })).map(({ driveId }) => driveId);
    expect(new Set(await members())).toEqual(new Set([away.id, into.id]));
    await unmergeDrives(admin, { mergeId });
    expect(await members()).toEqual([away.id]);
    expect((await find(admin, { text: away.serial })).drives).toMatchObject([{ id: away.id }]);
  });

  it("says on both pages where the record merged away is reported again, and shows it among its host's drives", async () => {
    const { away, into } = await addPair();
    await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    const reported = async () =>
      (await getLifecycle(admin, { driveId: into.id })).merges.map(({ reported }) => reported);
    expect(await reported()).toEqual([undefined]);
    const other = await addHost(test.db);
    const place = { controllerName: "nvme7", transport: "pcie", firstSeenAt: now, lastSeenAt: now };
    await test.db.driveSighting.create({ data: { driveId: away.id, hostId: other.id, ...place } });
    await test.db.$transaction((tx) => refreshDriveLists(tx, [away.id]));
    const there = { hostId: other.id, hostname: other.hostname, since: now };
    expect(await reported()).toEqual([there]);
    const ownPage = await getLifecycle(admin, { driveId: away.id });
    expect(ownPage).toMatchObject({ back: there, mergedInto: { reported: there } });
    expect((await getHost(admin, { hostId: other.id })).drives).toMatchObject([{ id: away.id, lifecycle: "merged" }]);
  });

  it("is refused where both are reported, the other way around, while work waits, and in a chain that is undone from its middle", async () => {
    const { host, away, into } = await addPair();
    const other = await addDrive(test.db, host.id);
    const refusal = (awayId: string, intoId: string) =>
      mergeDrives(admin, { awayId, intoId }).then(
        () => "",
        (error: Error) => error.message,
      );
    expect(await refusal(other.id, into.id)).toContain(
      "A record that is reported while the other is, is another drive.",
    );
    expect(await refusal(into.id, into.id)).toBe("These are one record.");
    await test.db.drive.update({ where: { id: away.id }, data: { lastSeenAt: new Date(now.getTime() + 1) } });
    expect(await refusal(away.id, into.id)).toContain("instead.");
    await test.db.drive.update({ where: { id: away.id }, data: { lastSeenAt: new Date(renamedAt) } });
    const command = { hostId: host.id, driveId: away.id, kind: "format", payload: {}, expiresAt: now };
    const { id } = await test.db.command.create({ data: command });
    expect(await refusal(away.id, into.id)).toContain("A command waits for");
    await test.db.command.delete({ where: { id } });
    await mergeDrives(admin, { awayId: away.id, intoId: into.id });
    expect(await refusal(away.id, other.id)).toContain("was merged into another record");
    expect(await refusal(into.id, other.id)).not.toBe("");
    const removal = { driveId: away.id, runs: "keep" as const, confirmedName: away.serial };
    await expect(removeDrive(admin, removal)).rejects.toThrow("one of two records that were merged");
  });
});
