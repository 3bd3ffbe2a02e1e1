import { LiveListener } from "@crosspoint/services";
import { expirePendingCommands } from "@crosspoint/services/command/expire";
import { requestCommand } from "@crosspoint/services/command/request";
import { touchGateway } from "@crosspoint/services/health/gateway-pulse";
import { watchSilence } from "@crosspoint/services/health/watch-silence";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connections } from "./connections.ts";
import { eventOf, inventory, lowSpare, observation, optane, smartLog } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway, whileLocked } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let listener: LiveListener;
let heard: string[];
let agent: TestAgent;
let t: number;
beforeAll(async () => {
  gateway = await startTestGateway();
  t = gateway.clock.now.getTime();
  listener = new LiveListener(gateway.databaseUrl);
  await listener.start();
  listener.subscribe((event) => {
    heard.push(Object.values(event).join(" "));
  });
});
afterAll(async () => {
  await listener.close();
  await gateway.close();
});
let drives = 0;
let drive: typeof optane;
let driveId: string;
beforeEach(async () => {
  heard = [];
  agent = await gateway.enroll("stor-1");
  drives += 1;
  drive = { ...optane, serial: `EDGE${drives}` };
  await agent.report(inventory(later(), [observation(drive)], ["/var/lib/crosspoint/scratch"]));
  ({ id: driveId } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } }));
  await announced();
});
afterEach(() => {
  gateway.clock.now = new Date(t);
});

/** The next second, on the gateway's clock and the host's. */
function later(seconds = 1): number {
  t += seconds * 1000;
  gateway.clock.now = new Date(t);
  return t;
}

/** What was announced since it was asked last: a marker of our own arrives behind everything before it. */
async function announced(): Promise<string[]> {
  const marker = `command marker-${Math.random()}`;
  await gateway.db.$executeRaw`
    SELECT pg_notify('crosspoint_live', json_build_object('topic', 'command', 'hostId', ${marker.slice(8)}::text)::text)`;
  await expect.poll(() => heard).toContain(marker);
  const events = heard.filter((event) => !event.startsWith("command marker-"));
  heard = [];
  return events.toSorted();
}

const sample = (more: Parameters<typeof smartLog>[0] = {}) =>
  agent.report(eventOf("smart", later(), { drive, log: smartLog(more) }));

describe("what is announced", () => {
  it("is a verdict's edge, and no sample that leaves it as it was", async () => {
    await sample();
    expect(await announced()).toEqual([`drive ${driveId}`]);
    await sample({ compositeTemperatureKelvin: 315, dataUnitsWritten: "32381395005" });
    await sample({ compositeTemperatureKelvin: 316 });
    expect(await announced()).toEqual([]);
    await sample(lowSpare);
    expect(await announced()).toEqual([`drive ${driveId}`]);
    await sample(lowSpare);
    expect(await announced()).toEqual([]);
  });

  it("is what an inventory changed, and none that lists the same again", async () => {
    const files = ["/var/lib/crosspoint/scratch"];
    const [namespace] = observation(drive).namespaces;
    const list = (more: Parameters<typeof observation>[1] = {}, paths = files) =>
      agent.report(inventory(later(600), [observation(drive, more)], paths));
    await list();
    await list({ namespaces: namespace ? [{ ...namespace, utilizationBytes: "4096" }] : [] });
    expect(await announced()).toEqual([]);
    await list({ firmware: "E2010435" });
    expect(await announced()).toEqual([`drive ${driveId}`, `host ${agent.hostId}`]);
    await list({ namespaces: namespace ? [{ ...namespace, inUse: ["mounted at /data"] }] : [] });
    expect(await announced()).toEqual([`drive ${driveId}`, `host ${agent.hostId}`]);
    await list({ namespaces: namespace ? [{ ...namespace, inUse: ["mounted at /data"] }] : [] }, []);
    expect(await announced()).toEqual([`host ${agent.hostId}`]);
  });

  it("is a host's silence and its return, which no event tells of", async () => {
    const context = () => ({
      db: gateway.db,
      actor: { kind: "system", label: "test" } as const,
      now: gateway.clock.now,
    });
    /** A gateway runs all the time. */
    const watch = async () => {
      await touchGateway(context());
      return watchSilence(context());
    };
    await touchGateway(context());
    await sample();
    later(179);
    await watch();
    await announced();
    later(2);
    await watch();
    expect(await announced()).toEqual(expect.arrayContaining([`drive ${driveId}`, `host ${agent.hostId}`]));
    await watch();
    expect(await announced()).toEqual([]);
    await sample();
    await watch();
    expect(await announced()).toEqual([`drive ${driveId}`, `host ${agent.hostId}`]);
  });

  it("is a command that expired, of its host and of its drive", async () => {
    const actor = { kind: "system", label: "test" } as const;
    const context = () => ({ db: gateway.db, actor, now: gateway.clock.now });
    const payload = { kind: "controlDrive", drive, action: { kind: "selfTest", test: "short" } } as const;
    const asked = { hostId: agent.hostId, driveId, payload, expiresInMs: 60_000 };
    await gateway.db.$transaction((tx) => requestCommand(tx, context(), asked));
    await announced();
    later(61);
    expect(await expirePendingCommands(context())).toBe(1);
    expect(await announced()).toEqual([`drive ${driveId}`, `host ${agent.hostId}`]);
  });

  it("names no drive where more changed than anybody would read one by one", async () => {
    const many = Array.from({ length: 51 }, (_, index) => observation({ ...optane, serial: `MANY${drives}-${index}` }));
    const listed = many.map((each, index) => ({ ...each, controllerName: `nvme${index + 1}` }));
    await agent.report(inventory(later(), [observation(drive), ...listed]));
    expect(await announced()).toEqual(["drives", `host ${agent.hostId}`]);
  });
});

it("says that it is well while every other connection is taken, and asks once for all who ask", async () => {
  // Longer than it waits for the database.
  const sleepMs = 4_000;
  const taken = [
    ...Array.from({ length: connections.verbs }, () =>
      gateway.db.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(${sleepMs / 1000}::float8)::text`, {
        maxWait: 8000,
        timeout: 10_000,
      }),
    ),
    ...Array.from({ length: connections.plain }, () => {
      return gateway.plain.statement.$queryRaw`SELECT pg_sleep(${sleepMs / 1000}::float8)::text`;
    }),
  ];
  const asked = await Promise.all(Array.from({ length: 200 }, () => gateway.call("GET", "/healthz")));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(taken);
});

it("applies four reports alone that a host sends at once, and tells it when to send the fifth again", async () => {
  const sent = await whileLocked(gateway, "drive", async () => {
    const sent = Array.from({ length: 5 }, () => agent.report(inventory(later(), [observation(drive)])));
    const first = await Promise.race(sent);
    expect(first.status).toBe(503);
    expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0);
    return () => Promise.all(sent);
  });
  const statuses = (await sent()).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 503]);
});
