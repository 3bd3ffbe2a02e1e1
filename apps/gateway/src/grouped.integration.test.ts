import { findLatestSamples } from "@crosspoint/db/queries/find-latest-samples";
import { onCluster } from "@crosspoint/db/testing";
import { verdictRank } from "@crosspoint/domain";
import { LiveListener } from "@crosspoint/services";
import { acknowledge } from "@crosspoint/services/health/acknowledge";
import { setThreshold } from "@crosspoint/services/health/set-threshold";
import { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { type CountedSample, waitingSample } from "@crosspoint/services/report/group/waiting-sample";
import type { ingestReport } from "@crosspoint/services/report/ingest";
import { TakenCounts } from "@crosspoint/services/telemetry/rules/taken-counts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lowSpare, optane } from "./testing/events.ts";
import { type Speaker, speaker } from "./testing/speaker.ts";
import { snapshot, startTestGateway, type TestGateway } from "./testing/test-gateway.ts";

/** Reports of samples that arrive while others are being stored. */
let gateway: TestGateway;
let group: ReportGroup;
let divided: number[];
let round = 0;
let first: Speaker;
let second: Speaker;
let third: Speaker;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  round += 1;
  divided = [];
  group = new ReportGroup(gateway.plain, { writers: 1, onDivided: (_, reports) => divided.push(reports) });
  [first, second, third] = [await speakerOf("first"), await speakerOf("second"), await speakerOf("third")];
});

const nowMs = () => gateway.clock.now.getTime();
const speakerOf = (name: string) => speaker(gateway, `${name}${round}`, () => group);

/** Sends them so that all but the first are one group: they come while the first is being stored. */
async function together(...reports: readonly (() => ReturnType<typeof ingestReport>)[]) {
  const leading = await speakerOf("leading");
  const [, ...answers] = await Promise.allSettled([
    leading.report(leading.sample()),
    ...reports.map((report) => report()),
  ]);
  return answers.map((answer) =>
    answer.status === "fulfilled"
      ? { accepted: answer.value.accepted, refused: answer.value.refused.length }
      : { failed: String(answer.reason.message).includes("spoiled") ? "spoiled" : String(answer.reason) },
  );
}

/** The transactions that stored the newest samples of these drives. */
async function transactions(...speakers: readonly Speaker[]): Promise<number> {
  const ids = speakers.map(({ driveId }) => driveId);
  const rows = await gateway.db.$queryRaw<{ xmin: string }[]>`
    SELECT DISTINCT xmin::text FROM drive_reading WHERE drive_id = ANY (${ids}::uuid[])`;
  return rows.length;
}
const samplesOf = ({ driveId }: Speaker) => gateway.db.smartSample.count({ where: { driveId } });
const taken = { accepted: 1, refused: 0 };

async function takenCounts({ agent }: Speaker): Promise<number[]> {
  const host = await gateway.db.host.findUniqueOrThrow({ where: { id: agent.hostId } });
  return TakenCounts.read(host.eventsTaken).pairs().map(Number);
}

it("are stored in one transaction, each answered for itself, and tell what changed at once", async () => {
  const listener = new LiveListener(gateway.databaseUrl);
  await listener.start();
  const heard: string[] = [];
  listener.subscribe((event) => heard.push(Object.values(event).join(" ")));
  const [a, b] = [first.sample({ percentageUsed: 7 }), second.sample(lowSpare)];
  const holiday = (of: Speaker) => ({ ...of.sample(), kind: "holiday" }) as never;
  expect(
    await together(
      () => first.report(a),
      () => second.report(holiday(second), b),
      // It looks like one of samples alone until it is read.
      () => third.report(third.sample(), holiday(third)),
    ),
  ).toEqual([taken, { accepted: 1, refused: 1 }, { accepted: 1, refused: 1 }]);
  expect(await samplesOf(third)).toBe(1);
  expect(await transactions(first, second)).toBe(1);
  const states = await gateway.db.driveState.findMany({
    where: { driveId: { in: [first.driveId, second.driveId] } },
    orderBy: { serial: "asc" },
    include: { drive: { select: { reading: true } } },
  });
  expect(states).toMatchObject([
    { percentageUsed: 7, drive: { reading: { sampledAt: new Date(a.timeMs) } } },
    { percentageUsed: 3, drive: { reading: { sampledAt: new Date(b.timeMs) } } },
  ]);
  expect(states[0]?.verdictRank).not.toBe(states[1]?.verdictRank);
  await expect.poll(() => heard).toEqual(expect.arrayContaining([`drive ${first.driveId}`, `drive ${second.driveId}`]));
  await listener.close();
});

it("leave no row per event, but the host's count with its gaps, and are taken once", async () => {
  const ids = await gateway.db.ingestedEvent.count();
  const samples = [first.sample(), first.sample(), first.sample(), first.sample()] as const;
  const [one, two, three, four] = samples;
  await first.report(one, two, four);
  expect(await takenCounts(first)).toEqual([one.sequence, two.sequence, four.sequence, four.sequence]);
  expect((await first.report(...samples)).accepted).toBe(4);
  expect(await takenCounts(first)).toEqual([one.sequence, four.sequence]);
  expect(three.sequence).toBe(two.sequence + 1);
  expect(await samplesOf(first)).toBe(4);
  // Those of the inventories of this round's three hosts, which do not count.
  expect(await gateway.db.ingestedEvent.count()).toBe(ids);

  const before = await snapshot(gateway.db);
  expect((await first.report(...samples)).accepted).toBe(4);
  expect(await snapshot(gateway.db)).toEqual(before);
});

it("take a report once that is sent again while the first waits", async () => {
  const sample = first.sample(lowSpare);
  expect(
    await together(
      () => first.report(sample),
      () => first.report(sample),
      () => second.report(second.sample()),
    ),
  ).toEqual([taken, taken, taken]);
  expect([await samplesOf(first), await transactions(first, second)]).toEqual([1, 1]);
});

it("keep what a person has acknowledged, though the drive is good by it, and judge by thresholds that were set", async () => {
  await first.report(first.sample({ percentageUsed: 92 }));
  const context = { db: gateway.db, actor: { kind: "system", label: "test" }, now: gateway.clock.now } as const;
  await acknowledge(context, { driveId: first.driveId, rule: "percentageUsed", note: "known" });
  const state = () => gateway.db.driveState.findUniqueOrThrow({ where: { driveId: first.driveId } });
  const open = () => gateway.db.driveCondition.findMany({ where: { driveId: first.driveId, endedAt: null } });
  expect(await state()).toMatchObject({ verdictRank: verdictRank("good"), hasConditions: true });
  await first.report(first.sample({ percentageUsed: 92 }));
  expect(await open()).toMatchObject([{ rule: "percentageUsed", acknowledgedNote: "known" }]);
  expect(await state()).toMatchObject({ verdictRank: verdictRank("good"), hasConditions: true });

  const scope = { kind: "drive", driveId: first.driveId } as const;
  await setThreshold(context, { scope, rule: "percentageUsed", grades: "off", why: "a test" });
  await first.report(first.sample({ percentageUsed: 92 }));
  expect(await open()).toEqual([]);
  expect(await state()).toMatchObject({ hasConditions: false });
  await gateway.db.healthThreshold.deleteMany();
  expect(divided).toEqual([]);
});

it("know a sample by its host's count alone: the same count with another time changes nothing", async () => {
  const sample = first.sample();
  await first.report(sample);
  const before = await snapshot(gateway.db);
  expect((await first.report({ ...first.sample(lowSpare), sequence: sample.sequence })).accepted).toBe(1);
  expect(await snapshot(gateway.db)).toEqual(before);
});

it("keep the order of two reports of one host, by its own count", async () => {
  const [worse, better, late] = [first.sample(lowSpare), first.sample(lowSpare), first.sample()];
  await together(
    () => first.report(late),
    () => first.report(better, worse),
  );
  expect(await samplesOf(first)).toBe(3);
  const reading = await gateway.db.driveReading.findUniqueOrThrow({ where: { driveId: first.driveId } });
  expect(Number(reading.sampledSequence)).toBe(late.sequence);
});

it("follow a clock that was set back and passes the same times again: the newest word stands in its place", async () => {
  const [early, late] = [first.sample({ percentageUsed: 1 }), first.sample({ percentageUsed: 2 })];
  await first.report(early, late);
  // Back behind all of them, so that what comes at their times then looks later than the newest.
  await first.report({ ...first.sample({ percentageUsed: 3 }), timeMs: early.timeMs - 1000 });
  const again = { ...first.sample({ percentageUsed: 4 }), timeMs: late.timeMs };
  expect(
    await together(
      () => first.report(again),
      () => second.report(second.sample()),
    ),
  ).toEqual([taken, taken]);
  expect(divided).toEqual([]);
  const rows = await gateway.db.smartSample.findMany({ where: { driveId: first.driveId }, orderBy: { time: "asc" } });
  expect(rows.map(({ percentageUsed }) => percentageUsed)).toEqual([3, 1, 4]);
  const [latest] = await findLatestSamples(gateway.db, [first.driveId]);
  expect(latest?.smart).toMatchObject({ percentageUsed: 4 });
});

it("mark an hour that is not over once, and one that is over with each sample", async () => {
  const marks = async () => (await gateway.db.smartHourMark.deleteMany({ where: { driveId: first.driveId } })).count;
  const hourAgo = () => ({ ...first.sample(), timeMs: first.sample().timeMs - 3_600_000 });
  gateway.clock.now = new Date("2026-11-21T12:30:00Z");
  await gateway.db.driveState.update({ where: { driveId: first.driveId }, data: { hostSince: new Date(0) } });
  await first.report(first.sample());
  expect(await marks()).toBe(1);
  // As the worker would only do once it is over.
  await first.report(first.sample());
  expect(await marks()).toBe(0);
  for (const _ of [1, 2]) {
    await first.report(hourAgo());
    expect(await marks()).toBe(1);
  }
  gateway.clock.now = new Date("2026-11-21T13:30:00Z");
  await first.report(first.sample());
  expect(await marks()).toBe(1);
});

it("find a drive anew whose record was removed", async () => {
  await first.report(first.sample());
  await gateway.db.drive.delete({ where: { id: first.driveId } });
  expect((await first.report(first.sample())).accepted).toBe(1);
  const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: first.drive.serial } });
  expect(id).not.toBe(first.driveId);
  expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(1);
});

it("date a verdict that comes and goes within one group as within one report", async () => {
  const events = [first.sample(lowSpare), first.sample()] as const;
  await together(...events.map((event) => () => first.report(event)));
  const [began, ended] = events.map(({ timeMs }) => new Date(timeMs));
  const conditions = await gateway.db.driveCondition.findMany({ where: { driveId: first.driveId, since: began } });
  expect(conditions.map(({ endedAt }) => endedAt)).toEqual([ended]);
});

// A cluster takes no triggers on what it spreads.
it.skipIf(onCluster())("leave one alone that spoils its group, in the middle of it", async () => {
  await gateway.owner.$executeRawUnsafe(`
    CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.drive_id = '${second.driveId}' THEN RAISE EXCEPTION 'spoiled'; END IF; RETURN NEW; END $$`);
  await gateway.owner.$executeRawUnsafe(
    "CREATE TRIGGER spoil BEFORE INSERT ON smart_sample FOR EACH ROW EXECUTE FUNCTION spoil()",
  );
  const spoiler = second.sample();
  try {
    expect(
      await together(
        () => first.report(first.sample()),
        () => second.report(spoiler),
        () => third.report(third.sample()),
      ),
    ).toEqual([taken, { failed: "spoiled" }, taken]);
    expect(divided).toEqual([3, 2, 1]);
    expect([await samplesOf(first), await samplesOf(second), await samplesOf(third)]).toEqual([1, 0, 1]);
    expect(await takenCounts(second)).toEqual([]);
  } finally {
    await gateway.owner.$executeRawUnsafe("DROP TRIGGER spoil ON smart_sample");
    await gateway.owner.$executeRawUnsafe("DROP FUNCTION spoil()");
  }
  expect((await second.report(spoiler)).accepted).toBe(1);
  expect(await samplesOf(second)).toBe(1);
});

it("refuse what one says of a drive that another holds, and store the others", async () => {
  const lie = second.sample(lowSpare, first.drive);
  expect(
    await together(
      () => first.report(first.sample()),
      () => second.report(lie, second.sample()),
      () => third.report(third.sample()),
    ),
  ).toEqual([taken, { accepted: 1, refused: 1 }, taken]);
  expect(divided).toEqual([]);
  const stored = await gateway.db.smartSample.findMany({ where: { driveId: first.driveId } });
  expect(stored.map(({ hostId }) => hostId)).toEqual([first.agent.hostId]);
  // What was refused stays to be taken, should a person give it the drive.
  expect(await takenCounts(second)).toEqual([lie.sequence + 1, lie.sequence + 1]);
});

it("leave to be decided alone what one says of a drive that is new, or of a time before it had it", async () => {
  const unknown = { ...optane, serial: `UNKNOWN${round}` };
  const early = { ...second.sample(), timeMs: nowMs() - 3_600_000 };
  expect(
    await together(
      () => first.report(first.sample({}, unknown)),
      () => second.report(early),
    ),
  ).toEqual([taken, taken]);
  expect(await gateway.db.drive.count({ where: { serial: unknown.serial } })).toBe(1);
  expect(await samplesOf(second)).toBe(1);
});

it("do not wait for a host that somebody else has locked", async () => {
  const release = await locked("host", first.agent.hostId);
  const waiting = first.report(first.sample());
  expect(await together(() => second.report(second.sample()))).toEqual([taken]);
  expect(divided).toEqual([]);
  expect(await samplesOf(first)).toBe(0);
  await release();
  expect((await waiting).accepted).toBe(1);
});

it.each(["drive_reading", "drive_state"] as const)(
  "wait a moment for a row of %s that somebody else has locked, and then leave its report alone with it",
  async (table) => {
    await remembered(first, "100");
    const release = await locked(table, first.driveId);
    const waiting = together(
      () => first.report(first.sample({ powerOnHours: "101" })),
      () => second.report(second.sample()),
    );
    await expect.poll(() => samplesOf(second), { timeout: 10_000 }).toBe(1);
    expect(divided).toEqual([2, 1]);
    expect(await samplesOf(first)).toBe(2);
    await release();
    expect(await waiting).toEqual([taken, taken]);
    const { powerOnHours } = await gateway.db.driveState.findUniqueOrThrow({ where: { driveId: first.driveId } });
    expect(String(powerOnHours)).toBe("101");
  },
);

it("do not wait for who has locked a drive's own row, though hours change by it", async () => {
  await remembered(first, "100");
  const release = await locked("drive", first.driveId);
  expect(
    await together(
      () => first.report(first.sample({ powerOnHours: "101" })),
      () => second.report(second.sample()),
    ),
  ).toEqual([taken, taken]);
  expect(divided).toEqual([]);
  await release();
});

/** From its second good sample on a drive is updated without being locked before: its reading, and then the hours of its state. */
async function remembered(speaker: Speaker, powerOnHours: string): Promise<void> {
  for (let times = 0; times < 2; times += 1) await speaker.report(speaker.sample({ powerOnHours }));
}

/** Holds a row in a transaction until it is told to let go. */
async function locked(
  table: "host" | "drive" | "drive_reading" | "drive_state",
  id: string,
): Promise<() => Promise<void>> {
  let letGo = () => {};
  let isHeld = () => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const held = gateway.db.$transaction(
    async (tx) => {
      await tx.$queryRawUnsafe(
        `SELECT 1 FROM ${table} WHERE ${table.includes("_") ? "drive_id" : "id"} = '${id}' FOR UPDATE`,
      );
      isHeld();
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    },
    { timeout: 20_000 },
  );
  await holding;
  return async () => {
    letGo();
    await held;
  };
}

it("refuse a host whose key was revoked while its report waited, and store the others", async () => {
  await gateway.db.host.update({ where: { id: first.agent.hostId }, data: { keyRevokedAt: gateway.clock.now } });
  const answers = await together(
    () => first.report(first.sample()),
    () => second.report(second.sample()),
  );
  expect(answers).toEqual([{ failed: expect.stringContaining("its key revoked") }, taken]);
  expect(await samplesOf(first)).toBe(0);
});

// A cluster takes no triggers on what it spreads.
it.skipIf(onCluster())(
  "are all told to come back where PostgreSQL is killed in the middle, and none is lost or stored twice",
  async () => {
    // A sequence is not rolled back, so that it happens once.
    await gateway.owner.$executeRawUnsafe("CREATE SEQUENCE kills");
    await gateway.owner.$executeRawUnsafe("GRANT USAGE ON SEQUENCE kills TO PUBLIC");
    await gateway.owner.$executeRawUnsafe(`
    CREATE FUNCTION kill_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.drive_id = '${second.driveId}' AND nextval('kills') = 1 THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
      END IF;
      RETURN NEW; END $$`);
    await gateway.owner.$executeRawUnsafe(
      "CREATE TRIGGER kill_once BEFORE INSERT ON smart_sample FOR EACH ROW EXECUTE FUNCTION kill_once()",
    );
    const [a, b] = [first.sample(), second.sample()];
    const reports = [() => first.report(a), () => second.report(b)] as const;
    const killed = await together(...reports);
    expect(killed.every((answer) => "failed" in answer)).toBe(true);
    expect(divided).toEqual([]);
    expect([await samplesOf(first), await samplesOf(second)]).toEqual([0, 0]);
    expect(await together(...reports)).toEqual([taken, taken]);
    expect([await samplesOf(first), await samplesOf(second)]).toEqual([1, 1]);
  },
);

it("are refused before they are read once too much waits", async () => {
  const nobodys = { ...optane, serial: "NOBODYS" };
  const many = Array.from({ length: 1000 }, () => waitingSample(first.sample({}, nobodys) as CountedSample));
  const read = () => ({ agentTimeMs: nowMs(), samples: many });
  const report = { hostId: first.agent.hostId, now: gateway.clock.now, bytes: 512 * 1024, read };
  const waiting = Array.from({ length: 21 }, () => group.add(report));
  expect(() => group.requireRoom(first.agent.hostId)).toThrow(
    expect.objectContaining({ code: "unavailable", retryAfterSeconds: 2 }),
  );
  await expect(first.report(first.sample())).rejects.toMatchObject({ code: "unavailable" });
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(["alone"]));
  expect((await first.report(first.sample())).accepted).toBe(1);
});
