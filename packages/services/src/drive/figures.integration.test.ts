import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addJudgedDrive, dayMs, hourMs } from "../health/testing/judged-drive.ts";
import { contextOf } from "../testing/fleet.ts";
import { driveFigures } from "./figures.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

const start = new Date("2026-10-01T00:00:00Z");
const at = (days: number, hours: number) => new Date(start.getTime() + days * dayMs + hours * hourMs);

/** A drive that loses a percent of spare and uses one each morning; its worker has come at the given time. */
async function falling(mornings: readonly number[], now: Date) {
  const drive = await addJudgedDrive(test.db, { since: start });
  for (const day of mornings) {
    const log = { availableSparePercent: 100 - day, percentageUsed: day, mediaErrors: String(3 * day) };
    for (const hour of [6, 18]) if (at(day, hour) < now) await drive.sample(at(day, hour), log);
  }
  await drive.work(now);
  return drive;
}

describe("the figures of a drive's last days", () => {
  it("are counted from the last sample before them, so that they say of spare what its condition says", async () => {
    const now = at(35, 8);
    const drive = await falling(
      Array.from({ length: 36 }, (_, day) => day),
      now,
    );
    const { start: from, days } = await driveFigures(contextOf(test.db, "viewer", now), { driveId: drive.id });
    // The 30 days before today begin with day 5: they are counted from the evening of day 4.
    expect(from).toEqual({ atMs: at(4, 18).getTime(), percentageUsed: 4, availableSparePercent: 96 });
    expect(days.map(({ availableSparePercent }) => 100 - availableSparePercent)).toEqual(
      Array.from({ length: 30 }, (_, index) => 5 + index),
    );
    expect(days.reduce((sum, { mediaErrorsIncrease }) => sum + mediaErrorsIncrease, 0n)).toBe(90n);
    // From 96 % to 66 %: those of today count once it is over.
    expect(await drive.open()).toContain("availableSpareSlope watch 30");
  });

  it("are counted from the last sample before an absence, however long ago, and of a younger drive from its first", async () => {
    const now = at(50, 12);
    const [returned, young] = [await falling([3, 49, 50], now), await falling([48, 49, 50], now)];
    const of = (driveId: string) => driveFigures(contextOf(test.db, "viewer", now), { driveId });
    const last = await of(returned.id);
    expect(last.start).toEqual({ atMs: at(3, 18).getTime(), percentageUsed: 3, availableSparePercent: 97 });
    expect(last.days).toHaveLength(1);
    const first = await of(young.id);
    expect(first.start).toEqual({ atMs: at(48, 6).getTime(), percentageUsed: 48, availableSparePercent: 52 });
    expect(first.days).toHaveLength(2);
  });

  it("are none of a drive that was never sampled", async () => {
    const { id: driveId } = await addJudgedDrive(test.db, { since: start });
    const viewer = contextOf(test.db, "viewer", at(9, 0));
    expect(await driveFigures(viewer, { driveId })).toEqual({ start: undefined, days: [] });
  });
});
