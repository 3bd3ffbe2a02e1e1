import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type Database } from "@crosspoint/db";
import { startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { enrollFleet } from "../start/demo/enroll.ts";
import { runFleetsim } from "../start/demo/fleetsim.ts";
import { buildAgent } from "../steps/build.ts";
import { Service, waitUntilReady } from "../steps/child.ts";
import { binDir } from "../steps/paths.ts";
import { freePort } from "../steps/ports.ts";
import { step } from "../steps/progress.ts";
import { StartError } from "../steps/remedy.ts";
import { gatewayHeap } from "../steps/services.ts";
import { mark } from "./mark.ts";

const agentsWanted = 10_000;
/** A host has a long poll open, and now and then a report; some files are the process's own. */
const filesPerAgent = 1.5;
/** All hosts have begun by then: each samples once a minute. */
const settleMs = 75_000;
const awayMs = 10_000;
/** Longer than the longest that an agent waits between two tries, one and a half minutes. */
const afterMs = 120_000;

/**
 * A gateway that is killed and comes back, with a fleet of agents that all had a line to it: how they come back, whether the
 * server has everything that they said, and what it costs the gateway. `-- --agents 2000` for fewer.
 */
export async function measureReconnect(args: readonly string[]): Promise<void> {
  const agents = agentsOf(args);
  const program = join(await step("Build the agent", buildAgent), "fleetsim");
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-reconnect-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), endsWithThisProcess: true });
  try {
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    const db = connectDatabase(urls.application, 4);
    try {
      await measure({ agents, program, folder, db, databaseUrl: postgres.nearby(urls.application) });
    } finally {
      await db.$disconnect();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly agents: number;
  readonly program: string;
  readonly folder: string;
  readonly db: Database;
  readonly databaseUrl: string;
}

async function measure(bench: Bench): Promise<void> {
  const { agents, program, folder, db } = bench;
  const file = join(folder, "fleet.json");
  const size = { hosts: agents, drives: agents, days: 0 };
  const port = await freePort();
  const to = ["--fleet", file, "--server", `http://127.0.0.1:${port}`, "--allow-plain-http"];
  const context = { db, actor: { kind: "system", label: "npm run bench" } as const, now: new Date() };
  await step(`Enroll ${agents} simulated hosts`, () => enrollFleet(context, { program, file, size }));
  let gateway = await startGateway(bench, port);
  try {
    await step("List their drives", () => runFleetsim(program, ["history", ...to, "--clients", "32"]));
    const before = await db.smartSample.count();
    const seconds = (settleMs + awayMs + afterMs) / 1000;
    const live = watchLive(program, [...to, "--all-steady", "--seconds", String(seconds)]);
    await step("All agents report", () => sleep(settleMs));
    await live.countFromNow();
    gateway.killGroup();
    await step("The gateway is away", () => sleep(awayMs));
    gateway = await startGateway(bench, port);
    const backMs = Date.now();
    await step("The agents come back", () => live.ended);
    print(live.lines, { agents, backMs, stored: (await db.smartSample.count()) - before, gateway });
  } finally {
    await gateway.stop();
  }
}

async function startGateway({ folder, databaseUrl }: Bench, port: number): Promise<Service> {
  const address = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: databaseUrl, GATEWAY_PORT: String(port), NODE_ENV: "production", LOG_LEVEL: "warn" };
  const gateway = new Service("gateway", join(binDir, "node"), [...gatewayHeap, "apps/gateway/src/main.ts"], {
    logsDir: folder,
    env,
    appendLog: true,
  });
  await waitUntilReady(gateway, `${address}/healthz`);
  return gateway;
}

interface Requests {
  readonly tried: number;
  readonly answered: number;
  readonly failed: number;
  readonly askedToWait: number;
}

interface Returns {
  readonly returned: number;
  readonly stillAway: number;
  readonly afterMsP50: number | null;
  readonly afterMsP99: number | null;
  readonly afterMsMax: number | null;
  readonly bySecond: readonly number[];
}

interface Second {
  readonly kind: "second";
  readonly timeMs: number;
  readonly polls: Requests;
  readonly reports: Requests;
}

interface Total {
  readonly kind: "total";
  readonly events: {
    readonly said: number;
    readonly taken: number;
    readonly refused: number;
    readonly dropped: number;
  };
  readonly samples: number;
  readonly polls: Returns;
  readonly reports: Returns;
  readonly reportMsMax: number;
}

interface Counting {
  readonly kind: "counting";
}

interface Live {
  readonly lines: readonly (Second | Total)[];
  /** Agents that are cut off after this are counted; those that were turned away before, as all began at once, are not. */
  countFromNow(): Promise<void>;
  readonly ended: Promise<void>;
}

/** `fleetsim live`, and what it prints. */
function watchLive(program: string, args: readonly string[]): Live {
  const child = spawn(program, ["live", ...args, "--figures", "--count-from-line"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Of one that has ended, which is told by its end.
  child.stdin.on("error", () => undefined);
  const lines: (Second | Total)[] = [];
  const counts = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (text) => {
      const line: Second | Total | Counting = JSON.parse(text);
      if (line.kind === "counting") resolve();
      else lines.push(line);
    });
  });
  const ended = once(child, "close").then(([code]) => {
    if (code !== 0) throw new StartError("fleetsim live failed.", "Its message is above.");
  });
  // Whoever waits for it is told as well.
  ended.catch(() => undefined);
  const countFromNow = async () => {
    child.stdin.write("\n");
    await Promise.race([counts, ended]);
  };
  return { lines, countFromNow, ended };
}

interface Seen {
  readonly agents: number;
  readonly backMs: number;
  readonly stored: number;
  readonly gateway: Service;
}

function print(lines: readonly (Second | Total)[], { agents, backMs, stored, gateway }: Seen): void {
  const total = lines.find((line) => line.kind === "total");
  if (total === undefined) throw new Error("fleetsim live printed no total.");
  const after = lines.filter((line) => line.kind === "second").filter(({ timeMs }) => timeMs > backMs);
  const busiest = Math.max(...after.map(({ polls, reports }) => polls.tried + reports.tried));
  const asked = after.reduce((sum, { polls, reports }) => sum + polls.askedToWait + reports.askedToWait, 0);
  const failed = after.reduce((sum, { polls, reports }) => sum + polls.failed + reports.failed, 0);
  const { said, taken, refused, dropped } = total.events;
  console.log(`\nA gateway killed and started again after ${awayMs / 1000} s, with ${figure(agents)} agents`);
  printReturns("long polls", total.polls);
  printReturns("reports", total.reports);
  console.log(`  the herd     at most ${figure(busiest)} requests in a second; long polls back by the second:`);
  console.log(`               ${total.polls.bySecond.join(" ")}`);
  console.log(`  after it     ${figure(failed)} requests failed, ${figure(asked)} of them told when to come again`);
  console.log(
    `  events       ${figure(said)} said, ${figure(taken)} taken, ${figure(refused)} refused, ${figure(dropped)} given up`,
  );
  const lost = total.samples - stored;
  console.log(
    `  samples      ${figure(total.samples)} said, ${figure(stored)} stored: ${figure(lost)} lost (goal none)  ${mark(lost === 0)}`,
  );
  console.log(
    `  a report     ${figure(total.reportMsMax)} ms at most; gateway ${residentMebibytes(gateway.pid)} MiB at most`,
  );
}

function printReturns(what: string, { returned, stillAway, afterMsP50, afterMsP99, afterMsMax }: Returns): void {
  const ms = (value: number | null) => (value === null ? "–" : `${(value / 1000).toFixed(1)} s`);
  const times = `p50 ${ms(afterMsP50)}, p99 ${ms(afterMsP99)}, the last ${ms(afterMsMax)} after the first`;
  const away = `${figure(stillAway)} still away (goal none)`;
  console.log(`  ${what.padEnd(12)} ${figure(returned)} cut off and back, ${away}  ${mark(stillAway === 0)}; ${times}`);
}

function figure(value: number): string {
  return Math.round(value).toLocaleString("en");
}

function residentMebibytes(pid: number): number {
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

/** As many as are wanted, or as this machine's limit of open files allows. */
function agentsOf(args: readonly string[]): number {
  const place = args.indexOf("--agents");
  const wanted = place < 0 ? agentsWanted : Number(args[place + 1]);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > agentsWanted) {
    throw new StartError(`--agents takes a number from 1 to ${agentsWanted}.`, "For example: --agents 2000");
  }
  const files = Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
  const allowed = Math.floor(files / filesPerAgent);
  if (wanted > allowed) console.log(`Open files are limited to ${files}: ${allowed} agents instead of ${wanted}.`);
  return Math.min(wanted, allowed);
}
