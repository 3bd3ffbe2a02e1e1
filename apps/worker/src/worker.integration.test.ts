import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@crosspoint/db/testing";
import { HOST_SILENT_AFTER_MS } from "@crosspoint/domain";
import { LiveListener } from "@crosspoint/services";
import { touchGateway } from "@crosspoint/services/health/gateway-pulse";
import { createSchedule } from "@crosspoint/services/schedule/create";
import { pruneOldIngestedEvents } from "@crosspoint/services/storage/prune-ingested-events";
import { ensurePartitions } from "@crosspoint/services/telemetry/ensure-partitions";
import { addDrive, addHost, addPeople, contextOf, namespaceOf, quickCheck } from "@crosspoint/services/testing/fleet";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { JobKind } from "./jobs.ts";
import type { Watch } from "./watches.ts";
import { startWorker } from "./worker.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const logger = pino({ level: "silent" });
const system = { kind: "system", label: "test" } as const;
const contextAt = (now: Date) => ({ db: database.db, actor: system, now });

async function partitionNames(): Promise<string[]> {
  const rows = await database.db.$queryRaw<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'smart_sample'::regclass ORDER BY 1`;
  return rows.map((row) => row.name);
}

describe("the verbs", () => {
  it("makes the days from a week ago to a month ahead, with their months and years, moves in what the default had caught, and only once", async () => {
    await database.db.$executeRaw`
      INSERT INTO smart_sample SELECT gen_random_uuid(), time::timestamptz, gen_random_uuid(),
        0, 300, 100, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}'::int[]
      FROM unnest(ARRAY['2031-03-14T23:59:59.999Z', '2031-02-20T12:00:00Z', '2031-02-20T13:00:00Z']) AS time`;
    const inDefault = () => database.db.$queryRaw`SELECT count(*)::int AS count FROM smart_sample_default`;
    expect(await inDefault()).toEqual([{ count: 3 }]);
    const before = await partitionNames();
    const now = new Date("2031-03-15T00:00:00Z");
    // Seven days back, today and 31 ahead are of the calendar; one day of strays; hours of February to May, days of two years.
    expect(await ensurePartitions(contextAt(now))).toBe(39 + 1 + 4 + 2);
    const made = (await partitionNames()).filter((name) => !before.includes(name));
    expect([made[0], made[1], made.at(-1)]).toEqual([
      "smart_sample_2031_02_20",
      "smart_sample_2031_03_08",
      "smart_sample_2031_04_15",
    ]);
    expect(await inDefault()).toEqual([{ count: 0 }]);
    expect(await database.db.smartSample.count()).toBe(3);
    expect(await ensurePartitions(contextAt(now))).toBe(0);
  });

  it("forgets event ids after 30 days and not before", async () => {
    const now = new Date("2026-11-21T12:00:00Z");
    const dayMs = 86_400_000;
    const { id: hostId } = await addHost(database.db, { lastSeenAt: now });
    const ages = [29.9, 30.1, 400];
    await database.db.ingestedEvent.createMany({
      data: ages.map((days) => ({ hostId, eventId: randomUUID(), receivedAt: new Date(now.getTime() - days * dayMs) })),
    });
    expect(await pruneOldIngestedEvents(contextAt(now))).toBe(2);
    expect(await database.db.ingestedEvent.findMany()).toMatchObject([
      { receivedAt: new Date(now.getTime() - 29.9 * dayMs) },
    ]);
  });
});

describe("the worker", () => {
  it("runs what is due at its start, tries a failed job again, refuses a wrong payload, and stops in order", async () => {
    let attempts = 0;
    const flaky: JobKind = {
      name: "flaky",
      cron: "0 0 1 1 *",
      atStart: true,
      payload: z.strictObject({}),
      run: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error("not this time");
        return 1;
      },
    };
    const strict: JobKind = {
      ...flaky,
      name: "strict",
      payload: z.object({ never: z.literal("sent") }),
      run: async () => {
        throw new Error("a job with a wrong payload must not run");
      },
    };
    const failures = vi.fn();
    const spied = pino({ level: "error" }, { write: (line: string) => failures(JSON.parse(line)) });
    const worker = await startWorker({
      databaseUrl: database.url,
      logger: spied,
      now: () => new Date(),
      jobs: [flaky, strict],
    });
    await vi.waitFor(() => expect(attempts).toBe(2), { timeout: 20_000, interval: 100 });
    const failuresOf = (job: string) => failures.mock.calls.map(([line]) => line).filter((line) => line.job === job);
    await vi.waitFor(() => expect(failuresOf("strict").length).toBeGreaterThan(0), { timeout: 20_000, interval: 100 });
    expect(failuresOf("strict")[0].err.type).toBe("ZodError");
    const stoppingMs = performance.now();
    await worker.stop();
    expect(performance.now() - stoppingMs).toBeLessThan(5000);
  });

  it("keeps watch, one turn at a time, over a turn that fails, until it stops", async () => {
    let [turns, atOnce, most] = [0, 0, 0];
    const watch: Watch = {
      name: "test-watch",
      everyMs: 1,
      warning: async () => (turns === 0 || turns > 4 ? undefined : "it cannot see"),
      run: async () => {
        turns += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setTimeout(resolve, 5));
        atOnce -= 1;
        if (turns === 2) throw new Error("not this time");
        return 0;
      },
    };
    const said = vi.fn();
    const idle = vi.fn(async () => 0);
    const worker = await startWorker({
      databaseUrl: database.url,
      logger: pino({ level: "warn" }, { write: (line: string) => said(JSON.parse(line)) }),
      now: () => new Date(),
      jobs: [],
      watches: [watch, { name: "waits", everyMs: 1, waits: async () => true, run: idle }],
    });
    await vi.waitFor(() => expect(turns).toBeGreaterThan(5), { timeout: 20_000, interval: 10 });
    await worker.stop();
    const stopped = turns;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([turns, most]).toEqual([stopped, 1]);
    expect(idle).not.toHaveBeenCalled();
    expect(said.mock.calls.map(([{ msg }]) => msg)).toEqual(["it cannot see", "watch failed; it is tried again"]);
  });

  it("starts as a process of its own, makes its schema, and ends in order at SIGTERM", async () => {
    const worker = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
      env: { ...process.env, DATABASE_URL: database.url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    worker.stdout.on("data", (chunk) => {
      output += chunk;
    });
    await vi.waitFor(() => expect(output).toContain("the worker is ready"), { timeout: 20_000, interval: 50 });
    const schedules = await database.db.$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.schedule ORDER BY 1`;
    expect(schedules.map(({ name }) => name)).toEqual([
      "apply-retention",
      "ensure-partitions",
      "expire-commands",
      "fold-drive-counts",
      "forget-volumes",
      "judge-pasts",
      "mark-for-today",
      "note-fleet-day",
      "prune-ingested-events",
      "rename-products",
      "roll-up-samples",
      "seed-firmware-advice",
    ]);
    const stoppingMs = performance.now();
    worker.kill("SIGTERM");
    expect(await once(worker, "exit")).toEqual([0, null]);
    expect(performance.now() - stoppingMs).toBeLessThan(5000);
  });

  it("announces that a host fell silent within 15 s of its silence, with no word of any host", async () => {
    const spokeAt = new Date();
    const host = await addHost(database.db, { lastSeenAt: spokeAt });
    const listener = new LiveListener(database.url);
    await listener.start();
    const heard: unknown[] = [];
    listener.subscribe((event) => void heard.push(event));
    // Three seconds from now the host will have said nothing for as long as a host may.
    const silentInMs = 3000;
    const ahead = HOST_SILENT_AFTER_MS - silentInMs;
    await touchGateway(contextAt(new Date(Date.now() + ahead)));
    const worker = await startWorker({
      databaseUrl: database.url,
      logger,
      now: () => new Date(Date.now() + ahead),
      jobs: [],
    });
    try {
      await vi.waitFor(() => expect(heard).toContainEqual({ topic: "host", hostId: host.id }), {
        timeout: silentInMs + 15_000,
        interval: 100,
      });
      expect(Date.now() + ahead - spokeAt.getTime()).toBeGreaterThan(HOST_SILENT_AFTER_MS);
    } finally {
      await worker.stop();
      await listener.close();
    }
  });

  it("fires a schedule that is due, says of another what was missed, and starts what waits in a queue", async () => {
    const { db } = database;
    await addPeople(db);
    const startedAt = new Date();
    const context = { ...contextOf(db, "operator"), now: startedAt };
    const host = await addHost(db, { lastSeenAt: startedAt });
    const drives = [await addDrive(db, host.id), await addDrive(db, host.id)];
    const schedule = async (name: string, drive: { id: string } | undefined) => {
      const rhythm = { kind: "once" as const, at: new Date(startedAt.getTime() + 1000) };
      const targets = [namespaceOf(drive ?? { id: "" })];
      const { scheduleId } = await createSchedule(context, { name, targets, plan: quickCheck, rhythm });
      return scheduleId;
    };
    const [due, behind, missed] = [
      await schedule("Due", drives[0]),
      await schedule("Behind it", drives[1]),
      await schedule("Missed", drives[1]),
    ];
    const hourAgo = new Date(startedAt.getTime() - 3_600_000);
    const rhythm = { kind: "once", at: hourAgo.toISOString() };
    await touchGateway(contextAt(startedAt));
    await db.benchmarkSchedule.update({ where: { id: missed }, data: { nextDueAt: hourAgo, rhythm } });
    const worker = await startWorker({ databaseUrl: database.url, logger, now: () => new Date(), jobs: [] });
    const runOf = (scheduleId: string) => db.benchmarkRun.findFirst({ where: { batch: { scheduleId } } });
    const inTime = { timeout: 20_000, interval: 50 };
    try {
      await vi.waitFor(async () => {
        const states = [(await runOf(due))?.state, (await runOf(behind))?.state];
        expect(states.toSorted()).toEqual(["queued", "requested"]);
      }, inTime);
      const { missedReason, state } = await db.benchmarkSchedule.findUniqueOrThrow({ where: { id: missed } });
      expect([missedReason, state, await runOf(missed)]).toEqual([
        "The server was not running when it was due.",
        "ended",
        null,
      ]);
      await db.benchmarkRun.updateMany({ where: { state: "requested" }, data: { state: "complete" } });
      await vi.waitFor(async () => {
        const states = [(await runOf(due))?.state, (await runOf(behind))?.state];
        expect(states.toSorted()).toEqual(["complete", "requested"]);
      }, inTime);
    } finally {
      await worker.stop();
    }
  });

  it("says why it cannot start without PostgreSQL", async () => {
    const databaseUrl = "postgresql://nobody:x@127.0.0.1:1/none";
    await expect(startWorker({ databaseUrl, logger, now: () => new Date() })).rejects.toThrow(/ECONNREFUSED/);
  });
});
