import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockDataDir } from "../start/lock.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

let folder: string;
let dataDir: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-backup-"));
  // Run as root, PostgreSQL's own user passes through it.
  chmodSync(folder, 0o711);
  dataDir = join(folder, "data");
  file = join(folder, "backup.sql.gz");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Crosspoint as `npm start` has it, as far as its database goes. */
async function whileRunning<T>(work: (db: Database, server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const lock = lockDataDir(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true });
  const urls = await server.ensureProduct();
  await bringUpToDate(urls);
  const db = connectDatabase(urls.application, 1);
  try {
    return await work(db, server);
  } finally {
    await db.$disconnect();
    await server.stop();
    lock.release();
  }
}

const run = { hostname: "a", targetLabel: "t", planId: "p", planName: "p", plan: {}, planHash: "", pointsPlanned: 1 };

/** A person who is signed in, a token, a run that waits, one whose command no agent took, and one that an agent runs. */
async function fill(db: Database): Promise<void> {
  const later = new Date(Date.now() + 3_600_000);
  await db.user.create({ data: { id: "ada", name: "Ada", email: "ada@example.com", role: "admin" } });
  await db.session.create({ data: { id: "s", token: "s", userId: "ada", expiresAt: later } });
  await db.passwordLink.create({ data: { tokenHash: "l", userId: "ada", expiresAt: later } });
  const token = { tokenHash: "t", ending: "t", createdBy: "ada", expiresAt: later, uses: 2, usesLeft: 1 };
  await db.enrollmentToken.create({ data: token });
  const host = await db.host.create({
    data: { installationId: crypto.randomUUID(), hostname: "a", agentKeyHash: "k", agentVersion: "1" },
  });
  const asked = { hostId: host.id, kind: "startBenchmark", payload: {}, expiresAt: later };
  const untaken = await db.command.create({ data: asked });
  const taken = await db.command.create({ data: { ...asked, state: "accepted" } });
  await db.benchmarkRun.createMany({
    data: [
      {
        ...run,
        requestedBy: "waits",
        hostId: host.id,
        state: "queued",
        queuePlace: 1,
        confirmedSerial: "PHKS750100AA",
      },
      { ...run, requestedBy: "untaken", hostId: host.id, state: "requested", commandId: untaken.id },
      { ...run, requestedBy: "taken", hostId: host.id, state: "requested", commandId: taken.id },
      { ...run, requestedBy: "runs", hostId: host.id, state: "running" },
    ],
  });
}

it("is made beside a running Crosspoint, and restored only where none runs and nothing is lost unasked", {
  timeout: 120_000,
}, async () => {
  await whileRunning(async (db) => {
    await fill(db);
    await backUp({ dataDir, file, postgresql: undefined });
    await db.user.create({ data: { id: "eve", name: "Eve", email: "eve@example.com" } });
    await expect(restore({ dataDir, file, replace: true })).rejects.toThrow("Crosspoint is already running");
  });
  await expect(restore({ dataDir, file, replace: false })).rejects.toThrow(
    "The database is not empty. A restore deletes what it holds: 2 people, 1 host, 4 benchmark runs.",
  );
  const restored = await restore({ dataDir, file, replace: true });
  expect(restored.held).toEqual(["1 person", "1 host", "4 benchmark runs"]);
  expect(restored.settled).toEqual({ runsDeclined: 2, commandsExpired: 1, sessionsEnded: 1, tokensRevoked: 1 });
  await whileRunning(async (db, server) => {
    const runs = await db.benchmarkRun.findMany({ orderBy: { requestedBy: "asc" } });
    expect(runs.map(({ requestedBy, state, confirmedSerial }) => [requestedBy, state, confirmedSerial])).toEqual([
      ["runs", "running", null],
      ["taken", "requested", null],
      ["untaken", "declined", null],
      ["waits", "declined", null],
    ]);
    expect(runs.at(-1)?.reason).toMatch(/^The database was restored from a backup of 20.+Z: what was waiting then/);
    expect(await db.session.count()).toBe(0);
    expect(await db.passwordLink.count({ where: { expiresAt: { gt: new Date() } } })).toBe(0);
    expect(await db.auditEntry.findMany({ select: { action: true, actorLabel: true } })).toEqual([
      { action: "database.restore", actorLabel: "npm run restore" },
    ]);
    const names = await db.$queryRaw<{ name: string }[]>`SELECT datname::text AS name FROM pg_database ORDER BY 1`;
    expect(names.map(({ name }) => name)).toEqual(["crosspoint", "postgres", "template0", "template1"]);
    expect(server.isRunning()).toBe(true);
  });
});

it("is made while Crosspoint does not run, and restored on another machine", { timeout: 120_000 }, async () => {
  const second = join(folder, "second.sql.gz");
  await backUp({ dataDir, file: second, postgresql: undefined });
  const { held } = await restore({ dataDir: join(folder, "elsewhere"), file: second, replace: false });
  expect(held).toEqual(["1 person", "1 host", "4 benchmark runs"]);
});

it("leaves what there is when the file is of no use, and nothing where it cannot be written", {
  timeout: 120_000,
}, async () => {
  await expect(restore({ dataDir, file: join(folder, "none"), replace: true })).rejects.toThrow("There is no file");
  const nowhere = join(folder, "none", "backup.sql.gz");
  await expect(backUp({ dataDir, file: nowhere, postgresql: undefined })).rejects.toThrow("there is no such folder");
  await expect(backUp({ dataDir: join(folder, "none"), file, postgresql: undefined })).rejects.toThrow(
    `There is no database in ${join(folder, "none")}.`,
  );
  expect(existsSync(join(folder, "none"))).toBe(false);
  const stopped = AbortSignal.abort(new Error("stopped"));
  await expect(backUp({ dataDir, file: `${file}.b`, postgresql: undefined, signal: stopped })).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(["backup.sql.gz", "data", "elsewhere", "second.sql.gz"]);
});
