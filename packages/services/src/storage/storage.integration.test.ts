import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { openPolls } from "@crosspoint/db/queries/open-polls";
import { ensureTimePartitions } from "@crosspoint/db/queries/time-partitions";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { dayMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportAudit } from "../audit/export.ts";
import { listAudit } from "../audit/list.ts";
import { noteFleetDay } from "../fleet/note-day.ts";
import { rollUpSamples } from "../telemetry/roll-up.ts";
import { retentionDefaults } from "../telemetry/rules/retention.ts";
import { addSamples, sampleOf } from "../telemetry/testing/samples.ts";
import { addDrive, addHost, addPeople, addVolume, contextOf, millionLatencies, now } from "../testing/fleet.ts";
import { applyRetention } from "./apply-retention.ts";
import { changeRetention } from "./change-retention.ts";
import { confirmedTime } from "./confirmed-time.ts";
import { forgetVolumes } from "./forget-volumes.ts";
import { getStorage } from "./get.ts";
import { pruneOldIngestedEvents } from "./prune-ingested-events.ts";

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
  await addPeople(db);
  await addHost(db);
});
afterAll(() => test.close());

const system = () => ({ db, actor: { kind: "system", label: "test" } as const, now });
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);

describe("retention", () => {
  it("has its defaults until an admin changes it, which the audit tells", async () => {
    expect((await getStorage(contextOf(db, "viewer"))).retention).toEqual(retentionDefaults);
    const wanted = { ...retentionDefaults, keepSamplesDays: 60, keepDaysDays: 3650 };
    await expect(changeRetention(contextOf(db, "operator"), wanted)).rejects.toMatchObject({ code: "forbidden" });
    await changeRetention(contextOf(db, "admin"), wanted);
    const { retention, changed } = await getStorage(contextOf(db, "viewer"));
    expect([retention, changed]).toEqual([wanted, { at: now, by: "admin@example.net" }]);
    const { entries } = await listAudit(contextOf(db, "operator"), { action: "storage." });
    expect(entries).toMatchObject([
      {
        actor: "admin@example.net",
        detail: { keepSamplesDays: "30 days → 60 days", keepDaysDays: "forever → 3650 days" },
      },
    ]);
    await changeRetention(contextOf(db, "admin"), retentionDefaults);
  });

  it.each([
    [{ keepSamplesDays: 800 }, "keepHoursDays"],
    [{ keepDaysDays: 700 }, "keepDaysDays"],
  ])("keeps what is made of something longer than that: %j", async (wrong, path) => {
    await expect(changeRetention(contextOf(db, "admin"), { ...retentionDefaults, ...wrong })).rejects.toMatchObject({
      code: "invalid",
      fields: [{ path }],
    });
  });

  it("drops samples of old days once they are rolled up, and not before", async () => {
    const driveId = randomUUID();
    await ensureTimePartitions(db, "smart_sample", daysAgo(45), daysAgo(40));
    const times = [45, 40, 29].map(daysAgo);
    await addSamples(
      db,
      times.map((time) => sampleOf(driveId, time)),
    );
    // Of the six days from 45 to 40 days ago, two hold samples that are not rolled up.
    expect(await applyRetention(system())).toBe(4);
    expect(await db.smartSample.count({ where: { driveId } })).toBe(3);
    await rollUpSamples(system());
    // The sample of 29 days ago is within the 30.
    expect(await applyRetention(system())).toBe(2);
    expect((await db.smartSample.findMany({ where: { driveId } })).map(({ time }) => time)).toEqual([times[2]]);
    expect([await db.smartHour.count({ where: { driveId } }), await db.smartDay.count({ where: { driveId } })]).toEqual(
      [3, 3],
    );
    expect(await applyRetention(system())).toBe(0);
  });

  it("removes histograms of the seconds of old runs, but of points that have no other", async () => {
    const [old, recent] = [await run(daysAgo(181)), await run(daysAgo(179))];
    expect(await applyRetention(system())).toBe(1);
    const kept = async (runId: string) =>
      (await db.pointSecond.findMany({ where: { runId }, orderBy: { pointSequence: "asc" } })).map(
        ({ histogram, operations }) => [histogram !== null, operations],
      );
    // Point 0 has its result; point 1 was cut off.
    expect(await kept(old)).toEqual([
      [false, 1_000_000n],
      [true, 1_000_000n],
    ]);
    expect(await kept(recent)).toEqual([
      [true, 1_000_000n],
      [true, 1_000_000n],
    ]);
    expect(await applyRetention(system())).toBe(0);
  });

  it("removes commands a year after their end, but those of runs and those that are under way", async () => {
    const host = await addHost(db);
    const command = (days: number, state: "succeeded" | "pending") => ({
      hostId: host.id,
      kind: "collectNow",
      payload: {},
      state,
      requestedAt: daysAgo(days),
      expiresAt: daysAgo(days - 1),
      finishedAt: state === "pending" ? null : daysAgo(days),
    });
    const add = (data: ReturnType<typeof command>) => db.command.create({ data });
    const ids = [
      await add(command(366, "succeeded")),
      await add(command(366, "pending")),
      await add(command(364, "succeeded")),
      await add(command(400, "succeeded")),
    ].map(({ id }) => id);
    const ofRun = await run(now);
    await db.benchmarkRun.update({ where: { id: ofRun }, data: { commandId: ids[3] ?? null } });
    expect(await applyRetention(system())).toBe(1);
    const left = (await db.command.findMany({ select: { id: true } })).map(({ id }) => id);
    expect(left.toSorted()).toEqual(ids.slice(1).toSorted());
  });

  it("removes nothing by a clock that jumped ahead, whether it was there as hosts were heard or not", async () => {
    const host = await addHost(db);
    const command = { hostId: host.id, kind: "collectNow", payload: {}, state: "succeeded" } as const;
    const { id } = await db.command.create({
      data: { ...command, requestedAt: daysAgo(10), expiresAt: daysAgo(9), finishedAt: daysAgo(9) },
    });
    const eventId = randomUUID();
    await db.ingestedEvent.create({ data: { hostId: host.id, eventId, receivedAt: daysAgo(10) } });
    const volume = await addVolume(db, host.id, []);
    await db.volume.update({ where: { id: volume.id }, data: { endedAt: daysAgo(10) } });
    await db.fleetDay.create({ data: { day: daysAgo(10), verdictRank: 0, drives: 1 } });
    const ahead = new Date(now.getTime() + 400 * dayMs);
    const keptAhead = async () => {
      const context = { ...system(), now: ahead };
      for (const verb of [applyRetention, pruneOldIngestedEvents, forgetVolumes, noteFleetDay]) await verb(context);
      return [
        await db.command.count({ where: { id } }),
        await db.ingestedEvent.count({ where: { eventId } }),
        await db.volume.count(),
        await db.fleetDay.count({ where: { day: { lt: now } } }),
      ];
    };
    expect(await keptAhead()).toEqual([1, 1, 1, 1]);
    // A poll is a word, and does not say what the host's own clock is.
    await openPolls(db, [host.agentKeyHash], ahead);
    expect(await keptAhead()).toEqual([1, 1, 1, 1]);
    const heard = { lastSeenAt: ahead, clockSkewMs: BigInt(now.getTime() - ahead.getTime()) };
    await db.host.update({ where: { id: host.id }, data: heard });
    expect(await keptAhead()).toEqual([1, 1, 1, 1]);
    // The host on the server's own machine says what that does, and another does not.
    const other = await addHost(db);
    await db.host.update({ where: { id: host.id }, data: { clockSkewMs: 0n } });
    await db.host.update({ where: { id: other.id }, data: heard });
    expect(await keptAhead()).toEqual([1, 1, 1, 1]);
    await db.host.delete({ where: { id: other.id } });
    expect(await keptAhead()).toEqual([0, 0, 0, 0]);
    await db.host.delete({ where: { id: host.id } });
  });

  it("goes by the hosts heard since a clock that had jumped ahead was set right, whatever one says that was not heard since", async () => {
    // Thirty days ago, by its own clock.
    const heard = { lastSeenAt: new Date(now.getTime() + 400 * dayMs), clockSkewMs: BigInt(-430 * dayMs) };
    const host = await db.host.update({ where: { id: (await addHost(db)).id }, data: heard });
    expect(await confirmedTime(system())).toEqual(now);
    await db.host.delete({ where: { id: host.id } });
  });

  it("removes the rest where a part of it cannot be removed, and says so", async () => {
    const host = await addHost(db);
    const command = { hostId: host.id, kind: "collectNow", payload: {}, state: "succeeded" } as const;
    await db.command.create({
      data: { ...command, requestedAt: daysAgo(400), expiresAt: daysAgo(400), finishedAt: daysAgo(400) },
    });
    await test.owner.$executeRaw`ALTER TABLE smart_sample RENAME TO smart_sample_away`;
    await expect(applyRetention(system())).rejects.toThrow(/could not be removed/);
    await test.owner.$executeRaw`ALTER TABLE smart_sample_away RENAME TO smart_sample`;
    expect(await db.command.count({ where: { hostId: host.id } })).toBe(0);
  });

  it("removes changes of firmware after two years, whatever is set for commands", async () => {
    const drive = await addDrive(db, (await addHost(db)).id);
    await db.driveFirmwareChange.createMany({
      data: [731, 729].map((days) => ({
        driveId: drive.id,
        at: daysAgo(days),
        previous: "E201",
        firmware: "E202",
        hostname: "h",
      })),
    });
    expect(await applyRetention(system())).toBe(1);
    const left = await db.driveFirmwareChange.findMany({ where: { driveId: drive.id } });
    expect(left.map(({ at }) => at)).toEqual([daysAgo(729)]);
  });

  /** A run of two points with a second each; the result of the second point never arrived. */
  async function run(finishedAt: Date): Promise<string> {
    const histogram = Buffer.from(millionLatencies, "base64");
    const figures = { operations: 1_000_000n, bytes: 4_096_000_000n };
    const { id } = await db.benchmarkRun.create({
      data: {
        hostname: "h",
        targetLabel: "t",
        planId: "p",
        planName: "P",
        plan: {},
        planHash: "0",
        pointsPlanned: 2,
        requestedBy: "a",
        requestedAt: finishedAt,
        state: "interrupted",
        finishedAt,
        points: {
          create: [
            {
              ...{ sequence: 0, stepPath: [0], spec: {}, workloadKey: "k", state: "complete" },
              directions: {
                create: [{ direction: "read", ...figures, bytes: "4096000000", iops: 1, bytesPerSecond: 1, histogram }],
              },
            },
            { sequence: 1, stepPath: [0], spec: {}, workloadKey: "k", state: "interrupted" },
          ],
        },
      },
    });
    const second = { runId: id, ramp: false, second: 0, direction: "read" as const, time: finishedAt, elapsedNs: 1n };
    await db.pointSecond.createMany({
      data: [0, 1].map((pointSequence) => ({ ...second, pointSequence, ...figures, histogram })),
    });
    return id;
  }
});

describe("storage", () => {
  it("tells what takes how much, partitions added up, and how far back it reaches", async () => {
    const { amounts, databaseBytes } = await getStorage(contextOf(db, "viewer"));
    const kinds = amounts.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(
      [
        ...["audit", "commands", "days", "eventIds", "firmwareChanges", "fleet"],
        ...["hours", "other", "results", "samples", "seconds"],
      ].toSorted(),
    );
    const total = amounts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBe(databaseBytes);
    expect(amounts.find(({ kind }) => kind === "other")?.bytes).toBeGreaterThan(100_000);
    expect(amounts.map(({ bytes }) => bytes)).toEqual(amounts.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  });
});

describe("storage of a table", () => {
  it("counts what was written since, and reaches back to what lies in no partition of its own yet", async () => {
    await db.smartSample.deleteMany();
    const old = new Date("2021-03-04T05:06:07Z");
    await addSamples(db, [sampleOf(randomUUID(), old), sampleOf(randomUUID(), daysAgo(1))]);
    const samples = async () =>
      (await getStorage(contextOf(db, "viewer"))).amounts.find(({ kind }) => kind === "samples");
    expect(await samples()).toMatchObject({ since: old });
    // PostgreSQL counts a moment later.
    await expect.poll(async () => (await samples())?.rows ?? 0, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  });
});

describe("the audit as a file", () => {
  it("has each entry of a time once, a line each, and says that it was taken", async () => {
    const entry = (index: number) => ({
      time: new Date(Date.UTC(2025, 0, 1) + (index % 3)),
      actorLabel: "a@example.net",
      action: "host.collectNow",
      objectKind: "host",
      objectId: String(index),
    });
    await db.auditEntry.createMany({ data: Array.from({ length: 2500 }, (_, index) => entry(index)) });
    const range = { since: new Date("2025-01-01T00:00:00Z"), until: new Date("2025-01-02T00:00:00Z") };
    const file = await exportAudit(contextOf(db, "operator"), range);
    let text = "";
    for await (const part of file.parts) text += part;
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ objectId }) => objectId)).size).toBe(2500);
    expect(lines).toHaveLength(2500);
    expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).toSorted());
    expect(file.name).toBe("crosspoint-audit-2025-01-02.ndjson");
    const { entries } = await listAudit(contextOf(db, "operator"), { action: "audit." });
    expect(entries).toMatchObject([{ action: "audit.export", actor: "operator@example.net" }]);
    await expect(exportAudit(contextOf(db, "viewer"), range)).rejects.toMatchObject({ code: "forbidden" });
  });
});
