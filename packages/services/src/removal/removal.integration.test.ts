import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { refreshDriveLists } from "@crosspoint/db/queries/refresh-drive-lists";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hashSecret } from "../access/rules/secrets.ts";
import type { ServiceContext } from "../context.ts";
import { getDrive } from "../drive/get.ts";
import { listDrives, listDrivesInput } from "../drive/list.ts";
import { getFleet } from "../fleet/get.ts";
import { AgentKeys } from "../host/agent-keys.ts";
import { authenticateAgent } from "../host/authenticate-agent.ts";
import { createEnrollmentToken } from "../host/create-enrollment-token.ts";
import { enrollHost } from "../host/enroll.ts";
import { revokeKey } from "../host/revoke-key.ts";
import { find } from "../search/find.ts";
import { rollUpSamples } from "../telemetry/roll-up.ts";
import { addSamples, sampleOf } from "../telemetry/testing/samples.ts";
import { addDrive, addHost, addPeople, contextOf, now } from "../testing/fleet.ts";
import { listRemovals } from "./list.ts";
import { previewDriveRemoval, previewHostRemoval } from "./preview.ts";
import { removeDrive } from "./remove-drive.ts";
import { removeHost } from "./remove-host.ts";
import { workRemovals } from "./work.ts";

let test: TestDatabase;
let db: Database;
let admin: ServiceContext;
const worker = (): ServiceContext => ({ db, actor: { kind: "system", label: "worker" }, now });
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
  await addPeople(db);
  admin = contextOf(db, "admin");
});
afterAll(() => test.close());
beforeEach(async () => {
  await workRemovals(worker());
  await db.host.deleteMany();
  await db.benchmarkRun.deleteMany();
  await db.drive.deleteMany();
  await db.savedComparison.deleteMany();
  for (const table of [
    "smart_sample",
    "smart_hour",
    "smart_day",
    "smart_hour_mark",
    "smart_day_mark",
    "point_second",
  ]) {
    await db.$executeRawUnsafe(`DELETE FROM ${table}`);
  }
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

async function addRun(
  hostId: string,
  driveId: string,
  seconds = 0,
  state: "complete" | "running" | "queued" = "complete",
) {
  const { id } = await db.benchmarkRun.create({
    data: {
      ...run,
      hostId,
      driveId,
      serial: "S",
      requestedBy: "ada",
      state,
      queuePlace: state === "queued" ? 1 : null,
    },
  });
  await db.$executeRaw`
    INSERT INTO point_second (run_id, point_sequence, ramp, second, direction, time, elapsed_ns, operations, bytes, histogram)
    SELECT ${id}::uuid, point, false, second, 'read', now(), 1, 1, 1, '' FROM generate_series(0, 1) AS point, generate_series(1, ${seconds}) AS second`;
  return id;
}

/** A sample every hour of some days, and one of this hour. All are rolled up but the last two: their hours have not settled. */
async function addHistory(driveIds: readonly string[], days = 2): Promise<void> {
  const from = now.getTime() - days * dayMs;
  const times = Array.from({ length: days * 24 }, (_, hour) => new Date(from + hour * hourMs));
  await addSamples(
    db,
    driveIds.flatMap((driveId) => [...times, now].map((time) => sampleOf(driveId, time))),
  );
  await rollUpSamples(worker());
}

/** Rows of what grows with drives and runs. */
async function rowsOf(driveId: string): Promise<Record<string, number>> {
  const [counted] = await db.$queryRaw<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM smart_sample WHERE drive_id = ${driveId}::uuid) AS samples,
      (SELECT count(*)::int FROM smart_hour WHERE drive_id = ${driveId}::uuid) AS hours,
      (SELECT count(*)::int FROM smart_day WHERE drive_id = ${driveId}::uuid) AS days,
      (SELECT count(*)::int FROM smart_hour_mark WHERE drive_id = ${driveId}::uuid)
        + (SELECT count(*)::int FROM smart_day_mark WHERE drive_id = ${driveId}::uuid) AS marks`;
  return counted ?? {};
}
const none = { samples: 0, hours: 0, days: 0, marks: 0 };

/** A host that is locked out, the drive that it had, a drive that moved on to another host, and that host. */
async function addShelf() {
  const [host, other] = [await addHost(db), await addHost(db)];
  const [own, moved] = [await addDrive(db, host.id), await addDrive(db, other.id)];
  const before = new Date(now.getTime() - dayMs);
  const place = {
    controllerName: "nvme1",
    transport: "pcie",
    firstSeenAt: before,
    lastSeenAt: before,
    endedAt: before,
  };
  await db.driveSighting.create({ data: { ...place, hostId: host.id, driveId: moved.id } });
  await revokeKey(admin, { hostId: host.id });
  return { host, other, own, moved };
}

/** What a host says that lists a drive which another one has, or had until now. */
const claim = (hostId: string, driveId: string) =>
  db.driveClaim.create({ data: { hostId, driveId, since: now, lastSeenAt: now, observation: {}, shared: false } });

describe("removing a host", () => {
  it("keeps drives, samples and runs under its name, and lets its commands go", async () => {
    const { host, own } = await addShelf();
    await addHistory([own.id]);
    const runId = await addRun(host.id, own.id, 3);
    await db.command.create({ data: { hostId: host.id, kind: "collectNow", payload: {}, expiresAt: now } });
    const before = await rowsOf(own.id);
    await removeHost(admin, { hostId: host.id, history: "keep" });
    expect(await listRemovals(admin), "nothing is left to delete").toEqual([]);
    expect(await workRemovals(worker())).toBe(0);
    expect(await db.auditEntry.findFirst({ where: { action: "host.remove", objectId: host.id } })).toMatchObject({
      detail: { hostname: host.hostname, history: "keep", runsKept: 1, commandsDeleted: 1 },
    });
    expect(await db.host.count({ where: { id: host.id } })).toBe(0);
    expect(await db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({
      hostId: null,
      driveId: own.id,
      hostname: "h",
    });
    expect(await db.drive.count({ where: { id: own.id } })).toBe(1);
    expect(await rowsOf(own.id)).toEqual(before);
    expect(before).toMatchObject({ samples: 49, hours: 47, days: 2 });
    expect(await db.command.count()).toBe(0);
  });

  it("leaves its drives the name of the host that they were in last, by which they are found", async () => {
    const { host, other, own } = await addShelf();
    const { hostname } = host;
    const before = new Date(now.getTime() - dayMs);
    const place = { controllerName: "nvme1", transport: "pcie", firstSeenAt: before, lastSeenAt: before };
    await db.driveSighting.create({ data: { ...place, hostId: other.id, driveId: own.id, endedAt: before } });
    const found = async () => {
      const { drives } = await listDrives(admin, listDrivesInput.parse({ search: hostname }));
      return drives.map(({ id, host: at, lastHostname }) => ({ id, at, lastHostname }));
    };
    const lastPlace = async () => (await getDrive(admin, { driveId: own.id })).lastPlace;
    expect(await found()).toEqual([{ id: own.id, at: undefined, lastHostname: hostname }]);
    expect(await lastPlace()).toEqual({ hostId: host.id, hostname, until: now });
    await removeHost(admin, { hostId: host.id, history: "keep" });
    // Whatever changes of them afterward: the place before, in a host that is still there, is not the last one.
    await db.$transaction((tx) => refreshDriveLists(tx, [own.id]));
    expect(await found()).toEqual([{ id: own.id, at: undefined, lastHostname: hostname }]);
    const gone = { hostId: undefined, hostname, until: now };
    expect(await lastPlace()).toEqual(gone);
    const { drivesInNeed } = await getFleet(admin);
    expect(drivesInNeed[0]).toMatchObject({ id: own.id, hostname: undefined, lastPlace: gone });
    expect((await find(admin, { text: hostname })).drives).toMatchObject([{ id: own.id, hostname: null }]);
    expect((await find(admin, { text: own.id })).drives).toMatchObject([{ id: own.id, hostname: null }]);
  });

  it("takes its drives and every run on it with it, where history goes, but no drive that another host has", async () => {
    const { host, other, own, moved } = await addShelf();
    await addHistory([own.id, moved.id]);
    const onOwn = await addRun(host.id, own.id, 3);
    const onMoved = await addRun(host.id, moved.id);
    const elsewhere = await addRun(other.id, moved.id);
    await db.savedComparison.createMany({
      data: [`series=run:${onMoved}`, `series=run:${elsewhere}`].map((query, at) => ({
        ...{ name: String(at), query, owner: "ada", createdAt: now, updatedAt: now },
      })),
    });
    const link = { query: "", createdBy: "ada", creatorName: "Ada", createdAt: now, compared: { runs: [onOwn] } };
    await db.comparisonShare.createMany({
      data: [-1, 1].map((days) => ({
        ...{ ...link, tokenHash: randomUUID(), expiresAt: new Date(now.getTime() + days * dayMs) },
      })),
    });
    expect(await previewHostRemoval(admin, { hostId: host.id })).toEqual({
      drives: 1,
      ...{ samples: 49, hours: 47, days: 2 },
      since: new Date(now.getTime() - (now.getTime() % dayMs) - 2 * dayMs),
      runs: 2,
      commands: 0,
      comparisons: 1,
      // The other one has expired.
      shares: 1,
    });
    // In no host now, and in the other one last.
    await revokeKey(admin, { hostId: other.id });
    await removeHost(admin, { hostId: host.id, history: "delete", confirmedName: host.hostname });
    expect(await db.drive.findMany({ select: { id: true } })).toEqual([{ id: moved.id }]);
    await workRemovals(worker());
    expect(await db.benchmarkRun.findMany({ select: { id: true } })).toEqual([{ id: elsewhere }]);
    expect(await rowsOf(own.id)).toEqual(none);
    expect(await rowsOf(moved.id)).toMatchObject({ samples: 49, hours: 47, days: 2 });
    expect(await db.$queryRaw`SELECT count(*)::int AS left FROM point_second`).toEqual([{ left: 0 }]);
    const entry = await db.auditEntry.findFirstOrThrow({ where: { action: "host.remove", objectId: host.id } });
    expect(entry).toMatchObject({
      actorLabel: "admin@example.net",
      detail: {
        ...{ hostname: host.hostname, history: "delete", drivesDeleted: 1, runsDeleted: 2 },
        ...{ samplesDeleted: 49, hoursDeleted: 47, daysDeleted: 2, commandsDeleted: 0 },
      },
    });
  });

  it("leaves a drive that another host lists to that one, which has not been given it yet", async () => {
    const { host, other, own } = await addShelf();
    await addHistory([own.id]);
    await claim(other.id, own.id);
    expect(await previewHostRemoval(admin, { hostId: host.id })).toMatchObject({ drives: 0, samples: 0 });
    await removeHost(admin, { hostId: host.id, history: "delete", confirmedName: host.hostname });
    await workRemovals(worker());
    expect(await db.drive.count({ where: { id: own.id } })).toBe(1);
    expect(await rowsOf(own.id)).toMatchObject({ samples: 49, hours: 47, days: 2 });
  });

  it("is refused while its agent may report, while a run goes on, and without its name", async () => {
    const { host, other, own } = await addShelf();
    const gone = { hostId: host.id, history: "delete" as const };
    await expect(removeHost(admin, { hostId: other.id, history: "keep" })).rejects.toMatchObject({
      code: "conflict",
      message: `The agent on ${other.hostname} may still report.`,
    });
    await expect(removeHost(admin, gone)).rejects.toMatchObject({ code: "invalid" });
    await expect(removeHost(admin, { ...gone, confirmedName: "other" })).rejects.toThrow(
      `"other" is not ${host.hostname}`,
    );
    const runId = await addRun(host.id, own.id, 0, "running");
    for (const history of ["keep", "delete"] as const) {
      await expect(removeHost(admin, { hostId: host.id, history, confirmedName: host.hostname })).rejects.toThrow(
        "Quick check is running on t.",
      );
    }
    await expect(removeHost(admin, { hostId: randomUUID(), history: "keep" })).rejects.toMatchObject({
      code: "notFound",
    });
    expect(await db.host.count()).toBe(2);
    expect(await db.removal.count({ where: { name: host.hostname } })).toBe(0);
    expect(await db.benchmarkRun.count({ where: { id: runId } })).toBe(1);
  });

  it("is what its agent is told when it reports later", async () => {
    const { host } = await addShelf();
    await db.host.update({ where: { id: host.id }, data: { agentKeyHash: hashSecret("cpk_removed") } });
    await removeHost(admin, { hostId: host.id, history: "keep" });
    await expect(authenticateAgent({ db, keys: new AgentKeys(db) }, hashSecret("cpk_removed"))).rejects.toMatchObject({
      code: "unauthenticated",
      message: `The host ${host.hostname} was removed at ${now.toISOString()}.`,
    });
    await expect(authenticateAgent({ db, keys: new AgentKeys(db) }, hashSecret("cpk_other"))).rejects.toThrow(
      "The agent key is not known.",
    );
  });
});

describe("a removed host", () => {
  it("is let in again by a new token only, as a new host", async () => {
    const { host } = await addShelf();
    const { installationId, hostname } = host;
    const old = await createEnrollmentToken({ ...admin, now: new Date(now.getTime() - 1000) }, { uses: 5 });
    await removeHost(admin, { hostId: host.id, history: "keep" });
    const anonymous: ServiceContext = { db, actor: { kind: "anonymous" }, now };
    const enroll = (token: string) =>
      enrollHost(anonymous, { token, installationId, hostname, agentVersion: "0.1.0" }, "127.0.0.1");
    await expect(enroll(old.token)).rejects.toMatchObject({
      code: "unauthenticated",
      message: `The host ${hostname} was removed at ${now.toISOString()}, and this token is older than that.`,
    });
    expect(await db.enrollmentToken.findMany({ select: { usesLeft: true } })).toEqual([{ usesLeft: 5 }]);
    const fresh = await createEnrollmentToken({ ...admin, now: new Date(now.getTime() + 1) }, { uses: 1 });
    expect((await enroll(fresh.token)).hostId).not.toBe(host.id);
  });
});

describe("removing a drive", () => {
  it("takes its samples and conditions with it, keeps its runs, and is a new drive should it come back", async () => {
    const { host, own } = await addShelf();
    await addHistory([own.id]);
    const runId = await addRun(host.id, own.id, 3);
    await removeDrive(admin, { driveId: own.id, runs: "keep", confirmedName: own.serial });
    await workRemovals(worker());
    expect(await db.benchmarkRun.findUnique({ where: { id: runId } })).toMatchObject({ driveId: null, serial: "S" });
    expect(await db.$queryRaw`SELECT count(*)::int AS left FROM point_second`).toEqual([{ left: 6 }]);
    expect(await rowsOf(own.id)).toEqual(none);
    const again = await addDrive(db, host.id, { model: own.model, serial: own.serial });
    expect(again.id).not.toBe(own.id);
    expect(await rowsOf(again.id)).toEqual(none);
    expect(await auditedRemovals(own.id)).toEqual([
      {
        actorLabel: "admin@example.net",
        objectKind: "drive",
        detail: {
          ...{ drive: `${own.model} ${own.serial}`, runsKept: 1 },
          ...{ samplesDeleted: 49, hoursDeleted: 47, daysDeleted: 2 },
        },
      },
    ]);
  });

  it("takes its runs with it where that is asked for", async () => {
    const { host, own } = await addShelf();
    await addRun(host.id, own.id, 3);
    expect(await previewDriveRemoval(admin, { driveId: own.id })).toMatchObject({ drives: 1, samples: 0, runs: 1 });
    await removeDrive(admin, { driveId: own.id, runs: "delete", confirmedName: own.serial });
    await workRemovals(worker());
    expect(await db.benchmarkRun.count()).toBe(0);
    expect(await db.$queryRaw`SELECT count(*)::int AS left FROM point_second`).toEqual([{ left: 0 }]);
    expect(await auditedRemovals(own.id)).toMatchObject([{ detail: { runsDeleted: 1, samplesDeleted: 0 } }]);
  });

  it("is refused while it is in a host, while a run works on it, and without its serial", async () => {
    const { host, other, own, moved } = await addShelf();
    await expect(removeDrive(admin, { driveId: moved.id, runs: "keep", confirmedName: moved.serial })).rejects.toThrow(
      `${moved.model} ${moved.serial} is in ${other.hostname}, which would report it again.`,
    );
    await claim(other.id, own.id);
    await expect(removeDrive(admin, { driveId: own.id, runs: "keep", confirmedName: own.serial })).rejects.toThrow(
      `${own.model} ${own.serial} is in ${other.hostname}, which would report it again.`,
    );
    await db.driveClaim.updateMany({ data: { dismissedAt: now } });
    await expect(removeDrive(admin, { driveId: own.id, runs: "keep" })).rejects.toMatchObject({ code: "invalid" });
    await addRun(host.id, own.id, 0, "running");
    await expect(
      removeDrive(admin, { driveId: own.id, runs: "keep", confirmedName: own.serial }),
    ).rejects.toMatchObject({ code: "conflict", remedy: "Cancel the run first, on its page." });
    expect(await db.drive.count()).toBe(2);
    expect(await auditedRemovals(own.id)).toEqual([]);
  });

  const auditedRemovals = (objectId: string) =>
    db.auditEntry.findMany({
      where: { action: "drive.remove", objectId },
      select: { actorLabel: true, objectKind: true, detail: true },
    });
});

describe("the worker's part", () => {
  it("goes in batches, says how far it is, and goes on where it was cut off", async () => {
    const { host, own } = await addShelf();
    await addHistory([own.id]);
    await addRun(host.id, own.id, 25);
    await removeHost(admin, { hostId: host.id, history: "delete", confirmedName: host.hostname });
    const progress = async () => (await listRemovals(contextOf(db, "viewer")))[0];
    expect(await progress()).toMatchObject({
      kind: "host",
      name: host.hostname,
      samplesTotal: 49,
      samplesRemoved: 0,
      runsTotal: 1,
    });
    // The first batch begins, each other one takes 20 rows.
    expect(await workRemovals(worker(), { limit: 20, batches: 3 })).toBe(40);
    expect(await progress()).toMatchObject({ samplesRemoved: 40, runsRemoved: 0 });
    expect((await rowsOf(own.id)).samples).toBe(9);
    // 9 samples, 47 hours and 2 days are 58 rows: two full batches and one that is not, which ends the drive.
    expect(await workRemovals(worker(), { limit: 20, batches: 3 })).toBe(58);
    expect(await rowsOf(own.id)).toEqual(none);
    // 50 seconds of two points: two full batches, and one with the run itself.
    expect(await workRemovals(worker(), { limit: 20, batches: 2 })).toBe(40);
    expect(await db.benchmarkRun.count()).toBe(1);
    expect(await workRemovals(worker(), { limit: 20 })).toBe(11);
    expect(await db.benchmarkRun.count()).toBe(0);
    expect(await progress()).toBeUndefined();
    expect(await workRemovals(worker())).toBe(0);
  });

  it("is done by one worker at a time, and neither doubles nor leaves anything where many are at it", async () => {
    const { host, own } = await addShelf();
    await addHistory([own.id]);
    await removeHost(admin, { hostId: host.id, history: "delete", confirmedName: host.hostname });
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.all([1, 2, 3].map(() => workRemovals(worker(), { limit: 7, batches: 1 })));
    }
    const { samplesRemoved, samplesTotal, finishedAt } = await db.removal.findFirstOrThrow({
      where: { name: host.hostname },
    });
    expect([samplesRemoved, samplesTotal]).toEqual([49n, 49n]);
    expect(finishedAt).not.toBeNull();
    expect(await rowsOf(own.id)).toEqual(none);
  });
});
