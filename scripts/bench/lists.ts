import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "@crosspoint/db";
import { startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { completeSetup } from "@crosspoint/services/access/complete-setup";
import { createSetupLink } from "@crosspoint/services/access/create-setup-link";
import { foldCounts } from "@crosspoint/services/drive/fold-counts";
import { sumUpFleet } from "@crosspoint/services/fleet/sum-up";
import pg from "pg";
import { buildWeb } from "../steps/build.ts";
import { type Service, waitUntilReady } from "../steps/child.ts";
import { freePort } from "../steps/ports.ts";
import { step } from "../steps/progress.ts";
import { startWeb, startWorker } from "../steps/services.ts";
import { addDrives, addWear } from "./lists/seed.ts";
import { mark } from "./mark.ts";

const [few, many] = [1_000, 100_000];
const goals = { ratio: 3, kibibytes: 150, residentMebibytes: 400 };
const requests = 40;
const person = { name: "Bench", email: "bench@example.com", password: randomBytes(12).toString("hex") };

/** What the pages of lists cost with 100,000 drives, against the same with 1,000: times, bytes sent, memory. */
export async function measureLists(): Promise<void> {
  await step("Build the pages", buildWeb);
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-lists-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), endsWithThisProcess: true });
  try {
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    const owner = new pg.Client({ connectionString: urls.owner });
    await owner.connect();
    await measure(owner, urls.application, folder).finally(() => owner.end());
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(owner: pg.Client, databaseUrl: string, folder: string): Promise<void> {
  const services = await startServices(databaseUrl, folder);
  try {
    const bench: Bench = { owner, ...services };
    const first = await measureWith(bench, 0, few);
    print(first, await measureWith(bench, few, many));
    for (const service of [services.web, services.worker]) printMemory(service);
  } finally {
    await Promise.all([services.web.stop(), services.worker.stop()]);
  }
}

interface Bench {
  readonly owner: pg.Client;
  readonly databaseUrl: string;
  readonly web: Service;
  readonly worker: Service;
  readonly webUrl: string;
  readonly cookie: string;
}

async function startServices(databaseUrl: string, logsDir: string) {
  const webPort = await freePort();
  const webUrl = `http://localhost:${webPort}`;
  const settings = {
    databaseUrl,
    sessionSecret: randomBytes(32).toString("hex"),
    host: "127.0.0.1",
    webPort,
    gatewayPort: 0,
    webUrl,
    gatewayUrl: "http://127.0.0.1:1",
    logsDir,
  };
  const [web, worker] = [startWeb(settings), startWorker(settings)];
  await waitUntilReady(web, `${webUrl}/sign-in`);
  return { web, worker, webUrl, databaseUrl, cookie: await signIn(databaseUrl, webUrl) };
}

async function signIn(databaseUrl: string, webUrl: string): Promise<string> {
  const db = connectDatabase(databaseUrl, 1);
  try {
    const context = { db, actor: { kind: "system", label: "npm run bench" } as const, now: new Date() };
    const link = await createSetupLink(context);
    if (link.needed) await completeSetup(context, { token: link.token, ...person });
  } finally {
    await db.$disconnect();
  }
  const { email, password } = person;
  const answer = await fetch(`${webUrl}/api/trpc/access.signIn`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: webUrl },
    body: JSON.stringify({ json: { email, password } }),
  });
  if (!answer.ok) throw new Error(`Signing in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

interface Look {
  readonly what: string;
  readonly path: string;
}

interface Measured extends Look {
  readonly msP50: number;
  readonly msP95: number;
  readonly bytes: number;
}

async function measureWith(bench: Bench, from: number, to: number): Promise<Measured[]> {
  await step(`Add drives up to ${to.toLocaleString("en")}`, async () => {
    await addDrives(bench.owner, from, to);
    await addWear(bench.owner);
    const db = connectDatabase(bench.databaseUrl, 1);
    await foldCounts({ db, actor: { kind: "system", label: "npm run bench" }, now: new Date() });
    // As the worker does every half minute.
    await sumUpFleet({ db, actor: { kind: "system", label: "npm run bench" }, now: new Date() });
    await db.$disconnect();
    await bench.owner.query("VACUUM ANALYZE drive_count, drive_wear");
  });
  const looks = await looksOf(bench, to);
  return step(`Look at ${to.toLocaleString("en")} drives`, async () => {
    const measured: Measured[] = [];
    for (const look of looks) measured.push(await measureLook(bench, look));
    return measured;
  });
}

async function looksOf({ owner }: Bench, drives: number): Promise<Look[]> {
  const deep = await owner.query<{ key: string; serial: string; id: string }>(
    `SELECT percentage_used::text AS key, serial, drive_id::text AS id FROM drive_state WHERE percentage_used IS NOT NULL
     ORDER BY percentage_used, serial, drive_id OFFSET $1 LIMIT 1`,
    [Math.floor(drives * 0.9)],
  );
  const { key, serial, id } = deep.rows[0] ?? { key: "0", serial: "", id: "" };
  const cursor = Buffer.from(JSON.stringify([key, serial, id])).toString("base64url");
  const facets = { verdicts: ["good"], models: ["INTEL SSDPED1K375GA"], firmwares: ["FW1"] };
  return [
    { what: "fleet page", path: "/fleet" },
    { what: "fleet's readings", path: "/api/trpc/fleet.readings" },
    { what: "health by host", path: asked("fleet.health", { by: "host" }) },
    { what: "drives to replace", path: asked("health.replacements", { by: "model" }) },
    { what: "recent changes", path: "/api/trpc/fleet.changes" },
    { what: "drives page", path: "/drives" },
    { what: "first page", path: list({}) },
    { what: "deep page", path: list({ sort: "percentageUsed", cursor }) },
    { what: "three facets", path: list(facets) },
    { what: "counts of the facets", path: asked("drive.facets", {}) },
    { what: "counts beside three", path: asked("drive.facets", facets) },
    { what: "search for a serial", path: list({ search: "phks00000777" }) },
    { what: "search for a host", path: list({ search: "stor-7.example" }) },
    { what: "sorted by wear", path: list({ sort: "percentageUsed", descending: true }) },
  ];
}

function list(input: object): string {
  return asked("drive.list", input);
}

function asked(procedure: string, input: object): string {
  return `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
}

async function measureLook(bench: Bench, look: Look): Promise<Measured> {
  for (let warm = 0; warm < 5; warm += 1) await ask(bench, look.path);
  const times: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < requests; turn += 1) {
    const begun = performance.now();
    bytes = await ask(bench, look.path);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
  return { ...look, msP50: at(0.5), msP95: at(0.95), bytes };
}

/** Bytes of the answer's body as they are sent, compressed. */
function ask({ webUrl, cookie }: Bench, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(`${webUrl}${path}`, { headers: { cookie, "accept-encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path}: ${answer.statusCode}`));
      });
    }).on("error", reject);
  });
}

function print(first: readonly Measured[], second: readonly Measured[]): void {
  const [a, b] = [few.toLocaleString("en"), many.toLocaleString("en")];
  console.log(
    `\nLists of ${b} drives against ${a}, ${requests} requests each (goal: p95 at most ${goals.ratio} x, ${goals.kibibytes} KiB)`,
  );
  for (const [index, { what, msP50, msP95, bytes }] of second.entries()) {
    const before = first[index];
    if (before === undefined) continue;
    const ratio = msP95 / before.msP95;
    const kibibytes = bytes / 1024;
    const isMet = ratio <= goals.ratio && kibibytes < goals.kibibytes;
    const times = `p50 ${ms(before.msP50)} → ${ms(msP50)}, p95 ${ms(before.msP95)} → ${ms(msP95)} ms`;
    console.log(
      `  ${what.padEnd(22)} ${times}  ${ratio.toFixed(2)} x  ${kibibytes.toFixed(1).padStart(6)} KiB  ${mark(isMet)}`,
    );
  }
}

function printMemory({ name, pid }: Service): void {
  const mebibytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  const verdict = mark(mebibytes < goals.residentMebibytes);
  console.log(`  ${name.padEnd(22)} ${mebibytes.toFixed(0)} MiB at most (goal ${goals.residentMebibytes})  ${verdict}`);
}

function ms(value: number): string {
  return value.toFixed(1).padStart(6);
}
