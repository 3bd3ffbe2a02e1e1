import { randomUUID } from "node:crypto";
import type { Database } from "@crosspoint/db";
import { insertSmartSamples } from "@crosspoint/db/queries/insert-smart-samples";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { counterDays, counterHours, hourMs } from "@crosspoint/domain/rollup";
import { counterOf, counterVectors, gaugeVectors } from "@crosspoint/domain/rollup/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { rollUpSamples } from "./roll-up.ts";
import { draws } from "./testing/draws.ts";
import { counterRows, gaugeRows } from "./testing/rolled-rows.ts";
import { addSamples, sampleOf } from "./testing/samples.ts";

let test: TestDatabase;
let db: Database;
/** Every hour and day of the vectors is over by then. */
let later: ServiceContext;
beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
  later = at("2026-11-25T00:10:00Z");
});
afterAll(() => test.close());

const at = (time: Date | string): ServiceContext => ({
  db,
  actor: { kind: "system", label: "test" },
  now: new Date(time),
});

const byTime = <R, T>(rows: Readonly<Record<string, R>>, read: (row: R) => T) =>
  new Map(Object.entries(rows).map(([time, row]) => [Date.parse(time), read(row)]));

const written = (driveId: string, arrivals: readonly (readonly [string, string])[]) =>
  arrivals.map(([time, value]) => sampleOf(driveId, time, { dataUnitsWritten: value }));

describe("the rollup of counters in SQL", () => {
  it.each(counterVectors)("$name: $why", async ({ input: { arrivals, late }, expected }) => {
    const driveId = randomUUID();
    await addSamples(db, written(driveId, arrivals));
    await rollUpSamples(later);
    const before = await counterRows(db, "smartHour", driveId);
    if (expected.hours_before) expect(before).toEqual(byTime(expected.hours_before, counterOf));
    if (late !== undefined) {
      await addSamples(db, written(driveId, [late]));
      await rollUpSamples(later);
    }
    const after = await counterRows(db, "smartHour", driveId);
    expect(after).toEqual(byTime(expected.hours, counterOf));
    expect(await counterRows(db, "smartDay", driveId)).toEqual(counterDays(after));
    if (expected.days) expect(counterDays(after)).toEqual(byTime(expected.days, counterOf));
    expect(await rollUpSamples(later)).toBe(0);
  });
});

describe("the rollup of gauges in SQL", () => {
  /** The log has no null: a temperature of 0 K is one that was not told, and a percentage is always told. */
  const told = gaugeVectors.filter(({ input }) => input.arrivals.every(([, value]) => value !== null));
  const untold = gaugeVectors.filter((vector) => !told.includes(vector));

  it.each(told)("percentage used: $name", async ({ input: { arrivals, late }, expected }) => {
    const driveId = randomUUID();
    const all = late === undefined ? arrivals : [...arrivals, late];
    await addSamples(
      db,
      all.map(([time, value]) => sampleOf(driveId, time, { percentageUsed: value ?? 0 })),
    );
    await rollUpSamples(later);
    for (const [rows, wanted] of [
      ["smartHour", expected.hours],
      ["smartDay", expected.days],
    ] as const) {
      if (wanted) expect(await gaugeRows(db, rows, driveId)).toEqual(byTime(wanted, (row) => row));
    }
  });

  it.each(untold)("temperature: $name", async ({ input: { arrivals }, expected }) => {
    const driveId = randomUUID();
    const rows = arrivals.map(([time, kelvin]) => sampleOf(driveId, time, { compositeTemperatureKelvin: kelvin ?? 0 }));
    await addSamples(db, rows);
    await rollUpSamples(later);
    const found = await db.smartHour.findMany({ where: { driveId } });
    const gauges = found.flatMap((row) =>
      row.temperatureSamples === 0
        ? []
        : [
            [
              row.time.getTime(),
              {
                min: row.minTemperatureKelvin,
                max: row.maxTemperatureKelvin,
                sum: Number(row.sumTemperatureKelvin),
                count: row.temperatureSamples,
              },
            ] as const,
          ],
    );
    expect(new Map(gauges)).toEqual(byTime(expected.hours, (row) => row));
    const silent = found.filter(({ temperatureSamples }) => temperatureSamples === 0);
    expect(silent.every((row) => row.minTemperatureKelvin === null && row.sumTemperatureKelvin === null)).toBe(true);
  });
});

describe("what a drive counts of heat", () => {
  const sampled = (driveId: string, minute: number, transitions?: number) =>
    sampleOf(driveId, `2026-11-23T0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}:00Z`, {
      warningTemperatureTimeMinutes: 100 + minute,
      criticalTemperatureTimeMinutes: Math.floor(minute / 10),
      thermalManagement1Transitions: transitions,
      thermalManagement2Transitions: transitions && 1,
    });

  it("adds up minutes, and how often it throttled, lightly and heavily together", async () => {
    const driveId = randomUUID();
    // 3 + 1 times, then 5 + 1, then 5 + 1 in the next hour.
    await addSamples(db, [sampled(driveId, 0, 3), sampled(driveId, 30, 5), sampled(driveId, 70, 5)]);
    await rollUpSamples(later);
    const [first, second] = await db.smartHour.findMany({ where: { driveId }, orderBy: { time: "asc" } });
    expect(first).toMatchObject({ throttleTransitionsFirst: 4n, throttleTransitionsLast: 6n });
    expect(first?.throttleTransitionsIncrease.toNumber()).toBe(2);
    expect(first?.warningTemperatureTimeMinutesIncrease.toNumber()).toBe(30);
    expect(first?.criticalTemperatureTimeMinutesIncrease.toNumber()).toBe(3);
    expect(second?.throttleTransitionsIncrease.toNumber()).toBe(0);
    expect(second?.warningTemperatureTimeMinutesIncrease.toNumber()).toBe(40);
    const day = await db.smartDay.findFirstOrThrow({ where: { driveId } });
    expect(day.warningTemperatureTimeMinutesIncrease.toNumber()).toBe(70);
    expect(day.throttleTransitionsIncrease.toNumber()).toBe(2);
  });

  it("tells nothing of how often a drive throttled that does not say", async () => {
    const driveId = randomUUID();
    await addSamples(db, [sampled(driveId, 0), sampled(driveId, 30)]);
    await rollUpSamples(later);
    const hour = await db.smartHour.findFirstOrThrow({ where: { driveId } });
    expect(hour).toMatchObject({ throttleTransitionsFirst: null, throttleTransitionsLast: null });
    expect(hour.throttleTransitionsIncrease.toNumber()).toBe(0);
  });
});

describe("the rollup as samples arrive", () => {
  it("comes to what the definition says, in whatever order and pieces they come", async () => {
    const random = draws(7);
    const driveId = randomUUID();
    const startMs = Date.parse("2026-11-20T00:00:00Z");
    let value = 2n ** 70n;
    const samples = Array.from({ length: 400 }, (_, index) => {
      value = random() < 0.05 ? BigInt(Math.floor(random() * 1e6)) : value + BigInt(Math.floor(random() * 1e12));
      // 400 samples over two days, some hours without any.
      return { timeMs: startMs + index * 7 * 60_000 + (index > 200 ? 5 * hourMs : 0), value };
    });
    const shuffled = samples.toSorted(() => random() - 0.5);
    for (let from = 0; from < shuffled.length; from += 80) {
      const piece = shuffled.slice(from, from + 80);
      await addSamples(
        db,
        piece.map(({ timeMs, value }) => sampleOf(driveId, new Date(timeMs), { dataUnitsWritten: value.toString() })),
      );
      await rollUpSamples(later);
    }
    const hours = counterHours(samples);
    expect(await counterRows(db, "smartHour", driveId)).toEqual(hours);
    expect(await counterRows(db, "smartDay", driveId)).toEqual(counterDays(hours));
  });

  it("waits until an hour is over and what was on its way has arrived", async () => {
    const driveId = randomUUID();
    await addSamples(db, written(driveId, [["2026-11-22T10:59:59.999Z", "5"]]));
    expect(await rollUpSamples(at("2026-11-22T11:04:59.999Z"))).toBe(0);
    expect(await rollUpSamples(at("2026-11-22T11:05:00.000Z"))).toBe(1);
    // Its day is not over.
    expect(await db.smartDay.count({ where: { driveId } })).toBe(0);
    expect(await rollUpSamples(at("2026-11-23T00:05:00.000Z"))).toBe(1);
    expect(await db.smartDay.count({ where: { driveId } })).toBe(1);
  });

  /** Who is at taking marks of hours, and waits for one. */
  async function takersOfMarks(): Promise<number> {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
        AND query LIKE '%DELETE FROM smart_hour_mark%'`;
    return row?.count ?? 0;
  }

  it("does not take a mark for done while a transaction that added samples under it is open", async () => {
    const driveId = randomUUID();
    await addSamples(db, written(driveId, [["2026-11-21T10:00:00Z", "100"]]));
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let inserted = () => {};
    const ready = new Promise<void>((resolve) => {
      inserted = resolve;
    });
    // The mark is there already: this transaction adds no row of its own, and must be waited for all the same.
    const open = db.$transaction(
      async (tx) => {
        await insertSmartSamples(tx, written(driveId, [["2026-11-21T10:20:00Z", "130"]]));
        inserted();
        await held;
      },
      { timeout: 20_000 },
    );
    await ready;
    const rolled = rollUpSamples(later);
    await expect.poll(takersOfMarks, { timeout: 20_000 }).toBe(1);
    commit();
    await open;
    expect(await rolled).toBe(2);
    expect((await counterRows(db, "smartHour", driveId)).get(Date.parse("2026-11-21T10:00:00Z"))).toMatchObject({
      count: 2,
      increase: 30n,
    });
  });

  it("misses no sample that is moved to a partition of its own meanwhile", async () => {
    const driveId = randomUUID();
    await addSamples(db, written(driveId, [["2024-02-03T10:00:00Z", "100"]]));
    const mover = new pg.Client({ connectionString: test.url });
    await mover.connect();
    await mover.query("BEGIN");
    await mover.query("SELECT ensure_time_partition('smart_sample', '2024-02-03'::date)");
    const rolled = rollUpSamples(later);
    await untilSomebodyWaits();
    await mover.query("COMMIT");
    await mover.end();
    await rolled;
    expect(await db.smartHour.count({ where: { driveId } })).toBe(1);
  });

  it("leaves an hour as it is whose samples were dropped since, and what comes after it joins its last value", async () => {
    const driveId = randomUUID();
    const old = "2026-11-19T10";
    await addSamples(
      db,
      written(driveId, [
        [`${old}:00:00Z`, "100"],
        [`${old}:20:00Z`, "130"],
      ]),
    );
    await rollUpSamples(later);
    await db.smartSample.deleteMany({ where: { driveId } });
    // The rest of the hour in which the host was cut off, and the next one, delivered when the samples before are gone.
    await addSamples(
      db,
      written(driveId, [
        [`${old}:40:00Z`, "150"],
        ["2026-11-19T11:10:00Z", "190"],
        ["2026-11-19T11:20:00Z", "200"],
      ]),
    );
    await rollUpSamples(later);
    const [first, second] = [...(await counterRows(db, "smartHour", driveId)).values()];
    expect(first).toMatchObject({ count: 2, increase: 30n, last: 130n });
    // From 130 at 10:20 to 200 at 11:20: nothing of the growth is lost, nothing counts twice.
    expect(second).toMatchObject({ first: 190n, increase: 70n, coveredMs: hourMs });
  });

  it("does not put an hour before one that could no longer be corrected", async () => {
    const driveId = randomUUID();
    await addSamples(
      db,
      written(driveId, [
        ["2026-11-19T10:00:00Z", "100"],
        ["2026-11-19T14:00:00Z", "400"],
      ]),
    );
    await rollUpSamples(later);
    await db.smartSample.deleteMany({ where: { driveId } });
    await addSamples(db, written(driveId, [["2026-11-19T12:00:00Z", "250"]]));
    await rollUpSamples(later);
    const rows = await counterRows(db, "smartHour", driveId);
    expect([...rows.values()].reduce((sum, { increase }) => sum + increase, 0n)).toBe(300n);
    expect(rows.size).toBe(2);
  });
});

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND NOT granted LIMIT 1`;
    if (waiting.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
