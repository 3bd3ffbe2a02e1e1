import type { PlainDatabase, PlainTransaction } from "@crosspoint/db";
import { verdictRank } from "@crosspoint/domain";
import type { DriveIdentity } from "@crosspoint/protocol";
import { setThreshold } from "@crosspoint/services/health/set-threshold";
import { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inventory, lowSpare, observation } from "./testing/events.ts";
import { type Speaker, speaker } from "./testing/speaker.ts";
import { startTestGateway, type TestGateway } from "./testing/test-gateway.ts";

/** Drives that this gateway wrote last are not read and locked again, but updated where nobody else has changed them. */
let gateway: TestGateway;
let watched: Watched;
let divided: number[];
let round = 0;
let leading: Speaker;
let first: Speaker;
let second: Speaker;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  round += 1;
  divided = [];
  watched = watch();
  [leading, first, second] = [await speakerOf("leading"), await speakerOf("first"), await speakerOf("second")];
  watched.driveId = first.driveId;
  // By the first they become good, by the second they stay it: from then on that is remembered.
  for (const _ of [1, 2]) await together(first.sample(), second.sample());
  watched.said.length = 0;
});

const speakerOf = (name: string) => speaker(gateway, `${name}${round}`, () => watched.group);
const context = () => ({ db: gateway.db, actor: { kind: "system", label: "test" }, now: gateway.clock.now }) as const;
const stateOf = async ({ driveId }: Speaker) => {
  const where = { driveId };
  const state = await gateway.db.driveState.findUniqueOrThrow({ where });
  return { ...state, ...(await gateway.db.driveReading.findUniqueOrThrow({ where })) };
};
const samplesOf = ({ driveId }: Speaker) => gateway.db.smartSample.count({ where: { driveId } });

type Said = "locks" | "updates";

interface Watched {
  readonly group: ReportGroup;
  /** The first speaker's, unless another is watched. */
  driveId: string;
  /** What was asked of that drive. */
  readonly said: Said[];
  /** Done once by somebody else, just before that drive's row is updated. */
  meanwhile: (() => Promise<unknown>) | undefined;
  /** Which PostgreSQL answers, where it is to be another than it is. */
  server: string | undefined;
}

/** A gateway's group whose transactions are watched. */
function watch(): Watched {
  const watching: Omit<Watched, "group"> = { driveId: "", said: [], meanwhile: undefined, server: undefined };
  const transaction: PlainDatabase["transaction"] = (work) =>
    gateway.plain.transaction((tx) => work(watchedTransaction(tx, watching)));
  const group = new ReportGroup({ transaction } as PlainDatabase, {
    writers: 1,
    onDivided: (_, reports) => divided.push(reports),
  });
  return Object.assign(watching, { group });
}

function watchedTransaction(tx: PlainTransaction, watching: Omit<Watched, "group">): PlainTransaction {
  return {
    $executeRaw: (sql, ...values) => tx.$executeRaw(sql, ...values),
    $queryRaw: async <T>(sql: TemplateStringsArray, ...values: unknown[]) => {
      if (isOf(watching, values) && sql.join("").includes("FOR UPDATE OF reading, state")) watching.said.push("locks");
      const rows = await tx.$queryRaw<T>(sql, ...values);
      const { server } = watching;
      if (server === undefined || !sql.join("").includes("pg_postmaster_start_time")) return rows;
      return (rows as object[]).map((row) => ({ ...row, server })) as T;
    },
    later: {
      ...tx.later,
      $executeRaw: async (sql, ...values) => {
        if (isOf(watching, values) && sql.join("").includes("reading.xmin")) {
          watching.said.push("updates");
          const { meanwhile } = watching;
          watching.meanwhile = undefined;
          await meanwhile?.();
        }
        return tx.later.$executeRaw(sql, ...values);
      },
    },
  };
}

const isOf = ({ driveId }: Omit<Watched, "group">, values: readonly unknown[]) =>
  driveId !== "" && values.some((value) => isIn(value, driveId));
const isIn = (value: unknown, id: string) =>
  Buffer.isBuffer(value) ? value.includes(id.replaceAll("-", ""), 0, "hex") : String(value).includes(id);

/** One sample of each, in two reports of one group: they come while another is being stored. Both are answered. */
async function together(...samples: readonly [ReturnType<Speaker["sample"]>, ReturnType<Speaker["sample"]>]) {
  const [, ...answers] = await Promise.all([
    leading.report(leading.sample()),
    first.report(samples[0]),
    second.report(samples[1]),
  ]);
  expect(answers.map(({ accepted, refused }) => [accepted, refused.length])).toEqual([
    [1, 0],
    [1, 0],
  ]);
}

it("are updated alone while they stay good, and locked where a sample says otherwise", async () => {
  await first.report(first.sample({ percentageUsed: 7 }));
  expect(watched.said).toEqual(["updates"]);
  expect(await stateOf(first)).toMatchObject({ percentageUsed: 7, verdictRank: verdictRank("good") });
  const low = first.sample(lowSpare);
  await first.report(low);
  expect(watched.said.splice(0)).toEqual(["updates", "locks"]);
  const state = await stateOf(first);
  expect(state).toMatchObject({ hasConditions: true, sampledAt: new Date(low.timeMs) });
  expect(state.verdictRank).not.toBe(verdictRank("good"));
  // Something is wrong with it: what that is has to be read each time.
  await first.report(first.sample(lowSpare));
  await first.report(first.sample());
  expect(watched.said.splice(0)).toEqual(["locks", "locks"]);
  expect(await stateOf(first)).toMatchObject({ hasConditions: false, verdictRank: verdictRank("good") });
  await first.report(first.sample());
  await first.report(first.sample());
  expect(watched.said.splice(0)).toEqual(["locks", "updates", "updates"]);
  expect([await samplesOf(first), divided]).toEqual([8, []]);
});

it("are stored again where somebody changes one meanwhile: all once, and judged by what it is now", async () => {
  watched.meanwhile = () =>
    gateway.db.driveState.update({ where: { driveId: first.driveId }, data: { warningTemperatureKelvin: 300 } });
  await together(first.sample({ compositeTemperatureKelvin: 320 }), second.sample());
  expect(await stateOf(first)).toMatchObject({
    temperatureKelvin: 320,
    warningTemperatureKelvin: 300,
    lookAgain: true,
  });
  expect([await samplesOf(first), await samplesOf(second), divided]).toEqual([3, 3, []]);
  expect(watched.said).toContain("locks");
});

it("are decided alone where one was removed meanwhile, and nothing is stored under its old id", async () => {
  watched.meanwhile = () => gateway.db.drive.delete({ where: { id: first.driveId } });
  await together(first.sample(), second.sample());
  // Of that before the removal.
  expect([await samplesOf(first), await samplesOf(second)]).toEqual([2, 3]);
  const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: first.drive.serial } });
  expect(await gateway.db.smartSample.count({ where: { driveId: id } })).toBe(1);
});

it("are refused where another host was given one meanwhile, which is heard from then on", async () => {
  const third = await speakerOf("third");
  watched.meanwhile = async () => {
    const { driveId } = first;
    const { hostId } = third.agent;
    await gateway.db.driveSighting.updateMany({ where: { driveId }, data: { hostId } });
    await gateway.db.driveState.update({ where: { driveId }, data: { hostId } });
  };
  const [, lost, kept] = await Promise.all([
    leading.report(leading.sample()),
    first.report(first.sample()),
    second.report(second.sample()),
  ]);
  expect([lost.accepted, lost.refused.length, kept.accepted]).toEqual([0, 1, 1]);
  expect([await samplesOf(first), await samplesOf(second)]).toEqual([2, 3]);
  watched.said.length = 0;
  const nowMs = gateway.clock.now.getTime();
  for (const agoMs of [2000, 1000]) {
    await third.report({ ...third.sample({}, first.drive), timeMs: nowMs - agoMs });
  }
  // By its group both times, though the first host was the last one to be remembered with it.
  expect(watched.said).toEqual(["locks", "updates", "updates"]);
  expect(await stateOf(first)).toMatchObject({ sampledHostId: third.agent.hostId });
});

it("are judged by a threshold that is set meanwhile", async () => {
  const scope = { kind: "drive", driveId: first.driveId } as const;
  const grades = [{ severity: "watch", at: 50 }] as const;
  watched.meanwhile = () =>
    setThreshold(context(), { scope, rule: "percentageUsed", grades: [...grades], why: "a test" });
  await together(first.sample({ percentageUsed: 60 }), second.sample());
  expect([await stateOf(first), await stateOf(second)]).toMatchObject([
    { percentageUsed: 60, hasConditions: true },
    { hasConditions: false },
  ]);
  await gateway.db.healthThreshold.deleteMany();
});

it("are locked where a host speaks to another gateway in between", async () => {
  const other = Object.assign(watch(), { driveId: first.driveId });
  await first.reportTo(other.group, first.sample());
  await first.report(first.sample());
  await first.reportTo(other.group, first.sample());
  // Neither tries in vain.
  expect([watched.said, other.said]).toEqual([
    ["locks", "updates"],
    ["locks", "updates", "locks", "updates"],
  ]);
  expect(await samplesOf(first)).toBe(5);
});

it("are locked for a sample that is older than the newest", async () => {
  const [old, young] = [first.sample(), first.sample()];
  await first.report(young);
  watched.said.length = 0;
  await first.report(old);
  expect(watched.said).toEqual(["locks"]);
  expect(await samplesOf(first)).toBe(4);
  expect(await stateOf(first)).toMatchObject({ sampledAt: new Date(young.timeMs) });
});

/** Another drive of the first speaker's host. */
async function addToFirst(): Promise<{ readonly drive: DriveIdentity; readonly id: string }> {
  const drive = { ...first.drive, serial: `${first.drive.serial}-B` };
  const listedMs = gateway.clock.now.getTime() - 59_000;
  await first.agent.report(inventory(listedMs, [observation(first.drive), observation(drive)]));
  const { id } = await gateway.db.drive.findFirstOrThrow({ where: { serial: drive.serial } });
  return { drive, id };
}

it("are locked, each of them, once another PostgreSQL answers", async () => {
  const { drive: other } = await addToFirst();
  for (const drive of [first.drive, other, first.drive, other]) await first.report(first.sample({}, drive));
  watched.said.length = 0;
  await first.report(first.sample());
  expect(watched.said.splice(0)).toEqual(["updates"]);
  watched.server = "another";
  // By this the host is known there, and this drive; of the first nothing is.
  await first.report(first.sample({}, other));
  await first.report(first.sample());
  await first.report(first.sample());
  expect(watched.said).toEqual(["locks", "updates", "updates"]);
});

it("hold nobody up for long where another gateway locks them in another order, and nothing is lost", async () => {
  const both = [{ drive: first.drive, id: first.driveId }, await addToFirst()];
  const [calm, troubled] = both.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [(typeof both)[0], (typeof both)[0]];
  const tell = () => first.report(first.sample({}, calm.drive), first.sample(lowSpare, troubled.drive));
  await tell();
  await tell();
  watched.driveId = calm.id;
  let theirs: ReturnType<Speaker["report"]> | undefined;
  // The troubled one is locked, and the calm one about to be updated, when somebody locks the calm one and wants the other.
  watched.meanwhile = () => {
    theirs = second.reportTo(watch().group, second.sample({}, calm.drive), second.sample({}, troubled.drive));
    return expect.poll(waiting).toBe(1);
  };
  const before = await gateway.db.smartSample.count();
  expect(await tell()).toMatchObject({ accepted: 2, refused: [] });
  expect((await theirs)?.refused).toHaveLength(2);
  expect((await gateway.db.smartSample.count()) - before).toBe(2);
});

/** Who waits for a lock in this database. */
async function waiting(): Promise<number> {
  const [row] = await gateway.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE datname = current_database() AND NOT granted`;
  return row?.count ?? 0;
}
