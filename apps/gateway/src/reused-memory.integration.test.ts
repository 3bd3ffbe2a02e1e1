import { gzipSync } from "node:zlib";
import { smartLogFields } from "@crosspoint/db/queries/smart-log-columns";
import type { SmartLog } from "@crosspoint/protocol";
import { reportText } from "@crosspoint/services/report/testing/report-text";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventOf, inventory, observation, optane, smartLog } from "./testing/events.ts";
import { startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

/** Bodies are read into memory in which others were before, and groups are written where those before them were. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const t0 = new Date("2026-11-21T11:00:00Z").getTime();
/** Drives of each host: long reports and short ones are under way at once. */
const sizes = [24, 1, 60, 2, 24, 7, 1, 40, 3, 12, 1, 90];
const rounds = 12;
const counters = smartLogFields.filter(({ type }) => type === "numeric").map(({ key }) => key);

interface Told {
  readonly serial: string;
  readonly timeMs: number;
  readonly log: SmartLog;
}

/** Counters of 1 to 39 digits, no two of which are the same, so that whatever is written in the place of another shows. */
function logOf(host: number, drive: number, round: number): SmartLog {
  const figure = (column: number) => {
    const unique = `${1 + host}${String(drive).padStart(3, "0")}${String(round).padStart(3, "0")}${String(column).padStart(2, "0")}`;
    return unique.padEnd(
      Math.max(unique.length, 1 + ((host + drive * 7 + round * 11 + column * 5) % 39)),
      String(round % 10),
    );
  };
  const sensors = Array.from({ length: (drive + round) % 9 }, (_, place) => 300 + place);
  return smartLog({
    ...Object.fromEntries(counters.map((key, column) => [key, figure(column)])),
    compositeTemperatureKelvin: 300 + ((host + round) % 20),
    temperatureSensorsKelvin: sensors,
  });
}

it("and all samples are stored as they were told, of many hosts at once, though groups are stored again meanwhile", async () => {
  const agents = await Promise.all(sizes.map((_, host) => gateway.enroll(`host-${host}`)));
  const serialsOf = (host: number) => Array.from({ length: sizes[host] ?? 0 }, (_, drive) => `REUSED-${host}-${drive}`);
  await Promise.all(
    agents.map(async (agent, host) => {
      const drives = serialsOf(host).map((serial) => observation({ ...optane, serial }));
      expect((await agent.report({ ...inventory(t0, drives), sequence: 1 })).body.accepted).toBe(1);
    }),
  );
  const told: Told[] = [];
  const speak = async (agent: TestAgent, host: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const timeMs = t0 + 1_000 * (1 + round);
      const samples = serialsOf(host).map((serial, drive) => ({ serial, timeMs, log: logOf(host, drive, round) }));
      const events = samples.map(({ serial, log }, drive) => ({
        ...eventOf("smart", timeMs, { drive: { ...optane, serial }, log }),
        sequence: 2 + round * samples.length + drive,
      }));
      const text = reportText(t0, events);
      const isZipped = (host + round) % 3 > 0;
      const answer = await gateway.call<{ accepted: number }>("POST", "/agent/v1/reports", {
        body: isZipped ? gzipSync(text) : text,
        headers: {
          authorization: `Bearer ${agent.key}`,
          "content-type": "application/json",
          ...(isZipped ? { "content-encoding": "gzip" } : {}),
        },
      });
      expect([answer.status, answer.body]).toMatchObject([200, { accepted: samples.length, refused: [] }]);
      told.push(...samples);
    }
  };
  let isOver = false;
  // Another transaction changes drives now and then: the groups that trusted them are stored again, with locks.
  const meddle = async () => {
    while (!isOver) await gateway.db.$executeRaw`UPDATE drive_reading SET drive_id = drive_id WHERE random() < 0.02`;
  };
  await Promise.all([meddle(), Promise.all(agents.map(speak)).finally(() => (isOver = true))]);

  const drives = await gateway.db.drive.findMany({ select: { id: true, serial: true } });
  const ids = new Map(drives.map(({ id, serial }) => [serial, id]));
  const stored = await gateway.db.smartSample.findMany();
  const byKey = new Map(stored.map((row) => [`${row.driveId} ${row.time.getTime()}`, row]));
  expect(stored).toHaveLength(told.length);
  const read = ({ serial, timeMs, log }: Told) => {
    const row = byKey.get(`${ids.get(serial)} ${timeMs}`) as unknown as Record<string, unknown>;
    return Object.fromEntries(Object.keys(log).map((key) => [key, plainOf(row?.[key], log[key as keyof SmartLog])]));
  };
  for (const each of told) expect({ ...each, log: read(each) }).toEqual(each);
});

/** As the contract has it: wide numbers are text. */
function plainOf(stored: unknown, like: unknown): unknown {
  if (Array.isArray(stored) || stored === undefined) return stored;
  return typeof like === "string" ? (stored as { toFixed(): string }).toFixed() : Number(stored);
}
