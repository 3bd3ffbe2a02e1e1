import { loseWorker, onCluster } from "@crosspoint/db/testing";
import type { DriveIdentity, ReportResponse } from "@crosspoint/protocol";
import { databaseRefusal } from "@crosspoint/services";
import { driveHistory } from "@crosspoint/services/drive/history";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { getFleet } from "@crosspoint/services/fleet/get";
import { reportText } from "@crosspoint/services/report/testing/report-text";
import { getStorage } from "@crosspoint/services/storage/get";
import { rollUpSamples } from "@crosspoint/services/telemetry/roll-up";
import { contextOf } from "@crosspoint/services/testing/fleet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inventory, observation, optane, smart } from "./testing/events.ts";
import { type Answer, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

const minuteMs = 60_000;
/** Of each of the hosts; so many that every worker has some of them. */
const drivesEach = 4;
const hostNames = ["storage-01", "storage-02", "storage-03", "storage-04"];
const drivesTotal = hostNames.length * drivesEach;

interface Host {
  readonly agent: TestAgent;
  readonly drives: readonly DriveIdentity[];
  sequence: number;
}
interface Report {
  readonly timeMs: number;
  send(): Promise<Answer<ReportResponse>>;
}

describe.skipIf(!onCluster())("a worker of a cluster that dies (skipped on one PostgreSQL: npm test citus)", () => {
  let gateway: TestGateway;
  let hosts: readonly Host[];
  let comeBack: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    gateway = await startTestGateway();
    hosts = await Promise.all(
      hostNames.map(async (name) => {
        const agent = await gateway.enroll(name);
        const drives = Array.from({ length: drivesEach }, (_, place) => ({ ...optane, serial: `${name}-${place}` }));
        await agent.report(
          inventory(
            minutesAgo(180),
            drives.map((drive) => observation(drive)),
          ),
        );
        return { agent, drives, sequence: 1000 };
      }),
    );
  });
  afterAll(async () => {
    await comeBack();
    await gateway.close();
  });

  const nowMs = () => gateway.clock.now.getTime();
  const minutesAgo = (minutes: number) => nowMs() - minutes * minuteMs;
  const viewer = () => contextOf(gateway.db, "viewer", gateway.clock.now);
  const system = () => ({ ...viewer(), actor: { kind: "system", label: "test" } as const });

  /** What each host says of its drives, as agents write it: it is stored with what others say. */
  const reportsOf = (timeMs: number): Report[] =>
    hosts.map((host) => {
      const samples = host.drives.map((drive) => {
        host.sequence += 1;
        return { ...smart(timeMs, drive), sequence: host.sequence };
      });
      const headers = { authorization: `Bearer ${host.agent.key}`, "content-type": "application/json" };
      const body = reportText(nowMs(), samples);
      return { timeMs, send: () => gateway.call("POST", "/agent/v1/reports", { headers, body }) };
    });
  const sendAll = (reports: readonly Report[]) => Promise.all(reports.map((report) => report.send()));
  const refused = { status: 503, body: { error: { message: expect.stringContaining("database") } } };
  /** As agents do it: until each is answered. */
  const sendUntilTaken = (reports: readonly Report[]) =>
    Promise.all(
      reports.map(({ send }) =>
        vi.waitFor(async () => expect((await send()).status).toBe(200), { timeout: 60_000, interval: 500 }),
      ),
    );
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => databaseRefusal(error)?.code ?? error,
    );
  const refusalsOfHistories = async () => {
    const drives = await gateway.db.drive.findMany({ select: { id: true } });
    const readings = drives.map(({ id }) => driveHistory(viewer(), { driveId: id, range: "24h" }));
    return new Set(await Promise.all(readings.map(refusalOf)));
  };
  /** How many samples there are of that time, and of how many drives. */
  async function storedAt(timeMs: number) {
    const times = { time: new Date(timeMs) };
    const ofDrives = await gateway.db.smartSample.groupBy({ by: ["driveId"], where: times, _count: true });
    return { samples: ofDrives.reduce((sum, { _count }) => sum + _count, 0), drives: ofDrives.length };
  }
  const onceEach = { samples: drivesTotal, drives: drivesTotal };

  it("has reports refused until it is back, while lists and the fleet are there", async () => {
    const [before, during] = [reportsOf(minutesAgo(150)), reportsOf(minutesAgo(140))];
    for (const answer of await sendAll(before)) expect(answer).toMatchObject({ status: 200 });
    comeBack = await loseWorker(gateway.databaseUrl);

    for (const _ of ["at once", "and again"]) {
      const answers = await sendAll(during);
      for (const answer of answers) expect(answer).toMatchObject(refused);
      expect(answers.map(({ headers }) => headers.get("Retry-After"))).toEqual(hosts.map(() => "5"));
    }
    expect((await listDrives(viewer(), listDrivesInput.parse({}))).total).toBe(drivesTotal);
    expect((await getFleet(viewer())).drives).toBe(drivesTotal);
    expect(await refusalsOfHistories()).toEqual(new Set(["none", "unavailable"]));
    expect(await refusalOf(getStorage(viewer()))).toBe("unavailable");
    expect(await refusalOf(rollUpSamples(system()))).toBe("unavailable");

    await comeBack();
    await sendUntilTaken(during);
    for (const { timeMs } of [...before, ...during]) expect(await storedAt(timeMs)).toEqual(onceEach);
    expect(await rollUpSamples(system())).toBe(drivesTotal);
    expect(await refusalsOfHistories()).toEqual(new Set(["none"]));
  }, 90_000);

  it("leaves every report stored once or not at all where it dies while they are stored", async () => {
    const reports = Array.from({ length: 25 }, (_, second) => reportsOf(minutesAgo(100) + second * 1000)).flat();
    const late = reportsOf(minutesAgo(90));
    const answered = sendAll(reports);
    comeBack = await loseWorker(gateway.databaseUrl);
    for (const answer of await sendAll(late)) expect(answer).toMatchObject(refused);
    const statuses = (await answered).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await comeBack();
    await sendUntilTaken(late);
    // Some of them were stored, which their agents were not told.
    await sendUntilTaken(reports.filter((_, place) => statuses[place] !== 200));
    for (const { timeMs } of [...reports, ...late]) expect(await storedAt(timeMs)).toEqual(onceEach);
  }, 90_000);
});
