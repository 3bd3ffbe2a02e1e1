import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addMarks } from "@crosspoint/db/queries/rollup-marks";
import { createTestDatabase, onCluster, type TestDatabase } from "@crosspoint/db/testing";
import { counterDays, counterHours, dayMs, gaugeDays, gaugeHours, hourMs } from "@crosspoint/domain/rollup";
import { draws } from "@crosspoint/services/telemetry/testing/draws";
import { counterRows, gaugeRows } from "@crosspoint/services/telemetry/testing/rolled-rows";
import { addSamples, sampleOf } from "@crosspoint/services/telemetry/testing/samples";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Three whole days, over by the real clock, by which the worker goes. */
const startMs = Math.floor(Date.now() / dayMs) * dayMs - 4 * dayMs;
const endMs = startMs + 3 * dayMs;
const random = draws(12);

interface Told {
  readonly timeMs: number;
  readonly written: bigint;
  readonly used: number;
}

/** All that was ever delivered, by drive: what every sum is computed from anew. */
const delivered = new Map<string, Told[]>();

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.$executeRaw`
    CREATE FUNCTION stand_still() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(4711);
      RETURN coalesce(NEW, OLD);
    END
    $$`;
  for (let drive = 0; drive < 8; drive += 1) await deliver(randomUUID(), history());
});
const workers: ChildProcess[] = [];
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await test.close();
});

/** Samples at an uneven pace, the host off for hours now and then, a counter set back now and then. */
function history(): Told[] {
  const told: Told[] = [];
  let written = 2n ** 66n;
  for (let timeMs = startMs; timeMs < endMs; timeMs += Math.ceil(random() * 40 * 60_000)) {
    if (random() < 0.01) timeMs += 5 * hourMs;
    written = random() < 0.02 ? BigInt(Math.floor(random() * 1e6)) : written + BigInt(Math.floor(random() * 1e12));
    if (timeMs < endMs) told.push({ timeMs, written, used: Math.floor(random() * 100) });
  }
  return told;
}

async function deliver(driveId: string, told: readonly Told[]): Promise<void> {
  delivered.set(driveId, [...(delivered.get(driveId) ?? []), ...told]);
  await addSamples(
    test.db,
    told.map(({ timeMs, written, used }) =>
      sampleOf(driveId, new Date(timeMs), { dataUnitsWritten: written.toString(), percentageUsed: used }),
    ),
  );
}

/** What a host that was cut off still had. */
async function deliverLate(): Promise<void> {
  for (const driveId of delivered.keys()) {
    const timeMs = startMs + Math.floor(random() * (endMs - startMs));
    await deliver(driveId, [{ timeMs, written: BigInt(Math.floor(random() * 1e15)), used: 50 }]);
  }
}

/** Marks of what is over: nothing is added to it but what this test delivers. */
const marksLeft = async () => (await test.db.smartHourMark.count()) + (await test.db.smartDayMark.count());

/** Of every second drive, as if all was late: the others are rolled up once, and stay as they are found then. */
async function markAgain(): Promise<void> {
  const hours = [...delivered]
    .filter((_, index) => index % 2 === 1)
    .flatMap(([driveId, told]) =>
      told.map(({ timeMs }) => ({ driveId, time: new Date(Math.floor(timeMs / hourMs) * hourMs) })),
    );
  await test.db.$transaction((tx) => addMarks(tx, "smart_hour_mark", hours));
}

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: { ...process.env, DATABASE_URL: test.url },
    stdio: ["ignore", "ignore", "inherit"],
  });
  workers.push(worker);
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill("SIGKILL");
  expect(await once(worker, "exit")).toEqual([null, "SIGKILL"]);
  // A job in hand is given to another worker within some minutes, which nobody waits for here.
  await test.db.$executeRaw`DELETE FROM pgboss.job WHERE state = 'active'`;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

/** Runs a worker up to the moment at which a trigger would fire, and kills it there. */
async function killAt(moment: string): Promise<void> {
  await test.owner.$executeRawUnsafe(`CREATE TRIGGER stands_still ${moment} EXECUTE FUNCTION stand_still()`);
  const holding = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holder = test.owner.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(4711)::text`;
      holding.resolve();
      await released.promise;
    },
    { timeout: 120_000 },
  );
  await holding.promise;
  const worker = startWorker();
  await until(async () => {
    const waiting = await test.db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted LIMIT 1`;
    return waiting.length > 0;
  });
  await kill(worker);
  expect(await marksLeft(), "it was in the middle of its work").toBeGreaterThan(0);
  released.resolve();
  await holder;
  // Waits until PostgreSQL has noticed, and has taken back what was not committed.
  const [, table] = /ON (\w+)/.exec(moment) ?? [];
  await test.owner.$executeRawUnsafe(`DROP TRIGGER stands_still ON ${table}`);
}

const time = (hours: number) => `'${new Date(startMs + hours * hourMs).toISOString()}'`;

// A cluster takes no triggers on what it spreads.
describe.skipIf(onCluster())("a worker that is killed in the middle of a rollup", { timeout: 300_000 }, () => {
  it.each([
    ["takes marks", `BEFORE DELETE ON smart_hour_mark FOR EACH ROW WHEN (OLD.time >= ${time(30)})`],
    ["writes an hour", `BEFORE INSERT ON smart_hour FOR EACH ROW WHEN (NEW.time = ${time(50)})`],
    [
      "marks the day of hours that it wrote",
      `BEFORE INSERT ON smart_day_mark FOR EACH ROW WHEN (NEW.time = ${time(48)})`,
    ],
    ["replaces a day", `BEFORE INSERT ON smart_day FOR EACH ROW WHEN (NEW.time = ${time(24)})`],
  ])("as it %s, leaves the rest to the next one", async (_, moment) => {
    await markAgain();
    await killAt(moment);
    await deliverLate();
  });

  // Whether it is done by the time that the signal arrives is the machine's: the moments above are held still.
  it.each([0.9, 0.5, 0.2])("wherever it is from %d of its work left on, does so too", async (share) => {
    await markAgain();
    const all = await marksLeft();
    const worker = startWorker();
    await until(async () => (await marksLeft()) < share * all);
    await kill(worker);
    await deliverLate();
  });

  it("leaves no sum wrong: each hour and day is what all its samples come to", async () => {
    const worker = startWorker();
    await until(async () => (await marksLeft()) === 0);
    worker.kill("SIGTERM");
    expect(await once(worker, "exit")).toEqual([0, null]);
    for (const [driveId, told] of delivered) {
      const written = counterHours(told.map(({ timeMs, written: value }) => ({ timeMs, value })));
      const used = gaugeHours(told.map(({ timeMs, used: value }) => ({ timeMs, value })));
      expect(await counterRows(test.db, "smartHour", driveId)).toEqual(written);
      expect(await counterRows(test.db, "smartDay", driveId)).toEqual(counterDays(written));
      expect(await gaugeRows(test.db, "smartHour", driveId)).toEqual(used);
      expect(await gaugeRows(test.db, "smartDay", driveId)).toEqual(gaugeDays(used));
    }
  });
});
