import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { gzipSync } from "node:zlib";
import { onCluster } from "@crosspoint/db/testing";
import { protocolLimits } from "@crosspoint/protocol";
import { reportText } from "@crosspoint/services/report/testing/report-text";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BodyPlace, bodiesInHandMost, bodiesOfHostMost } from "./body-room.ts";
import { headersForBrowsers } from "./secure-answers.ts";
import { eventOf, flash, inventory, observation, optane, smart } from "./testing/events.ts";
import { json, snapshot, startTestGateway, type TestAgent, type TestGateway } from "./testing/test-gateway.ts";

let gateway: TestGateway;
let agent: TestAgent;
const t0 = new Date("2026-11-21T11:00:00Z").getTime();

beforeAll(async () => {
  gateway = await startTestGateway();
  agent = await gateway.enroll("storage-01");
});
afterAll(() => gateway.close());
// Whatever the answer was, and who gave it.
afterEach(() => expect.poll(hasAllItsRoom, { timeout: 5_000 }).toBe(true));

function hasAllItsRoom(): boolean {
  const places: BodyPlace[] = [];
  try {
    for (let bytes = 0; bytes < bodiesInHandMost; bytes += bodiesOfHostMost) {
      places.push(gateway.room.take(`a host of ${bytes}`, bodiesOfHostMost));
    }
    return true;
  } catch {
    return false;
  } finally {
    for (const place of places) place.free();
  }
}

const post = (init: RequestInit) => gateway.call("POST", "/agent/v1/reports", init);
const withKey = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${agent.key}`,
  "content-type": "application/json",
  ...headers,
});
const report = (events: unknown[]) => ({ agentTimeMs: t0, events });

describe("a report that is not one", () => {
  const cases: [string, number, string, () => RequestInit][] = [
    ["no key", 401, "unauthenticated", () => json(report([]))],
    ["a key that is not known", 401, "unauthenticated", () => json(report([]), { authorization: "Bearer cpk_guess" })],
    ["no JSON", 400, "malformed", () => ({ body: "{", headers: withKey() })],
    ["text that is not UTF-8", 400, "malformed", () => ({ body: Buffer.from([0x22, 0xff, 0x22]), headers: withKey() })],
    ["no events", 400, "invalid", () => ({ body: JSON.stringify({ agentTimeMs: t0 }), headers: withKey() })],
    [
      "another content type",
      415,
      "unsupportedMediaType",
      () => ({ body: "{}", headers: withKey({ "content-type": "text/plain" }) }),
    ],
    [
      "another encoding",
      415,
      "unsupportedMediaType",
      () => ({ body: "{}", headers: withKey({ "content-encoding": "br" }) }),
    ],
    [
      "an encoding that is a lie",
      400,
      "malformed",
      () => ({ body: "{}", headers: withKey({ "content-encoding": "gzip" }) }),
    ],
    ["a large body", 413, "tooLarge", () => ({ body: " ".repeat(protocolLimits.bodyBytes + 1), headers: withKey() })],
    [
      "a gzip bomb (200 MB in 200 kB)",
      413,
      "tooLarge",
      () => ({ body: gzipSync(Buffer.alloc(200_000_000)), headers: withKey({ "content-encoding": "gzip" }) }),
    ],
  ];

  it.each(cases)("%s gets %i and changes nothing", async (_name, status, code, init) => {
    const before = await snapshot(gateway.db);
    const answer = await post(init());
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
    expect(answer.body.error.message).not.toMatch(/\bat .*\.ts:\d/);
    expect(await snapshot(gateway.db)).toEqual(before);
  });

  it("is told so though its body is still being sent, as by a reverse proxy", async () => {
    const half = Buffer.alloc(protocolLimits.bodyBytes / 2 + 100_000, " ");
    const headers = withKey({ "content-length": String(2 * half.length) });
    const sending = request(`${gateway.address}/agent/v1/reports`, { method: "POST", headers });
    const answered = once(sending, "response") as Promise<[IncomingMessage]>;
    sending.write(half);
    const [answer] = await answered;
    const rest = new Promise<Error | undefined>((resolve) => {
      sending.on("error", resolve).on("close", () => resolve(undefined));
    });
    sending.end(half);
    answer.resume();
    expect(answer.statusCode).toBe(413);
    expect(await rest).toBeUndefined();
  });

  it("cuts off a body without a length at the limit", async () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.byteLength;
        if (sent > 64 * 1024 * 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await post({ body, headers: withKey(), duplex: "half" } as RequestInit);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it("names the path of each error", async () => {
    const answer = await post(json({ agentTimeMs: -1, events: [{ id: "x", kind: "smart" }] }, withKey()));
    expect(answer.status).toBe(400);
    expect(answer.body.error.errors?.map((error) => error.path)).toEqual(["agentTimeMs", "events.0.id"]);
  });

  it("refuses more events than the limit", async () => {
    const events = Array.from({ length: protocolLimits.eventsPerReport + 1 }, () => ({ id: randomUUID(), kind: "x" }));
    expect((await post(json(report(events), withKey()))).status).toBe(400);
  });

  it("asks a client that ran wild to wait", async () => {
    const wild = await gateway.enroll("storage-wild");
    const answers = await Promise.all(Array.from({ length: 130 }, () => wild.report()));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
  });

  it("keeps no other host out, however many large ones a host begins and does not end", async () => {
    const slow = await gateway.enroll("storage-slow");
    const headers = { ...withKey({ authorization: `Bearer ${slow.key}` }), "content-length": protocolLimits.bodyBytes };
    const refused: number[] = [];
    const begun = Array.from({ length: 20 }, () => {
      const sending = request(`${gateway.address}/agent/v1/reports`, { method: "POST", headers });
      sending.on("error", () => undefined);
      sending.on("response", (answer) => refused.push(answer.resume().statusCode ?? 0));
      sending.write("{");
      return sending;
    });
    // All but two, which it goes on sending.
    await expect.poll(() => refused, { timeout: 20_000 }).toEqual(Array.from({ length: 18 }, () => 503));
    expect((await slow.report()).status).toBe(503);
    expect((await agent.report()).status).toBe(200);
    for (const sending of begun) sending.destroy();
    await expect.poll(async () => (await slow.report()).status, { timeout: 15_000, interval: 200 }).toBe(200);
  });
});

describe("single events", () => {
  it("refuses an unknown kind and invalid content, each with its reason, and takes the rest", async () => {
    const unknown = { id: randomUUID(), timeMs: t0, kind: "holiday" };
    const invalid = { ...smart(t0, optane, { criticalWarning: 256 }) };
    const blank = smart(t0, { ...optane, serial: "   " });
    const nul = smart(t0, { ...optane, serial: "a\0b" });
    const future = smart(gateway.clock.now.getTime() + 86_400_001, optane);
    const good = smart(t0, { ...optane, serial: "GOOD" });
    const answer = await post(json(report([unknown, invalid, blank, nul, future, good]), withKey()));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      accepted: 1,
      refused: [
        { id: unknown.id, reason: expect.stringContaining('"holiday"'), errors: [] },
        { id: invalid.id, errors: [{ path: "log.criticalWarning" }] },
        { id: blank.id, errors: [{ path: "drive.serial" }] },
        { id: nul.id, errors: [{ path: "drive.serial" }] },
        {
          id: future.id,
          reason: expect.stringMatching(/2026-11-22T12:00:00\.001Z.*2026-11-21T12:00:00\.000Z.*2026-11-21T11:00/),
        },
      ],
    });
    expect(await gateway.db.drive.findMany({ where: { serial: { in: ["GOOD", "a", "ab"] } } })).toHaveLength(1);
  });

  it("answers 422 when nothing could be taken, with the same body", async () => {
    const answer = await agent.report({ ...smart(t0, optane), kind: "holiday" } as never);
    expect(answer.status).toBe(422);
    expect(answer.body.refused).toHaveLength(1);
  });

  it("takes a replay once: the same answer, and not one row changed", async () => {
    const events = [
      inventory(t0 + 1, [observation(optane)], ["/var/lib/crosspoint/scratch"]),
      smart(t0 + 2, optane),
      eventOf("driveProblem", t0 + 3, {
        drive: flash,
        problem: {
          kind: "noPermission",
          detail: "nvme smart-log: permission denied",
          remedy: "Run the agent as root.",
        },
      }),
    ];
    const first = await agent.report(...events);
    expect(first.body).toMatchObject({ accepted: 3, refused: [] });
    const before = await snapshot(gateway.db);
    const second = await agent.report(...events);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await snapshot(gateway.db)).toEqual(before);
  });

  it("knows an event by its id alone: the same id with other content changes nothing", async () => {
    const drive = { ...optane, serial: "SAMEID" };
    const event = smart(t0, drive);
    await agent.report(event);
    const before = await snapshot(gateway.db);
    const answer = await agent.report({ ...smart(t0 + 1, drive, { criticalWarning: 8 }), id: event.id.toUpperCase() });
    expect(answer.body).toMatchObject({ accepted: 1, refused: [] });
    expect(await snapshot(gateway.db)).toEqual(before);
  });

  it("takes an id that stands twice in one report once", async () => {
    const drive = { ...optane, serial: "TWICE" };
    const event = smart(t0, drive);
    const answer = await agent.report(event, { ...smart(t0 + 1, drive), id: event.id });
    expect(answer.body.accepted).toBe(2);
    const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: "TWICE" } });
    expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(1);
  });

  it("takes samples as agents write them, and answers as everything else is answered", async () => {
    const drive = { ...optane, serial: "AS-WRITTEN" };
    await agent.report(inventory(t0, [observation(drive)]));
    const text = reportText(t0, [{ ...smart(t0 + 1, drive), sequence: 7 }]);
    const body = gzipSync(text);
    for (const _ of ["once", "and again"]) {
      const answer = await post({ body, headers: withKey({ "content-encoding": "gzip" }) });
      expect([answer.status, answer.body]).toMatchObject([200, { accepted: 1, refused: [] }]);
      expect(Object.fromEntries(answer.headers)).toMatchObject(headersForBrowsers);
    }
    expect(await gateway.db.smartSample.count({ where: { time: new Date(t0 + 1) } })).toBe(1);
    const cut = await post({ body: text.slice(0, -1), headers: withKey() });
    expect([cut.status, cut.body.error.code]).toEqual([400, "malformed"]);
  });

  it("takes gzip", async () => {
    const drive = { ...optane, serial: "ZIPPED" };
    const sent = JSON.stringify(report([smart(t0, drive)]));
    // In two members as well, of which the last says how large it is, not how large all is.
    for (const body of [gzipSync(sent), Buffer.concat([gzipSync(sent.slice(0, -9)), gzipSync(sent.slice(-9))])]) {
      const answer = await post({ body, headers: withKey({ "content-encoding": "gzip" }) });
      expect(answer.status).toBe(200);
    }
    expect(await gateway.db.drive.count({ where: { serial: "ZIPPED" } })).toBe(1);
    const lying = gzipSync(sent);
    lying.writeUInt32LE(0xfffffff0, lying.length - 4);
    const refused = await post({ body: lying, headers: withKey({ "content-encoding": "gzip" }) });
    expect([refused.status, refused.body.error.code]).toEqual([400, "malformed"]);
  });

  // A cluster takes no triggers on what it spreads.
  it.skipIf(onCluster())("is all or nothing: a failure in the middle leaves no trace, a retry is whole", async () => {
    await gateway.owner.$executeRawUnsafe(`
      CREATE FUNCTION fail_on_purpose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full'; END $$;`);
    await gateway.owner.$executeRawUnsafe(
      "CREATE TRIGGER fail_on_purpose BEFORE INSERT ON smart_sample FOR EACH ROW EXECUTE FUNCTION fail_on_purpose()",
    );
    const drive = { ...optane, serial: "ATOMIC" };
    const events = [inventory(t0 + 10, [observation(drive)]), smart(t0 + 11, drive)];
    const before = await snapshot(gateway.db);
    const failed = await agent.report(...events);
    expect(failed.status).toBe(500);
    expect(failed.body.error.message).not.toContain("disk full");
    expect(await snapshot(gateway.db)).toEqual(before);
    await gateway.owner.$executeRawUnsafe("DROP TRIGGER fail_on_purpose ON smart_sample");
    expect((await agent.report(...events)).body.accepted).toBe(2);
    expect(await gateway.db.drive.count({ where: { serial: "ATOMIC" } })).toBe(1);
  });

  it.skipIf(onCluster()).each([
    ["40001", "smart_sample"],
    ["40P01", "smart_sample"],
    ["23505", "smart_sample"],
    ["40P01", "drive_sighting"],
  ])("tries again where PostgreSQL ended the transaction in favor of another (%s on %s)", async (state, table) => {
    // A sequence is not rolled back, so the trigger fails the first attempt alone.
    await gateway.owner.$executeRawUnsafe("CREATE SEQUENCE attempts");
    await gateway.owner.$executeRawUnsafe(`
      CREATE FUNCTION lose_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF nextval('attempts') = 1 THEN RAISE EXCEPTION 'lost to another' USING ERRCODE = '${state}'; END IF;
        RETURN NEW;
      END $$`);
    await gateway.owner.$executeRawUnsafe(
      `CREATE TRIGGER lose_once BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION lose_once()`,
    );
    const drive = { ...optane, serial: `LOST-${state}-${table}` };
    const answer = await agent.report(inventory(t0 + 20, [observation(drive)]), smart(t0 + 20, drive));
    await gateway.owner.$executeRawUnsafe(`DROP TRIGGER lose_once ON ${table}`);
    await gateway.owner.$executeRawUnsafe("DROP FUNCTION lose_once()");
    await gateway.owner.$executeRawUnsafe("DROP SEQUENCE attempts");
    expect(answer.status).toBe(200);
    const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
    expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(1);
  });

  it("keeps 128-bit counters exactly", async () => {
    const drive = { ...optane, serial: "WIDE" };
    await agent.report(smart(t0, drive));
    const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: "WIDE" } });
    const sample = await gateway.db.smartSample.findFirstOrThrow({ where: { driveId: id } });
    expect(sample.dataUnitsRead.toFixed()).toBe("340282366920938463463374607431768211455");
    expect(sample.temperatureSensorsKelvin).toEqual([311, 0]);
    expect(sample.hostId).toBe(agent.hostId);
  });
});
