import type { PlainDatabase, PlainTransaction } from "@crosspoint/db";
import { verdictRank } from "@crosspoint/domain";
import { setThreshold } from "@crosspoint/services/health/set-threshold";
import { ReportGroup } from "@crosspoint/services/report/group/report-group";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { lowSpare } from "./testing/events.ts";
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
  // By the first they become good, by the second they stay it: from then on that is remembered.
  for (const _ of [1, 2]) await together(first.sample(), second.sample());
  watched.said.length = 0;
});

const speakerOf = (name: string) => speaker(gateway, `${name}${round}`, () => watched.group);
const context = () => ({ db: gateway.db, actor: { kind: "system", label: "test" }, now: gateway.clock.now }) as const;
const stateOf = ({ driveId }: Speaker) => gateway.db.driveState.findUniqueOrThrow({ where: { driveId } });
const samplesOf = ({ driveId }: Speaker) => gateway.db.smartSample.count({ where: { driveId } });

type Said = "locks" | "updates";

interface Watched {
  readonly group: ReportGroup;
  /** What was asked of the first speaker's drive. */
  readonly said: Said[];
  /** Done once by somebody else, just before that drive's row is updated. */
  meanwhile: (() => Promise<unknown>) | undefined;
}

/** A gateway's group whose transactions are watched. */
function watch(): Watched {
  const watching = { said: [] as Said[], meanwhile: undefined as Watched["meanwhile"] };
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
    later: tx.later,
    $queryRaw: (sql, ...values) => {
      if (isOfFirst(values) && sql.join("").includes("FOR UPDATE OF state")) watching.said.push("locks");
      return tx.$queryRaw(sql, ...values);
    },
    $executeRaw: async (sql, ...values) => {
      if (isOfFirst(values) && sql.join("").includes("UPDATE drive_state")) {
        watching.said.push("updates");
        const { meanwhile } = watching;
        watching.meanwhile = undefined;
        await meanwhile?.();
      }
      return tx.$executeRaw(sql, ...values);
    },
  };
}

const isOfFirst = (values: readonly unknown[]) => values.some((value) => String(value).includes(first.driveId));

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
  const other = watch();
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
