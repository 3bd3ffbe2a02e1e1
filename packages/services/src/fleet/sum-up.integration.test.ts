import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { replacements } from "../health/replacements.ts";
import { summedFrom } from "../summed.ts";
import { contextOf, now } from "../testing/fleet.ts";
import { fleetReadings } from "./readings.ts";
import { sumUpEveryMs, sumUpFleet } from "./sum-up.ts";

let test: TestDatabase;
const at = (ms: number) => new Date(now.getTime() + ms);
const viewer = (ms = 0) => contextOf(test.db, "viewer", at(ms));
const worker = (ms = 0): ServiceContext => ({ ...viewer(ms), actor: { kind: "system", label: "test" } });

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

/** Drives of two models, a third of them 3 % worn and the others 50 %; every tenth is likely to last twenty days more. */
async function addDrives(from: number, to: number): Promise<void> {
  await test.owner.$executeRaw`
    WITH made AS (
      INSERT INTO drive (pci_vendor_id, model, serial, firmware, first_seen_at, last_seen_at)
      SELECT 32902, 'MODEL ' || n % 2, 'S' || n, 'F', ${now}, ${now} FROM generate_series(${from}::int, ${to}::int - 1) AS n
      RETURNING id, model, serial, substr(serial, 2)::int AS n
    ), listed AS (
      INSERT INTO drive_state (drive_id, verdict_rank, verdict_since, model, serial, firmware, percentage_used)
      SELECT id, 7, ${now}, model, serial, 'F', CASE WHEN n % 3 = 0 THEN 3 ELSE 50 END FROM made
    )
    INSERT INTO drive_wear (drive_id, computed_at, limit_percent, kind, percent_per_day, likely_end)
    SELECT id, ${now}, 100, 'forecast', 0.5, ${at(20 * 86_400_000)} FROM made WHERE n % 10 = 0`;
  await test.owner.$executeRaw`UPDATE drive_reading SET sampled_at = ${now}`;
}

const wear = async (ms: number) => {
  const { percentagesUsed, asOf } = await fleetReadings(viewer(ms));
  return { asOf, counts: percentagesUsed.map(({ value, count }) => [value, count]) };
};
const worn = (count: number) => [
  [3, Math.ceil(count / 3)],
  [50, count - Math.ceil(count / 3)],
];

it("is counted as it is asked for while the fleet is small", async () => {
  await addDrives(0, summedFrom - 1);
  expect(await sumUpFleet(worker())).toBe(0);
  expect(await wear(0)).toEqual({ asOf: undefined, counts: worn(summedFrom - 1) });
});

it("is what the worker counted last once it is large, and says of when", async () => {
  await addDrives(summedFrom - 1, summedFrom);
  expect(await wear(0), "before the worker came").toEqual({ asOf: undefined, counts: worn(summedFrom) });
  const live = { ...(await fleetReadings(viewer())), ends: (await replacements(viewer(), { by: "model" })).ends };
  expect(await sumUpFleet(worker())).toBe(3);
  await addDrives(summedFrom, summedFrom + 30);
  expect(await wear(10_000)).toEqual({ asOf: now, counts: worn(summedFrom) });
  const { asOf: _, ...readings } = await fleetReadings(viewer(10_000));
  const { asOf, ends } = await replacements(viewer(10_000), { by: "model" });
  expect({ ...readings, asOf: undefined, ends }).toEqual(live);
  expect([asOf, ends.find((each) => each.ends === "2026-12")?.count]).toEqual([now, summedFrom / 10]);
  expect((await replacements(viewer(10_000), { by: "group" })).asOf).toEqual(now);
});

it("is counted once in that time, by however many workers", async () => {
  expect(await sumUpFleet(worker(10_000))).toBe(0);
  expect(await sumUpFleet(worker(sumUpEveryMs))).toBe(3);
  expect(await wear(sumUpEveryMs)).toEqual({ asOf: at(sumUpEveryMs), counts: worn(summedFrom + 30) });
});

it("is counted as it is asked for where no worker comes, where the month is over, and where it cannot be read", async () => {
  expect((await wear(sumUpEveryMs + 5 * 60_000)).asOf).toEqual(at(sumUpEveryMs));
  expect((await wear(sumUpEveryMs + 5 * 60_000 + 1)).asOf).toBeUndefined();
  const endOfMonth = Date.UTC(2026, 11, 1) - now.getTime();
  expect(await sumUpFleet(worker(endOfMonth - 1000))).toBe(3);
  expect((await replacements(viewer(endOfMonth - 1), { by: "model" })).asOf).toBeDefined();
  expect((await replacements(viewer(endOfMonth), { by: "model" })).asOf).toBeUndefined();
  await test.db.fleetSummary.update({ where: { kind: "readings" }, data: { body: { of: "another version" } } });
  expect((await wear(endOfMonth)).asOf).toBeUndefined();
  await test.db.fleetSummary.deleteMany();
});
