import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { dropTimeBefore, ensurePartitionsOfStrays, ensureTimePartitions } from "./time-partitions.ts";

/** The cluster's own zone is Asia/Kolkata, where this day began at 18:30 of the day before in UTC. */
const day = new Date("2031-05-17T00:00:00Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.smartSample.deleteMany();
});

async function addSample(time: string): Promise<string> {
  const driveId = randomUUID();
  await test.db.$executeRaw`
    INSERT INTO smart_sample SELECT ${driveId}::uuid, ${time}::timestamptz, gen_random_uuid(),
      0, 300, 100, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'::int[]`;
  return driveId;
}

async function partitionOf(driveId: string): Promise<string | undefined> {
  const [row] = await test.db.$queryRaw<{ partition: string }[]>`
    SELECT regexp_replace(tableoid::regclass::text, '_\\d{6,}$', '') AS partition FROM smart_sample WHERE drive_id = ${driveId}::uuid`;
  return row?.partition;
}

const inDefault = async () =>
  (await test.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM smart_sample_default`)[0]?.count;

describe("the partitions of smart_sample", () => {
  it("are days of UTC: the last millisecond of one and the first of the next part there", async () => {
    expect(await ensureTimePartitions(test.db, "smart_sample", day, new Date("2031-05-18T23:59:59.999Z"))).toBe(2);
    const [last, first] = [await addSample("2031-05-17T23:59:59.999Z"), await addSample("2031-05-18T00:00:00.000Z")];
    expect([await partitionOf(last), await partitionOf(first)]).toEqual([
      "smart_sample_2031_05_17",
      "smart_sample_2031_05_18",
    ]);
  });

  it("are days of UTC whatever zone the session is in that makes them", async () => {
    const client = new pg.Client({ connectionString: test.url, options: "-c TimeZone=Pacific/Auckland" });
    await client.connect();
    await client.query("SELECT ensure_time_partition('smart_sample', '2031-07-01'::date)");
    await client.end();
    expect(await partitionOf(await addSample("2031-07-01T00:00:00Z"))).toBe("smart_sample_2031_07_01");
    expect(await partitionOf(await addSample("2031-06-30T23:59:59.999Z"))).toBe("smart_sample_default");
  });

  it("are not made while somebody reads for long, so that reports do not wait for that, but the next time", async () => {
    const reader = new pg.Client({ connectionString: test.url });
    await reader.connect();
    await reader.query("BEGIN");
    await reader.query("SELECT count(*) FROM smart_sample");
    const days = [new Date("2034-01-01"), new Date("2034-01-01")] as const;
    expect(await ensureTimePartitions(test.db, "smart_sample", ...days)).toBe(0);
    await reader.query("COMMIT");
    await reader.end();
    expect(await ensureTimePartitions(test.db, "smart_sample", ...days)).toBe(1);
  });

  it("of samples are analyzed when there are twice as many, vacuumed by ten millions; none of any table with pauses", async () => {
    for (const table of ["smart_sample", "smart_day"] as const) await ensureTimePartitions(test.db, table, day, day);
    const optionsOf = async (partition: string) => {
      const [row] = await test.db.$queryRaw<{ options: string[] }[]>`
        SELECT reloptions AS options FROM pg_class WHERE relname = ${partition}`;
      return row?.options.toSorted();
    };
    expect(await optionsOf("smart_day_2031")).toEqual(["autovacuum_vacuum_cost_delay=0"]);
    expect(await optionsOf("smart_sample_2031_05_17")).toEqual([
      "autovacuum_analyze_scale_factor=1",
      "autovacuum_vacuum_cost_delay=0",
      "autovacuum_vacuum_insert_scale_factor=0",
      "autovacuum_vacuum_insert_threshold=10000000",
    ]);
  });

  it("are made once", async () => {
    const days = [new Date("2032-02-28T12:00:00Z"), new Date("2032-03-01T01:00:00Z")] as const;
    // A leap year: 28, 29 and 1.
    expect(await ensureTimePartitions(test.db, "smart_sample", ...days)).toBe(3);
    expect(await ensureTimePartitions(test.db, "smart_sample", ...days)).toBe(0);
  });

  it("take over what the default partition caught, each day its own", async () => {
    const [early, late, next] = [
      await addSample("2030-02-01T00:00:00Z"),
      await addSample("2030-02-01T23:59:59.999Z"),
      await addSample("2030-02-02T00:00:00Z"),
    ];
    expect(await inDefault()).toBe(3);
    expect(await ensurePartitionsOfStrays(test.db, "smart_sample", new Date("2029-01-01"))).toBe(2);
    expect(await inDefault()).toBe(0);
    expect(await Promise.all([early, late, next].map(partitionOf))).toEqual([
      "smart_sample_2030_02_01",
      "smart_sample_2030_02_01",
      "smart_sample_2030_02_02",
    ]);
  });

  it("wait for whoever is writing, whose sample moves as well", async () => {
    const writer = await openWriter();
    const driveId = await writer.write("2033-01-01T12:00:00Z");
    const made = ensureTimePartitions(test.db, "smart_sample", new Date("2033-01-01"), new Date("2033-01-01"));
    await untilWaiting("smart_sample");
    await writer.commit();
    expect(await made).toBe(1);
    expect(await partitionOf(driveId)).toBe("smart_sample_2033_01_01");
  });
});

/** A transaction that writes samples, and marks their hours. */
async function openWriter() {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query("BEGIN");
  return {
    write: async (time: string) => {
      const driveId = randomUUID();
      await client.query(
        `INSERT INTO smart_sample SELECT $1::uuid, $2, gen_random_uuid(),
           0, 300, 100, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'::int[]`,
        [driveId, time],
      );
      await client.query(
        "INSERT INTO smart_hour_mark (drive_id, time) VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'))",
        [driveId, time],
      );
      return driveId;
    },
    commit: async () => {
      await client.query("COMMIT");
      await client.end();
    },
  };
}

/** Until somebody waits for a table. */
async function untilWaiting(table: string): Promise<void> {
  for (;;) {
    const waiting = await test.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_locks WHERE NOT granted AND relation = to_regclass(${table}) LIMIT 1`;
    if (waiting.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("dropTimeBefore", () => {
  it("drops whole days before the day named, and what the default partition holds of that time", async () => {
    await ensureTimePartitions(test.db, "smart_sample", new Date("2019-03-01"), new Date("2019-03-04"));
    const times = ["01T00:00:00Z", "02T23:59:59.999Z", "03T00:00:00Z", "04T12:00:00Z"];
    for (const time of times) await addSample(`2019-03-${time}`);
    await addSample("2018-12-31T12:00:00Z");
    expect(await inDefault()).toBe(1);
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2019-03-03T15:00:00Z"))).toEqual([
      "smart_sample_2019_03_01",
      "smart_sample_2019_03_02",
    ]);
    const left = await test.db.smartSample.findMany({ orderBy: { time: "asc" }, select: { time: true } });
    expect(left.map(({ time }) => time.toISOString())).toEqual([
      "2019-03-03T00:00:00.000Z",
      "2019-03-04T12:00:00.000Z",
    ]);
    expect(await inDefault()).toBe(0);
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2019-03-03T15:00:00Z"))).toEqual([]);
  });

  it("keeps samples whose hours are not rolled up yet, in a partition and in the default one", async () => {
    await ensureTimePartitions(test.db, "smart_sample", new Date("2017-04-01"), new Date("2017-04-01"));
    const [marked, stray] = [await addSample("2017-04-01T10:30:00Z"), await addSample("2016-04-01T10:30:00Z")];
    await test.db.smartHourMark.createMany({
      data: [
        { driveId: marked, time: new Date("2017-04-01T10:00:00Z") },
        { driveId: stray, time: new Date("2016-04-01T10:00:00Z") },
      ],
    });
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2017-05-01"))).toEqual([]);
    expect(await test.db.smartSample.count()).toBe(2);
    await test.db.smartHourMark.deleteMany();
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2017-05-01"))).toEqual(["smart_sample_2017_04_01"]);
    expect(await test.db.smartSample.count()).toBe(0);
  });

  it("waits for a report before it holds anything that the report may yet need, and keeps what that brought", async () => {
    await ensureTimePartitions(test.db, "smart_sample", new Date("2015-06-01"), new Date("2015-06-02"));
    const writer = await openWriter();
    await writer.write("2015-06-02T10:30:00Z");
    const dropped = dropTimeBefore(test.db, "smart_sample", new Date("2015-06-02"));
    await untilWaiting("smart_sample");
    const driveId = await writer.write("2015-06-01T10:30:00Z");
    await writer.commit();
    expect(await dropped).toEqual([]);
    expect(await partitionOf(driveId)).toBe("smart_sample_2015_06_01");
  });

  it("gives up until the next time where somebody reads for long, so that reports do not wait for that", async () => {
    await ensureTimePartitions(test.db, "smart_sample", new Date("2014-06-01"), new Date("2014-06-01"));
    const reader = new pg.Client({ connectionString: test.url });
    await reader.connect();
    await reader.query("BEGIN");
    await reader.query("SELECT count(*) FROM smart_sample");
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2014-06-02"))).toEqual([]);
    await reader.query("COMMIT");
    await reader.end();
    expect(await dropTimeBefore(test.db, "smart_sample", new Date("2014-06-02"))).toEqual(["smart_sample_2014_06_01"]);
  });

  it("drops months of hours and years of days once all of one is past", async () => {
    await ensureTimePartitions(test.db, "smart_hour", new Date("2019-01-31"), new Date("2019-03-01"));
    await ensureTimePartitions(test.db, "smart_day", new Date("2018-12-31"), new Date("2019-01-01"));
    const before = new Date("2019-02-28T23:59:00Z");
    expect(await dropTimeBefore(test.db, "smart_hour", before)).toEqual(["smart_hour_2019_01"]);
    expect(await dropTimeBefore(test.db, "smart_hour", new Date("2019-03-01"))).toEqual(["smart_hour_2019_02"]);
    expect(await dropTimeBefore(test.db, "smart_day", before)).toEqual(["smart_day_2018"]);
  });
});
