import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Database } from "@crosspoint/db";
import { insertSmartSamples, type SmartSampleRow } from "@crosspoint/db/queries/insert-smart-samples";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { counterDays, counterHours, dayMs, hourMs } from "@crosspoint/domain/rollup";
import { counterOf, counterVectors, gaugeVectors } from "@crosspoint/domain/rollup/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "../context.ts";
import { rollUpSamples } from "./roll-up.ts";
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

type Rows = "smartHour" | "smartDay";

/** The rolled-up counter of a drive as domain's rollup puts it. */
async function counterRows(rows: Rows, driveId: string) {
  const found = await (db[rows] as Database["smartHour"]).findMany({ where: { driveId } });
  return new Map(
    found.map((row) => [
      row.time.getTime(),
      {
        first: BigInt(row.dataUnitsWrittenFirst.toFixed()),
        last: BigInt(row.dataUnitsWrittenLast.toFixed()),
        increase: BigInt(row.dataUnitsWrittenIncrease.toFixed()),
        resets: row.dataUnitsWrittenResets,
        count: row.samples,
        coveredMs: Number(row.coveredMs),
      },
    ]),
  );
}

const byTime = <R, T>(rows: Readonly<Record<string, R>>, read: (row: R) => T) =>
  new Map(Object.entries(rows).map(([time, row]) => [Date.parse(time), read(row)]));

const written = (driveId: string, arrivals: readonly (readonly [string, string])[]) =>
  arrivals.map(([time, value]) => sampleOf(driveId, time, { dataUnitsWritten: value }));

describe("the rollup of counters in SQL", () => {
  it.each(counterVectors)("$name: $why", async ({ input: { arrivals, late }, expected }) => {
    const driveId = randomUUID();
    await addSamples(db, written(driveId, arrivals));
    await rollUpSamples(later);
    const before = await counterRows("smartHour", driveId);
    if (expected.hours_before) expect(before).toEqual(byTime(expected.hours_before, counterOf));
    if (late !== undefined) {
      await addSamples(db, written(driveId, [late]));
      await rollUpSamples(later);
    }
    const after = await counterRows("smartHour", driveId);
    expect(after).toEqual(byTime(expected.hours, counterOf));
    expect(await counterRows("smartDay", driveId)).toEqual(counterDays(after));
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
      const found = await (db[rows] as Database["smartHour"]).findMany({ where: { driveId } });
      const gauges = found.map(
        (row) =>
          [
            row.time.getTime(),
            {
              min: row.minPercentageUsed,
              max: row.maxPercentageUsed,
              sum: Number(row.sumPercentageUsed),
              count: row.samples,
            },
          ] as const,
      );
      if (wanted) expect(new Map(gauges)).toEqual(byTime(wanted, (row) => row));
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

describe("the rollup as samples arrive", () => {
  it("comes to what the definition says, in whatever order and pieces they come", async () => {
    const random = lcg(7);
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
    expect(await counterRows("smartHour", driveId)).toEqual(hours);
    expect(await counterRows("smartDay", driveId)).toEqual(counterDays(hours));
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
    expect(await rollUpSamples(later)).toBe(0);
    commit();
    await open;
    await rollUpSamples(later);
    expect((await counterRows("smartHour", driveId)).get(Date.parse("2026-11-21T10:00:00Z"))).toMatchObject({
      count: 2,
      increase: 30n,
    });
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
    const [first, second] = [...(await counterRows("smartHour", driveId)).values()];
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
    const rows = await counterRows("smartHour", driveId);
    expect([...rows.values()].reduce((sum, { increase }) => sum + increase, 0n)).toBe(300n);
    expect(rows.size).toBe(2);
  });
});

describe("a worker that is killed in the middle of a rollup", () => {
  it("leaves no sum wrong: what it had not finished is done again, whole", async () => {
    const drives = Array.from({ length: 20 }, () => randomUUID());
    const startMs = Date.parse("2026-11-18T00:00:00Z");
    const rows: SmartSampleRow[] = drives.flatMap((driveId) =>
      Array.from({ length: 24 * 4 }, (_, quarter) =>
        sampleOf(driveId, new Date(startMs + quarter * 15 * 60_000), { dataUnitsWritten: String(10 * quarter) }),
      ),
    );
    await addSamples(db, rows);
    // 480 hours in batches of 200: one of the second batch is held, so that the worker stands in the middle of it.
    const holder = await hold(drives.toSorted().at(-1) ?? "", new Date(startMs + 15 * hourMs));
    const worker = spawn(process.execPath, [fileURLToPath(new URL("testing/roll-up.child.ts", import.meta.url))], {
      env: { ...process.env, DATABASE_URL: test.url, NOW: later.now.toISOString() },
      stdio: "inherit",
    });
    await untilItWaits();
    worker.kill("SIGKILL");
    expect(await once(worker, "exit")).toEqual([null, "SIGKILL"]);
    expect(await db.smartHour.count({ where: { driveId: { in: drives } } })).toBe(200);
    await holder.release();
    expect(await rollUpSamples(later)).toBe(280 + 20);
    for (const driveId of drives) {
      const days = await counterRows("smartDay", driveId);
      // 96 quarters of 10 each, but for the one before the first.
      expect(days.get(startMs)).toEqual({
        first: 0n,
        last: 950n,
        increase: 950n,
        resets: 0,
        count: 96,
        coveredMs: dayMs - 15 * 60_000,
      });
    }
  });

  /** A row of the hour, added and not committed: who rolls that hour up waits for it. */
  async function hold(driveId: string, hour: Date) {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query("BEGIN");
    const names = await client.query(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names,
         string_agg(CASE column_name WHEN 'drive_id' THEN quote_literal($1) || '::uuid'
           WHEN 'time' THEN quote_literal($2) || '::timestamptz'
           WHEN 'first_at' THEN quote_literal($2) || '::timestamptz'
           WHEN 'last_at' THEN quote_literal($2) || '::timestamptz' ELSE '0' END, ', ') AS values
       FROM information_schema.columns WHERE table_name = 'smart_hour'`,
      [driveId, hour.toISOString()],
    );
    const [{ names: columns, values }] = names.rows;
    await client.query(`INSERT INTO smart_hour (${columns}) VALUES (${values})`);
    return {
      release: async () => {
        await client.query("ROLLBACK");
        await client.end();
      },
    };
  }

  /** Until the rollup waits for the row that is held. */
  async function untilItWaits(): Promise<void> {
    for (;;) {
      const waiting = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO smart_hour AS%' LIMIT 1`;
      if (waiting.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

/** Draws of a fixed seed, from 0 to 1. */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
