import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BinaryWriter } from "../binary/writer.ts";
import { PlainDatabase } from "../plain.ts";
import { createTestDatabase, type TestDatabase } from "../testing/index.ts";
import { CopiedSamples } from "./insert-smart-samples.ts";
import { smartLogBytes, smartLogOfBytes } from "./smart-log-bytes.ts";
import { type SmartLogRow, smartLogFields, smartOfLatest } from "./smart-log-columns.ts";

let test: TestDatabase;
let db: PlainDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  db = new PlainDatabase(test.url, 1);
});
afterAll(async () => {
  await db.close();
  await test.close();
});

const byte = fc.integer({ min: 0, max: 255 });
const kelvin = fc.integer({ min: 0, max: 0xffff });
const whole = fc.oneof(fc.constantFrom(0, 2 ** 32, Number.MAX_SAFE_INTEGER), fc.nat());
const counter = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 39n - 1n }).map(String),
  fc.nat(38).map((zeros) => `1${"0".repeat(zeros)}`),
  fc.constantFrom("0", "7", "9999", "10000"),
);
const bytes = ["criticalWarning", "availableSparePercent", "availableSpareThresholdPercent", "percentageUsed"];
const wholes = ["warningTemperatureTimeMinutes", "criticalTemperatureTimeMinutes"];
const optional: string[] = smartLogFields.map(({ key }) => key).filter((key) => key.startsWith("thermalManagement"));
const counters = smartLogFields.filter(({ type }) => type === "numeric").map(({ key }) => key);
const all = <T>(keys: readonly string[], value: fc.Arbitrary<T>): Record<string, fc.Arbitrary<T>> =>
  Object.fromEntries(keys.map((key) => [key, value]));
const members: Record<string, fc.Arbitrary<unknown>> = {
  ...all(bytes, byte),
  ...all(wholes, whole),
  ...all(counters, counter),
  ...all(optional, whole),
  compositeTemperatureKelvin: kelvin,
  temperatureSensorsKelvin: fc.array(kelvin, { maxLength: 8 }),
};
const log = fc.record(members, {
  requiredKeys: Object.keys(members).filter((key) => !optional.includes(key)),
}) as unknown as fc.Arbitrary<SmartLogRow>;
/** Times that an agent's clock may say, and neighbours of one moment. */
const time = fc.oneof(fc.constantFrom(0, 1_795_000_000_000, 1_795_000_000_001, 253_402_300_799_999), fc.nat());

it("are in the database as they were told, and are read from their bytes as well", async () => {
  const hosts = [randomUUID(), randomUUID()];
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(log, time, fc.nat(1)), { maxLength: 20 }), async (logs) => {
      const rows = logs.map(([each, timeMs, host]) => ({
        driveId: randomUUID(),
        hostId: hosts[host] ?? "",
        timeMs,
        log: each,
      }));
      const stored = await db.transaction(async (tx) => {
        // Room for fewer than there are: it grows.
        const copied = new CopiedSamples(new BinaryWriter(1));
        for (const { driveId, hostId, timeMs, log: each } of rows)
          copied.add(driveId, hostId, timeMs, smartLogBytes(each));
        copied.send(tx.later);
        return tx.$queryRaw<{ driveId: string; hostId: string; time: Date; log: SmartLogRow }[]>`
          SELECT drive_id AS "driveId", host_id AS "hostId", time, ${smartOfLatest} AS log FROM smart_sample AS latest
          WHERE drive_id = ANY (${rows.map(({ driveId }) => driveId)}::uuid[])`;
      });
      const byId = new Map(stored.map(({ driveId, ...row }) => [driveId, row]));
      expect(rows.map(({ driveId }) => byId.get(driveId))).toEqual(
        rows.map(({ hostId, timeMs, log: each }) => ({ hostId, time: new Date(timeMs), log: each })),
      );
      for (const [each] of logs) expect(smartLogOfBytes(smartLogBytes(each))).toEqual(each);
      seen += rows.length;
    }),
    { numRuns: 100 },
  );
  expect(seen).toBeGreaterThan(100);
});
