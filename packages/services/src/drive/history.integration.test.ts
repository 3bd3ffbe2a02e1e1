import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { addUpDays } from "@crosspoint/db/queries/add-up-days";
import { rollUpHours } from "@crosspoint/db/queries/roll-up-hours";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { dayMs, hourMs } from "@crosspoint/domain/rollup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { rollUpSamples } from "../telemetry/roll-up.ts";
import { addSamples, sampleOf } from "../telemetry/testing/samples.ts";
import { contextOf, now } from "../testing/fleet.ts";
import { driveHistory, type HistoryRange } from "./history.ts";

let test: TestDatabase;
let db: Database;
let context: ServiceContext;
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
  context = contextOf(db, "viewer");
});
afterAll(() => test.close());

const system = () => ({ ...context, actor: { kind: "system", label: "test" } as const });
const pointsOf = async (driveId: string, range: HistoryRange) =>
  (await driveHistory(context, { driveId, range })).points;

/** A drive that was sampled at an even pace up to now, and writes ten units more each time. */
async function sampled(everyMs: number, times: number): Promise<string> {
  const driveId = randomUUID();
  const rows = Array.from({ length: times }, (_, index) =>
    sampleOf(driveId, new Date(now.getTime() - (times - 1 - index) * everyMs), {
      compositeTemperatureKelvin: 300 + (index % 7),
      dataUnitsWritten: String(10 * index * (index + 1)),
      dataUnitsRead: String(index % 50),
      mediaErrors: String(index),
    }),
  );
  await addSamples(db, rows);
  return driveId;
}

/** Rolls up all but the last two days in one statement, and takes the marks of all: no later test has to. */
async function rolledAtOnce(driveId: string, days: number): Promise<void> {
  const midnightMs = Math.floor(now.getTime() / dayMs) * dayMs;
  const range = { from: new Date(midnightMs - days * dayMs), to: new Date(midnightMs - 2 * dayMs) };
  await db.$transaction(async (tx) => {
    await rollUpHours(tx, [driveId], range);
    await addUpDays(tx, [driveId], range);
    await tx.smartHourMark.deleteMany({ where: { driveId } });
  });
}

describe("the history of a drive", () => {
  it.each([
    // More than half of each range: 16 days, 46 and 190.
    ["30d", 1_200_000, 16 * 72, 3600, "hours"],
    ["90d", 3 * hourMs, 46 * 8, 6 * 3600, "hours"],
    ["1y", 12 * hourMs, 190 * 2, 86_400, "days"],
  ] as const)(
    "over %s is the same from samples as from what they were rolled up to",
    async (range, everyMs, times, seconds, source) => {
      const driveId = await sampled(everyMs, times);
      const fromSamples = await pointsOf(driveId, range);
      await rollUpSamples(system());
      // What is rolled up needs its samples no more, but for those since.
      await db.smartSample.deleteMany({ where: { driveId, time: { lt: new Date(now.getTime() - 2 * dayMs) } } });
      const { points, ...history } = await driveHistory(context, { driveId, range });
      expect(history).toMatchObject({ intervalSeconds: seconds, startsAtFirstSample: false, from: source });
      expect(points).toEqual(fromSamples);
      expect(points.length).toBeLessThanOrEqual(2000);
      expect(points.reduce((sum, { samples }) => sum + samples, 0)).toBe(times);
      const written = points.reduce((sum, point) => sum + point.dataUnitsWrittenIncrease, 0n);
      expect(written).toBe(BigInt(10 * (times - 1) * times));
    },
    // On a cluster, rolling up its hundreds of hours takes some twenty seconds.
    60_000,
  );

  it("begins with its first sample where that is late in the range, though the sample itself is gone", async () => {
    const driveId = await sampled(1_800_000, 20 * 48);
    await rolledAtOnce(driveId, 21);
    await db.smartSample.deleteMany({ where: { driveId, time: { lt: new Date(now.getTime() - 3 * dayMs) } } });
    const year = await driveHistory(context, { driveId, range: "1y" });
    const first = new Date(now.getTime() - (20 * 48 - 1) * 1_800_000);
    expect(year).toMatchObject({ startsAtFirstSample: true, since: first, intervalSeconds: 3600, from: "hours" });
    expect(year.points.reduce((sum, { samples }) => sum + samples, 0)).toBe(20 * 48);
  });

  it("has a gap where no sample is, and no temperature where none was told", async () => {
    const driveId = randomUUID();
    const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs);
    await addSamples(db, [
      sampleOf(driveId, at(160), { dataUnitsWritten: "100" }),
      sampleOf(driveId, at(100), { dataUnitsWritten: "400", compositeTemperatureKelvin: 0 }),
    ]);
    await rollUpSamples(system());
    expect(await pointsOf(driveId, "7d")).toMatchObject([
      { time: at(160), coveredMs: 0, temperatureKelvin: { min: 300, max: 300, mean: 300 } },
      { time: at(100), coveredMs: 60 * hourMs, dataUnitsWrittenIncrease: 300n, temperatureKelvin: undefined },
    ]);
  });

  it("of five years sends no more than 2,000 points", async () => {
    const driveId = await sampled(dayMs, 1800);
    await rolledAtOnce(driveId, 1801);
    expect(await pointsOf(driveId, "5y")).toHaveLength(1800);
  });
});
