import { randomUUID } from "node:crypto";
import { addMarks } from "@crosspoint/db/queries/rollup-marks";
import { ensureTimePartitions } from "@crosspoint/db/queries/time-partitions";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import type { EnrollResponse, ReportResponse } from "@crosspoint/protocol";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { hasSimulatedHosts } from "@crosspoint/services/host/has-simulated";
import { revokeKey } from "@crosspoint/services/host/revoke-key";
import { loadSamples } from "@crosspoint/services/simulation/load-samples";
import { forgetRecordedRuns, recordRun } from "@crosspoint/services/simulation/record-run";
import { rollUpSamples } from "@crosspoint/services/telemetry/roll-up";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environment, eventOf, inventory, observation, smart } from "./testing/events.ts";
import { json, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

const minuteMs = 60_000;
let gateway: TestGateway;
const actor = { kind: "system", label: "test" } as const;
const context = () => ({ db: gateway.db, actor, now: gateway.clock.now });
const simulatedDrive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "SIMULATED-0000000001" };

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

async function enrollSimulated(hostname: string, installationId: string = randomUUID()) {
  const { token } = await createEnrollmentToken(context(), { simulated: true });
  return gateway.call<EnrollResponse>(
    "POST",
    "/agent/v1/enroll",
    json({ token, installationId, hostname, agentVersion: "fleetsim" }),
  );
}

/** Reports as the host of a key; the test agent's own host is real. */
const reportAs = (agentKey: string, ...events: unknown[]) =>
  gateway.call<ReportResponse>(
    "POST",
    "/agent/v1/reports",
    json({ agentTimeMs: gateway.clock.now.getTime(), events }, { authorization: `Bearer ${agentKey}` }),
  );

const nowMs = () => gateway.clock.now.getTime();
const inventoryOf = (drive: typeof simulatedDrive) => inventory(nowMs(), [observation(drive)]);
const sampleOf = (drive: typeof simulatedDrive) => smart(nowMs(), drive);

describe("a simulated host", () => {
  it("is let in by a token for such hosts, under a name that says so, and every page can tell", async () => {
    expect(await hasSimulatedHosts(context())).toBe(false);
    expect(await enrollSimulated("storage-01")).toMatchObject({
      status: 400,
      body: { error: { errors: [{ path: "hostname" }] } },
    });
    const { status, body } = await enrollSimulated("sim-db-001");
    expect(status).toBe(201);
    expect(await gateway.db.host.findUniqueOrThrow({ where: { id: body.hostId } })).toMatchObject({ simulated: true });
    expect(await hasSimulatedHosts(context())).toBe(true);
  });

  it("speaks of drives that are marked, and of no others", async () => {
    const { body } = await enrollSimulated("sim-db-002");
    const real = { ...simulatedDrive, serial: "PHKS7335006W375AGN" };
    expect((await reportAs(body.agentKey, inventoryOf(simulatedDrive), sampleOf(simulatedDrive))).body.refused).toEqual(
      [],
    );
    const refused = await reportAs(body.agentKey, inventoryOf(real), sampleOf(real));
    expect(refused.body.refused.map(({ errors }) => errors[0]?.path)).toEqual([
      "drives.0.identity.serial",
      "drive.serial",
    ]);
    expect(await gateway.db.drive.count({ where: { serial: real.serial } })).toBe(0);
  });

  it("keeps its mark in its name", async () => {
    const { body } = await enrollSimulated("sim-db-003");
    const renamed = environment(nowMs(), { hostname: "storage-03" });
    expect((await reportAs(body.agentKey, renamed)).body.refused).toMatchObject([{ errors: [{ path: "hostname" }] }]);
  });

  it("cannot come back as a real one, nor a real one as a simulated one", async () => {
    const installationId = randomUUID();
    const { body } = await enrollSimulated("sim-db-004", installationId);
    await revokeKey(context(), { hostId: body.hostId });
    const again = { token: await gateway.token(), installationId, hostname: "storage-04", agentVersion: "0.1.0" };
    expect((await gateway.call("POST", "/agent/v1/enroll", json(again))).status).toBe(409);
    expect((await enrollSimulated("sim-db-004", installationId)).status).toBe(201);
  });
});

describe("a real host", () => {
  it.each(["SIMULATED-0000000002", "simulated-0000000002", " SIMULATED-2"])(
    "cannot list a drive that is marked as simulated: %j",
    async (serial) => {
      const agent: TestAgent = await gateway.enroll("storage-02");
      const drive = { ...simulatedDrive, serial };
      const { body } = await agent.report(inventoryOf(drive), sampleOf(drive));
      expect(body.refused).toHaveLength(2);
      expect(body.refused[0]?.reason).toMatch(/is marked as simulated, and this host is not/);
    },
  );
});

describe("the past of a simulated drive", () => {
  const columns = (timesMs: readonly number[]) => {
    const all = (value: number) => timesMs.map(() => value);
    return {
      timeMs: timesMs,
      criticalWarning: all(0),
      compositeTemperatureKelvin: all(310),
      availableSparePercent: all(100),
      availableSpareThresholdPercent: all(0),
      percentageUsed: all(4),
      dataUnitsRead: all(Number.MAX_SAFE_INTEGER),
      dataUnitsWritten: timesMs.map((_, place) => 12 + place * 10),
      hostReadCommands: all(13),
      hostWriteCommands: all(14),
      controllerBusyTimeMinutes: all(15),
      powerCycles: all(10_000),
      powerOnHours: all(17),
      unsafeShutdowns: all(18),
      mediaErrors: all(0),
      errorLogEntries: all(0),
      warningTemperatureTimeMinutes: all(0),
    };
  };
  const lineOf = (installationId: string, drive: typeof simulatedDrive, timesMs: readonly number[]) => ({
    drive,
    stays: [{ installationId, samples: timesMs.length }],
    columns: columns(timesMs),
  });

  it("is stored at once, each time once", async () => {
    const installationId = randomUUID();
    const { body } = await enrollSimulated("sim-db-005", installationId);
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000005" };
    await reportAs(body.agentKey, inventoryOf(drive));
    const timesMs = [nowMs() - 86_400_000, nowMs() - 3_600_000];
    await ensureTimePartitions(gateway.db, "smart_sample", new Date(nowMs() - 2 * 86_400_000), gateway.clock.now);
    const line = lineOf(installationId, drive, timesMs);
    expect(await loadSamples(context(), gateway.plain, [line])).toBe(2);
    expect(await loadSamples(context(), gateway.plain, [line])).toBe(0);
    const stored = await gateway.db.smartSample.findMany({
      where: { hostId: body.hostId },
      orderBy: { time: "asc" },
    });
    expect(stored.map(({ time }) => time.getTime())).toEqual(timesMs);
    expect(stored[0]).toMatchObject({ compositeTemperatureKelvin: 310, temperatureSensorsKelvin: [310] });
    expect(stored[0]?.dataUnitsRead.toString()).toBe("9007199254740991");
    expect(stored[0]?.powerOnHours.toString()).toBe("17");
  });

  it("is rolled up with it, but for the hours and days that are not over, which the worker does", async () => {
    const installationId = randomUUID();
    const { body } = await enrollSimulated("sim-db-007", installationId);
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000007" };
    await reportAs(body.agentKey, inventoryOf(drive));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const noon = new Date("2026-11-12T12:02:00Z");
    const timesMs = ["2026-11-10T10:10", "2026-11-10T10:50", "2026-11-12T10:30", "2026-11-12T11:30"].map((time) =>
      Date.parse(`${time}:00Z`),
    );
    const line = lineOf(installationId, drive, timesMs);
    await loadSamples({ ...context(), now: noon }, gateway.plain, [line]);
    const hours = await gateway.db.smartHour.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(hours.map(({ time, samples }) => [time.toISOString(), samples])).toEqual([
      ["2026-11-10T10:00:00.000Z", 2],
      ["2026-11-12T10:00:00.000Z", 1],
    ]);
    const days = await gateway.db.smartDay.findMany({ where: { driveId } });
    expect(days.map(({ time, samples }) => [time.toISOString(), samples])).toEqual([["2026-11-10T00:00:00.000Z", 2]]);
    await rollUpSamples({ ...context(), now: new Date("2026-11-13T00:10:00Z") });
    const rolled = await gateway.db.smartDay.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(rolled.map(({ samples }) => samples)).toEqual([2, 2]);
  });

  it("comes to the same hours and days as when the worker rolls it up", async () => {
    const installationId = randomUUID();
    const { body } = await enrollSimulated("sim-db-008", installationId);
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000008" };
    await reportAs(body.agentKey, inventoryOf(drive));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const now = new Date("2026-11-20T12:30:00Z");
    // Some in one hour, some days apart, over the end of a month; every counter falls once.
    const timesMs = Array.from({ length: 90 }, (_, place) => now.getTime() - 29 * dayMs + place * 25 * minuteMs).concat(
      Array.from({ length: 60 }, (_, place) => now.getTime() - 26 * dayMs + place * 7 * hourMs),
    );
    const line = lineOf(installationId, drive, timesMs);
    for (const [place, column] of Object.values(line.columns).entries()) {
      if (column === timesMs) continue;
      column.forEach((_, sample) => {
        (column as number[])[sample] = place + (sample % (100 + place));
      });
    }
    await loadSamples({ ...context(), now }, gateway.plain, [line]);
    const rows = async () => ({
      hours: await gateway.db.smartHour.findMany({ where: { driveId }, orderBy: { time: "asc" } }),
      days: await gateway.db.smartDay.findMany({ where: { driveId }, orderBy: { time: "asc" } }),
    });
    const loaded = await rows();
    const lengths = [hourMs, dayMs].map((lengthMs) => new Set(timesMs.map((time) => Math.floor(time / lengthMs))).size);
    expect([loaded.hours.length, loaded.days.length]).toEqual(lengths);
    const marked = (from: readonly { time: Date }[]) => from.map(({ time }) => ({ driveId, time }));
    await gateway.db.smartHour.deleteMany({ where: { driveId } });
    await gateway.db.smartDay.deleteMany({ where: { driveId } });
    await addMarks(gateway.db, "smart_hour_mark", marked(loaded.hours));
    await addMarks(gateway.db, "smart_day_mark", marked(loaded.days));
    await rollUpSamples({ ...context(), now });
    expect(await rows()).toEqual(loaded);
  });

  it("is rolled up as far back as it goes, and stored as far back as samples are kept, by who took each", async () => {
    const installationIds = [randomUUID(), randomUUID()];
    const hosts = await Promise.all(
      installationIds.map(async (id, place) => (await enrollSimulated(`sim-db-01${place}`, id)).body),
    );
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000010" };
    await reportAs(hosts[0]?.agentKey ?? "", inventoryOf(drive));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const timesMs = [40, 31, 29, 2].map((daysAgo) => nowMs() - daysAgo * dayMs);
    const stays = [3, 1].map((samples, place) => ({ installationId: installationIds[place], samples }));
    const line = { drive, stays, columns: columns(timesMs) };
    expect(await loadSamples(context(), gateway.plain, [line])).toBe(2);
    const stored = await gateway.db.smartSample.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(stored.map(({ time, hostId }) => [time.getTime(), hostId])).toEqual([
      [timesMs[2], hosts[0]?.hostId],
      [timesMs[3], hosts[1]?.hostId],
    ]);
    const days = await gateway.db.smartDay.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(days.map((day) => day.dataUnitsWrittenIncrease.toNumber())).toEqual([0, 10, 10, 10]);
  });

  it("leaves an hour to the worker that has samples which it does not tell", async () => {
    const installationId = randomUUID();
    const { body } = await enrollSimulated("sim-db-009", installationId);
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000009" };
    await reportAs(body.agentKey, inventoryOf(drive));
    await reportAs(body.agentKey, sampleOf(drive));
    const { id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const { time } = await gateway.db.smartSample.findFirstOrThrow({ where: { driveId } });
    const now = new Date(time.getTime() + dayMs);
    const told = [time.getTime() - 2 * dayMs, time.getTime() - 1];
    await loadSamples({ ...context(), now }, gateway.plain, [lineOf(installationId, drive, told)]);
    await rollUpSamples({ ...context(), now });
    const hours = await gateway.db.smartHour.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(hours.map(({ samples }) => samples)).toEqual(
      Math.floor(time.getTime() / hourMs) === Math.floor((told[1] ?? 0) / hourMs) ? [1, 2] : [1, 1, 1],
    );
  });

  it.each([
    ["another length", { percentageUsed: [1] }, /must each have as many values as there are samples/],
    ["a time twice", { timeMs: [5, 5] }, /must be in the order of time/],
    ["a number that is not exact", { hostReadCommands: [1, 2 ** 53] }, /hostReadCommands/],
    ["a percentage of more than a byte", { percentageUsed: [1, 256] }, /percentageUsed/],
    ["no temperature", { compositeTemperatureKelvin: [0, 300] }, /compositeTemperatureKelvin/],
  ])("is refused with %s", async (_, wrong, says) => {
    const line = lineOf(randomUUID(), simulatedDrive, [1, 2]);
    const load = loadSamples(context(), gateway.plain, [{ ...line, columns: { ...line.columns, ...wrong } }]);
    await expect(load).rejects.toMatchObject({ code: "invalid" });
    await expect(load).rejects.toSatisfy((error) => says.test(JSON.stringify(error) + String(error)));
  });

  it("is refused of a drive that is told of twice", async () => {
    const line = lineOf(randomUUID(), simulatedDrive, [1, 2]);
    const refused = loadSamples(context(), gateway.plain, [line, line]);
    await expect(refused).rejects.toSatisfy((error) => /each there once/.test(JSON.stringify(error)));
  });

  it("is not stored of a real drive, nor of one that its host never listed", async () => {
    const agent = await gateway.enroll("storage-05");
    const drive = { ...simulatedDrive, serial: "PHKS750100AA" };
    await agent.report(inventoryOf(drive));
    const { installationId } = agent;
    const line = lineOf(installationId, drive, [nowMs()]);
    await expect(loadSamples(context(), gateway.plain, [line])).rejects.toThrow(/not a simulated drive/);
    const unknown = { ...line, drive: { ...drive, serial: "SIMULATED-0000000999" } };
    await expect(loadSamples(context(), gateway.plain, [unknown])).rejects.toThrow(/has not reported that drive yet/);
    const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const run = { driveId: id, planId: "quick-check", startedAt: gateway.clock.now };
    await expect(recordRun(context(), run)).rejects.toThrow(/not a simulated drive/);
  });

  it("holds runs, whose results its host tells", async () => {
    const { body } = await enrollSimulated("sim-db-006");
    const drive = { ...simulatedDrive, serial: "SIMULATED-0000000006" };
    await reportAs(body.agentKey, inventoryOf(drive));
    const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    const startedAt = new Date(nowMs() - 30 * 86_400_000);
    const order = await recordRun(context(), { driveId: id, planId: "quick-check", startedAt });
    expect(order).toMatchObject({ serial: drive.serial, startedMs: startedAt.getTime() });
    expect(order.points).toHaveLength(3);
    const { runId } = order;
    const told = await reportAs(
      body.agentKey,
      eventOf("runStarted", startedAt.getTime(), { runId }),
      eventOf("runFinished", startedAt.getTime() + 1000, { runId, outcome: "complete" }),
    );
    expect(told.body.refused).toEqual([]);
    expect(await gateway.db.benchmarkRun.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      state: "complete",
      requestedAt: startedAt,
      targetLabel: `${drive.model} ${drive.serial}`,
    });
    // What was begun and not told to its end is begun anew, and what another asked for stays.
    const other = { ...context(), actor: { kind: "system", label: "somebody else" } as const };
    expect([await forgetRecordedRuns(other), await forgetRecordedRuns(context())]).toEqual([0, 1]);
    expect(await gateway.db.benchmarkRun.findUnique({ where: { id: runId } })).toBeNull();
  });
});
