import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./server.ts";

let dataDir: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  // A machine in another zone than UTC.
  vi.stubEnv("TZ", "Asia/Kolkata");
  dataDir = mkdtempSync(join(tmpdir(), "crosspoint-embedded-"));
  server = await startEmbeddedPostgres({ dataDir, unsafeForTests: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(sql: string, url = server.url("postgres")): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it("is in UTC, and logs in UTC, whatever the machine's zone", async () => {
  expect(await query("SELECT current_setting('TimeZone') AS zone, current_setting('log_timezone') AS log")).toEqual([
    { zone: "UTC", log: "UTC" },
  ]);
});

it("is reached past the network through a socket in its own folder, with the same password", async () => {
  const through = "SELECT current_user AS who, inet_server_addr() IS NULL AS socket";
  expect(await query(through)).toEqual([{ who: "crosspoint", socket: false }]);
  const near = server.nearby(server.url("postgres"));
  expect(await query(through, near)).toEqual([{ who: "crosspoint", socket: true }]);
  const wrong = Object.assign(new URL(near), { password: "wrong" }).toString();
  await expect(query(through, wrong)).rejects.toThrow("password authentication failed");
});

it("tells that it was killed, and starts again where it was, with what it held", async () => {
  await query("CREATE TABLE kept AS SELECT 7 AS id");
  // Written to disk, which this cluster of a test would not wait for.
  await query("CHECKPOINT");
  expect(server.isRunning()).toBe(true);
  const pid = Number(readFileSync(join(dataDir, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(server.isRunning()).toBe(false));
  await vi.waitFor(() => server.restart(), { timeout: 20_000, interval: 200 });
  expect(server.isRunning()).toBe(true);
  expect(await query("SELECT id FROM kept")).toEqual([{ id: 7 }]);
});

it("ends after whoever started it, also if that is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-embedded-"));
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, endsWithThisProcess: true });
    console.log("started");
    setInterval(() => undefined, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(starter.stdout, "data");
  const file = join(folder, "cluster/postmaster.pid");
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  process.kill(pid, 0);
  starter.kill("SIGKILL");
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000, interval: 200 });
  rmSync(folder, { recursive: true, force: true });
});
