import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { findLatestSamples } from "./find-latest-samples.ts";
import { dropTimeBefore, ensureTimePartitions } from "./time-partitions.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await ensureTimePartitions(test.db, "smart_sample", new Date("2019-03-01"), new Date("2019-03-03"));
});
afterAll(() => test.close());

/** A drive with samples of these percentages at these times; of them, that of `newest` is its newest. */
async function drive(samples: Readonly<Record<string, number>>, newest: string): Promise<string> {
  const serial = randomUUID();
  const at = new Date("2019-03-01");
  const { id } = await test.db.drive.create({
    data: { pciVendorId: 1, model: "M", serial, firmware: "", firstSeenAt: at, lastSeenAt: at },
  });
  const sampledAt = new Date("2019-03-01T12:00:00Z");
  await test.db.driveState.create({
    data: {
      driveId: id,
      verdictRank: 3,
      verdictSince: at,
      model: "M",
      serial,
      firmware: "",
    },
  });
  await test.db.driveReading.update({ where: { driveId: id }, data: { sampledAt, sampleTime: new Date(newest) } });
  for (const [time, used] of Object.entries(samples)) {
    await test.db.$executeRaw`
      INSERT INTO smart_sample SELECT ${id}::uuid, ${time}::timestamptz, gen_random_uuid(),
        0, 300, 100, 10, ${used}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'::int[]`;
  }
  return id;
}

async function usedOf(...ids: readonly string[]): Promise<unknown[]> {
  const rows = await findLatestSamples(test.db, ids);
  return ids.map(
    (id) => (rows.find(({ driveId }) => driveId === id)?.smart as { percentageUsed?: number })?.percentageUsed,
  );
}

it("is the one that is said to be the newest, whatever the clocks said", async () => {
  const back = await drive({ "2019-03-01T10:00:00Z": 1, "2019-03-02T10:00:00Z": 2 }, "2019-03-01T10:00:00Z");
  const ahead = await drive({ "2019-03-03T10:00:00Z": 3 }, "2019-03-03T10:00:00Z");
  expect(await usedOf(back, randomUUID(), ahead)).toEqual([1, undefined, 3]);
});

it("outlives the partition that it was in, until there is a newer one", async () => {
  const silent = await drive({ "2019-03-01T10:00:00Z": 1, "2019-03-01T11:00:00Z": 2 }, "2019-03-01T11:00:00Z");
  const speaking = await drive({ "2019-03-01T10:00:00Z": 3, "2019-03-03T10:00:00Z": 4 }, "2019-03-03T10:00:00Z");
  expect(await dropTimeBefore(test.db, "smart_sample", new Date("2019-03-02"))).toEqual(["smart_sample_2019_03_01"]);
  expect(await usedOf(silent, speaking)).toEqual([2, 4]);
  expect(await test.db.driveLatest.count({ where: { driveId: { in: [silent, speaking] } } })).toBe(1);

  await test.db.driveReading.update({
    where: { driveId: silent },
    data: { sampleTime: new Date("2019-03-03T10:00:00Z") },
  });
  expect(await usedOf(silent)).toEqual([undefined]);
});
