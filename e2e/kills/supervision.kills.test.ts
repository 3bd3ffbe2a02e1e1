import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectDatabase } from "@crosspoint/db";
import { runningProductUrl } from "@crosspoint/db/embedded";
import type { ServiceContext } from "@crosspoint/services";
import { checkPasswordLink } from "@crosspoint/services/access/check-password-link";
import { completeSetup } from "@crosspoint/services/access/complete-setup";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { binDir, root } from "../../scripts/steps/paths.ts";
import { freePort } from "../../scripts/steps/ports.ts";

/** `npm start` as it is, without an agent: its parts are killed, and then itself. */
const buildAndStartMs = 300_000;
const againMs = 30_000;
const run = promisify(execFile);
const password = "a long enough password";

let dataDir: string;
let environment: NodeJS.ProcessEnv;
let product: ChildProcess;
let output = "";
/** Of the first admin's session. */
let cookie = "";
let urls: { web: string; gateway: string };

async function start(): Promise<void> {
  output = "";
  product = spawn(join(binDir, "node"), ["scripts/start/run.ts", "--no-agent"], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [product.stdout, product.stderr]) stream?.on("data", (chunk) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain("Crosspoint is running"), {
    timeout: buildAndStartMs,
    interval: 200,
  });
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "crosspoint-supervision-"));
  const [webPort, gatewayPort] = [await freePort(), await freePort()];
  urls = { web: `http://127.0.0.1:${webPort}/sign-in`, gateway: `http://127.0.0.1:${gatewayPort}/healthz` };
  const { DATABASE_URL: _other, ...own } = process.env;
  const given = { CROSSPOINT_DATA_DIR: dataDir, WEB_PORT: String(webPort), GATEWAY_PORT: String(gatewayPort) };
  environment = { ...own, ...given };
  await start();
}, buildAndStartMs);

afterAll(async () => {
  product.kill("SIGTERM");
  if (product.exitCode === null && product.signalCode === null) await once(product, "exit");
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** The child of `npm start` whose command line holds these words. */
function childWith(words: string): number | undefined {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).find((pid) => {
    try {
      const parent = Number(/\) . (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
      const commandLine = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return parent === product.pid && commandLine.includes(words);
    } catch {
      return false;
    }
  });
}

const firstProcessOfPostgres = () =>
  Number(readFileSync(join(dataDir, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
const answers = async (url: string) =>
  (await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok === true;

async function withProduct<T>(work: (context: ServiceContext) => Promise<T>): Promise<T> {
  const db = connectDatabase(runningProductUrl(dataDir) ?? "", 1);
  try {
    return await work({ db, actor: { kind: "anonymous" }, now: new Date() });
  } finally {
    await db.$disconnect();
  }
}

/** By the link that the start printed. */
async function makeFirstAdmin(email: string): Promise<void> {
  const token = /\/setup\?token=(\S+)/.exec(output)?.[1] ?? "";
  await withProduct((context) => completeSetup(context, { token, name: "Last", email, password }));
}

async function signIn(email: string): Promise<string> {
  const { origin } = new URL(urls.web);
  const answer = await fetch(`${origin}/api/trpc/access.signIn`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ json: { email, password } }),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}

async function expectAllWell(): Promise<void> {
  await vi.waitFor(
    async () => expect(await Promise.all([answers(urls.web), answers(urls.gateway)])).toEqual([true, true]),
    { timeout: againMs, interval: 200 },
  );
}

it.each([
  { name: "gateway", words: "apps/gateway/src/main.ts" },
  { name: "worker", words: "apps/worker/src/main.ts" },
  { name: "web", words: "apps/web/serve.ts" },
])("starts the $name again when it was killed, and says so", async ({ name, words }) => {
  const pid = childWith(words);
  expect(pid).toBeDefined();
  process.kill(pid as number, "SIGKILL");
  await vi.waitFor(() => expect(output).toContain(`✓ ${name} was restarted.`), { timeout: againMs });
  expect(output).toContain(`! ${name} exited unexpectedly (signal SIGKILL). Restarting in 0.5 s`);
  await expectAllWell();
});

it("starts PostgreSQL again when it was killed, and everything goes on", async () => {
  const pid = firstProcessOfPostgres();
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(output).toContain("✓ PostgreSQL was restarted."), { timeout: againMs });
  expect(firstProcessOfPostgres()).not.toBe(pid);
  await expectAllWell();
  expect(output).not.toMatch(/! (gateway|worker|web) .*\(2 of/);
});

it("lets the last admin in again by a command beside it", async () => {
  const email = "last@example.com";
  const command = () =>
    run(join(binDir, "node"), ["scripts/start/run.ts", "--password-link", email], { cwd: root, env: environment });
  await expect(command()).rejects.toThrow(`There is no person with the e-mail ${email}`);
  await makeFirstAdmin(email);
  cookie = await signIn(email);
  const link = /\/password\?token=(\S+)/.exec((await command()).stdout)?.[1];
  expect(await withProduct((context) => checkPasswordLink(context, link ?? ""))).toEqual({
    kind: "open",
    name: "Last",
    email,
  });
});

it("answers 503 for a page whose database is away, and shows what needs none", async () => {
  const port = await freePort();
  const pages = spawn(join(binDir, "node"), ["apps/web/serve.ts", "--hostname", "127.0.0.1", "--port", String(port)], {
    cwd: root,
    env: {
      ...environment,
      NODE_ENV: "production",
      DATABASE_URL: `postgresql://crosspoint_app:none@127.0.0.1:${await freePort()}/crosspoint`,
      BETTER_AUTH_SECRET: readFileSync(join(dataDir, "session-secret"), "utf8").trim(),
      WEB_URL: `http://127.0.0.1:${port}`,
      GATEWAY_URL: urls.gateway,
    },
    stdio: "ignore",
  });
  try {
    const page = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, redirect: "manual" });
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/sign-in`)).status).toBe(200), {
      timeout: againMs,
      interval: 200,
    });
    for (const path of ["/fleet", "/setup?token=any", "/password?token=any"]) {
      const { status, headers } = await page(path);
      expect({ path, status, retryAfter: headers.get("retry-after") }).toEqual({ path, status: 503, retryAfter: "5" });
    }
  } finally {
    pages.kill("SIGTERM");
    await once(pages, "exit");
  }
});

it(
  "starts again after it was killed itself: neither its lock nor what it had started stands in the way",
  async () => {
    product.kill("SIGKILL");
    await once(product, "exit");
    await start();
    await expectAllWell();
  },
  buildAndStartMs,
);
