import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addJudgedDrive, dayMs, hourMs, type JudgedDrive } from "./testing/judged-drive.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const days = (count: number) => new Date(start.getTime() + count * dayMs);
/** When the worker comes, days having been added up. */
const morning = (day: number) => new Date(days(day).getTime() + 3 * hourMs);
const drive = (model?: string) => addJudgedDrive(test.db, { since: start, ...(model === undefined ? {} : { model }) });

/** A sample a day that nobody looks at before the worker comes. */
async function tellDays(told: JudgedDrive, count: number, mediaErrorsAt: (day: number) => number): Promise<void> {
  for (let day = 0; day <= count; day += 1) await told.sample(days(day), { mediaErrors: String(mediaErrorsAt(day)) });
}

const conditionsOf = ({ id: driveId }: JudgedDrive) =>
  test.db.driveCondition.findMany({ where: { driveId, rule: { not: "noSample" } }, orderBy: { since: "asc" } });
const verdictSinceOf = async ({ id: driveId }: JudgedDrive) =>
  (await test.db.driveState.findUniqueOrThrow({ where: { driveId } })).verdictSince;

it("what grew while nobody looked holds since then, and so does the verdict; nothing moves that afterwards", async () => {
  const late = await drive();
  await tellDays(late, 25, (day) => (day < 4 ? 0 : day < 20 ? 1 : 2));
  await late.work(morning(26));
  const [found] = await conditionsOf(late);
  expect(found).toMatchObject({ rule: "mediaErrors", severity: "watch", since: days(4), endedAt: null });
  expect(await verdictSinceOf(late)).toEqual(days(4));
  await late.work(new Date(morning(26).getTime() + hourMs));
  expect(await conditionsOf(late)).toEqual([found]);

  // Worse is worse from when it was found on, of what was known before.
  await late.sample(days(27), { mediaErrors: "12" });
  await late.work(morning(28));
  expect(await conditionsOf(late)).toMatchObject([{ severity: "replace", since: days(4) }]);
  expect(await verdictSinceOf(late)).toEqual(morning(28));
});

it("a verdict is not older than the one before, nor a condition than the end of the one before of its rule", async () => {
  const again = await drive();
  const { id: driveId } = again;
  await tellDays(again, 12, (day) => (day < 4 ? 0 : 3));
  const over = { driveId, rule: "mediaErrors", severity: "watch", since: days(2), endedAt: days(10) };
  await test.db.driveCondition.create({ data: over });
  await test.db.driveState.update({ where: { driveId }, data: { verdictSince: days(11) } });
  await again.work(morning(13));
  expect(await conditionsOf(again)).toMatchObject([
    { since: days(2), endedAt: days(10) },
    { since: new Date(days(10).getTime() + 1), endedAt: null },
  ]);
  expect(await verdictSinceOf(again)).toEqual(days(11));
});

it("a rate of writes holds since the first of the days in a row that were above the rating", async () => {
  const written = await drive("INTEL SSDPED1K375GA");
  // Rated for 30 drive writes a day. For 40 days nothing, then 90 a day: the eleventh of them brings 30 days above 30.
  const unitsADay = (90 * 375_083_606_016) / 512_000;
  for (let day = 0; day <= 60; day += 1) {
    const units = Math.round(Math.max(day - 40, 0) * unitsADay);
    await written.sample(days(day), { dataUnitsWritten: String(1000 + units) });
  }
  await written.work(morning(61));
  const found = (await conditionsOf(written)).find(({ rule }) => rule === "writesAboveRating");
  // A step belongs to the day of its later sample: that of day 51, at whose end the rate is known.
  expect(found).toMatchObject({ severity: "watch", since: days(52) });
});

it("errors that were there at first sight are as old as that", async () => {
  const old = await drive();
  await tellDays(old, 9, () => 7);
  await old.work(morning(10));
  expect(await conditionsOf(old)).toMatchObject([{ rule: "mediaErrorsBefore", since: start }]);
});
