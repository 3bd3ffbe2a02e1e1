import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { requestCommand } from "@crosspoint/services/command/request";
import { reachability } from "@crosspoint/services/health/gateway-pulse";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { reportText } from "@crosspoint/services/report/testing/report-text";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { optane, smart } from "./testing/events.ts";
import { json } from "./testing/test-gateway.ts";

/** The gateway as it is started for real, and a PostgreSQL of its own that can be stopped. */
let dataDir: string;
let postgres: EmbeddedPostgres;
let databaseUrl: string;
let db: Database;
let gateway: ChildProcess;
let address: string;
let output = "";
let key: string;
let hostId: string;

const settings = { dataDir: "", unsafeForTests: true };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crosspoint-gateway-"));
  settings.dataDir = dataDir;
  postgres = await startEmbeddedPostgres(settings);
  const urls = await postgres.ensureProduct();
  databaseUrl = urls.application;
  await bringUpToDate(urls);
  db = connectDatabase(databaseUrl);
  gateway = spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: { ...process.env, DATABASE_URL: databaseUrl, GATEWAY_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  gateway.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toContain("the gateway is ready"), { timeout: 20_000, interval: 50 });
  address = JSON.parse(output.split("\n").find((line) => line.includes("is ready")) ?? "{}").address;
});

afterAll(async () => {
  gateway.kill("SIGKILL");
  await db.$disconnect();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (body: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${address}/agent/v1/reports`, { method: "POST", headers, body });
};
const report = (...events: unknown[]) => post(JSON.stringify({ agentTimeMs: Date.now(), events }));
const poll = (waitSeconds: number) =>
  fetch(`${address}/agent/v1/commands?waitSeconds=${waitSeconds}`, { headers: { authorization: `Bearer ${key}` } });
const health = async () => (await fetch(`${address}/healthz`)).status;
const context = () => ({ db, actor: { kind: "system", label: "test" } as const, now: new Date() });

it("is ready, and lets a host in", async () => {
  expect(await health()).toBe(200);
  const { token } = await createEnrollmentToken(context(), {});
  const installationId = "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0b13";
  const answer = await fetch(`${address}/agent/v1/enroll`, {
    method: "POST",
    ...json({ token, installationId, hostname: "h", agentVersion: "1" }),
  });
  ({ agentKey: key, hostId } = (await answer.json()) as { agentKey: string; hostId: string });
  expect((await report(smart(Date.now(), optane))).status).toBe(200);
  const reached = async () => expect(await reachability(context())).toEqual({ kind: "reachable" });
  await vi.waitFor(reached, { timeout: 5_000, interval: 50 });
});

it("answers 503 with Retry-After while PostgreSQL is away, keeps its polls, and goes on when it is back", async () => {
  const waiting = poll(30);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { port } = postgres;
  await postgres.stop();
  const event = smart(Date.now(), optane);
  const away = await report(event);
  expect(away.status).toBe(503);
  expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await away.json()).toMatchObject({ error: { code: "unavailable" } });
  expect(await health()).toBe(503);

  postgres = await startEmbeddedPostgres({ ...settings, settings: { port: String(port) } });
  await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 20_000, interval: 100 });
  expect((await report(event)).status).toBe(200);
  const id = await db.$transaction((tx) =>
    requestCommand(tx, context(), { hostId, payload: { kind: "collectNow" }, expiresInMs: 60_000 }),
  );
  const answer = (await (await waiting).json()) as { commands: { id: string }[] };
  expect(answer.commands.map((command) => command.id)).toEqual([id]);
});

it("writes no secret into its log", () => {
  expect(output).not.toContain(key);
  expect(output).not.toContain(new URL(databaseUrl).password);
});

it("stops within five seconds of SIGTERM, answering the polls that wait and storing the reports", async () => {
  const sample = { ...smart(Date.now(), optane), sequence: 1 };
  const { drive } = await db.driveReading.findFirstOrThrow({ include: { drive: true } });
  const waiting = poll(30);
  const release = await holdReading(drive.id);
  const samplesBefore = await db.smartSample.count();
  // In a group, which waits for the drive.
  const reported = post(reportText(Date.now(), [sample]));
  await vi.waitFor(async () => expect(await waiters()).toBe(1), { timeout: 5_000, interval: 10 });
  const stoppingMs = performance.now();
  gateway.kill("SIGTERM");
  const answer = await waiting;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ commands: [] });
  await release();
  const stored = await reported;
  expect([stored.status, await stored.json()]).toMatchObject([200, { accepted: 1 }]);
  expect(await db.smartSample.count()).toBe(samplesBefore + 1);
  const [code] = await once(gateway, "exit");
  expect(code).toBe(0);
  expect(performance.now() - stoppingMs).toBeLessThan(5000);
});

/** Who waits for a row that somebody else has locked. */
async function waiters(): Promise<number> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
  return found?.count ?? 0;
}

async function holdReading(driveId: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM drive_reading WHERE drive_id = ${driveId}::uuid FOR UPDATE`;
    held.resolve();
    await done.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    done.resolve();
    await holding;
  };
}
