import { loseWorker, onCluster } from "@crosspoint/db/testing";
import type { AgentEvent } from "@crosspoint/protocol";
import { databaseRefusal } from "@crosspoint/services";
import { driveHistory } from "@crosspoint/services/drive/history";
import { listDrives, listDrivesInput } from "@crosspoint/services/drive/list";
import { getFleet } from "@crosspoint/services/fleet/get";
import { getStorage } from "@crosspoint/services/storage/get";
import { rollUpSamples } from "@crosspoint/services/telemetry/roll-up";
import { contextOf } from "@crosspoint/services/testing/fleet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inventory, observation, optane, smart } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

/** So many that each worker has some of them. */
const drives = Array.from({ length: 16 }, (_, index) => ({ ...optane, serial: `LOST${index}` }));
const minuteMs = 60_000;

describe.skipIf(!onCluster())("a worker of a cluster that dies (skipped on one PostgreSQL: npm test citus)", () => {
  let gateway: TestGateway;
  let agent: TestAgent;
  let driveIds: readonly string[];
  let comeBack: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    gateway = await startTestGateway();
    agent = await gateway.enroll("storage-01");
    await agent.report(
      inventory(
        nowMs() - 180 * minuteMs,
        drives.map((drive) => observation(drive)),
      ),
    );
    driveIds = (await gateway.db.drive.findMany({ orderBy: { serial: "asc" } })).map(({ id }) => id);
  });
  afterAll(async () => {
    await comeBack();
    await gateway.close();
  });

  const nowMs = () => gateway.clock.now.getTime();
  const minutesAgo = (minutes: number) => nowMs() - minutes * minuteMs;
  const samplesAt = (timeMs: number): AgentEvent[] => drives.map((drive) => smart(timeMs, drive));
  const viewer = () => contextOf(gateway.db, "viewer", gateway.clock.now);
  const system = () => ({ ...viewer(), actor: { kind: "system", label: "test" } as const });
  /** What becomes of reading the history of each drive. */
  const historiesRead = () =>
    Promise.all(
      driveIds.map((driveId) =>
        driveHistory(viewer(), { driveId, range: "24h" }).then(
          () => "read",
          (error: unknown) => databaseRefusal(error)?.code ?? error,
        ),
      ),
    );
  /** How many samples there are of that time, and of how many drives. */
  async function storedAt(timeMs: number) {
    const ofDrives = await gateway.db.smartSample.groupBy({
      by: ["driveId"],
      where: { time: new Date(timeMs) },
      _count: true,
    });
    return { samples: ofDrives.reduce((sum, { _count }) => sum + _count, 0), drives: ofDrives.length };
  }
  const onceEach = { samples: drives.length, drives: drives.length };

  it("has its reports refused until it is back, while lists and the fleet are there", async () => {
    const [before, during] = [minutesAgo(150), minutesAgo(140)];
    expect((await agent.report(...samplesAt(before))).status).toBe(200);
    comeBack = await loseWorker(gateway.databaseUrl);

    const waiting = samplesAt(during);
    for (const _ of ["at once", "and again"]) {
      const { status, headers } = await agent.report(...waiting);
      expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    }
    expect((await listDrives(viewer(), listDrivesInput.parse({}))).total).toBe(drives.length);
    expect((await getFleet(viewer())).drives).toBe(drives.length);
    expect(new Set(await historiesRead())).toEqual(new Set(["read", "unavailable"]));
    const refusals = [getStorage(viewer()), rollUpSamples(system())].map((work) =>
      work.then(
        () => "done",
        (error: unknown) => databaseRefusal(error)?.code ?? error,
      ),
    );
    expect(await Promise.all(refusals)).toEqual(["unavailable", "unavailable"]);

    await comeBack();
    expect(await agent.report(...waiting)).toMatchObject({ status: 200, body: { accepted: drives.length } });
    expect([await storedAt(before), await storedAt(during)]).toEqual([onceEach, onceEach]);
    expect(await rollUpSamples(system())).toBe(drives.length);
    expect(new Set(await historiesRead())).toEqual(new Set(["read"]));
  });

  it("leaves every report stored once or not at all where it dies while they are stored", async () => {
    const times = Array.from({ length: 60 }, (_, index) => minutesAgo(100) + index * 1000);
    const reports = times.map((timeMs) => ({ timeMs, events: samplesAt(timeMs) }));
    const answers = Promise.all(reports.map(({ events }) => agent.report(...events)));
    comeBack = await loseWorker(gateway.databaseUrl);
    const statuses = (await answers).map(({ status }) => status);
    expect(new Set(statuses).isSubsetOf(new Set([200, 429, 503]))).toBe(true);
    expect(statuses).toContain(503);
    await comeBack();
    for (const [index, { timeMs }] of reports.entries())
      if (statuses[index] === 200) expect(await storedAt(timeMs)).toEqual(onceEach);
    // As the agent does, which knows of no answer: those too that were stored without one. What was prepared and neither committed nor
    // taken back is in their way until the coordinator ends it, which it looks for once a minute.
    const taken = async (events: AgentEvent[]) => {
      gateway.clock.now = new Date(nowMs() + 1000);
      expect((await agent.report(...events)).status).toBe(200);
    };
    for (const { events } of reports) await vi.waitFor(() => taken(events), { timeout: 90_000, interval: 1000 });
    for (const { timeMs } of reports) expect(await storedAt(timeMs)).toEqual(onceEach);
  }, 150_000);
});
