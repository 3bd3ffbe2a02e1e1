import { Agent, request } from "node:http";
import { constants, gzipSync } from "node:zlib";
import { hostOf, inventoryReport, SamplingHost } from "./events.ts";

/**
 * The agents' side, in a process of its own: so many clients send report after report, each as soon as the one before is
 * answered, for so many different hosts in turn. Prints what it saw as JSON.
 */
export interface Load {
  readonly address: string;
  readonly hosts: number;
  readonly drivesPerHost: number;
  readonly clients: number;
  /** 0: the inventories alone. */
  readonly seconds: number;
  readonly startMs: number;
  /** How many rounds each host has sent before. */
  readonly round: number;
}

export interface Loaded {
  readonly samples: number;
  readonly reports: number;
  readonly seconds: number;
  /** Told to come back. */
  readonly refused: number;
  readonly faults: readonly string[];
  /** The most that any host has sent. */
  readonly round: number;
  readonly ms: { readonly p50: number; readonly p99: number; readonly longest: number };
  /** Of this process. */
  readonly cpuSeconds: number;
}

const faultsKept = 5;
const load = JSON.parse(process.argv[2] ?? "{}") as Load;
const sockets = new Agent({ keepAlive: true, maxSockets: load.clients });
const latencies: number[] = [];
const faults: string[] = [];
let refused = 0;
let next = 0;
let rounds = 0;

const send = load.seconds === 0 ? sendInventories : sendSamples;
const startedMs = performance.now();
await Promise.all(Array.from({ length: load.clients }, send));
const seconds = (performance.now() - startedMs) / 1000;
sockets.destroy();
latencies.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
const loaded: Loaded = {
  samples: latencies.length * load.drivesPerHost,
  reports: latencies.length,
  seconds,
  refused,
  faults,
  round: load.round + rounds,
  ms: { p50: at(0.5), p99: at(0.99), longest: at(1) },
  cpuSeconds: (user + system) / 1e6,
};
console.log(JSON.stringify(loaded));

async function sendInventories(): Promise<void> {
  while (next < load.hosts) {
    const { index, key } = hostOf(next);
    next += 1;
    await post(key, inventoryReport(index, load.drivesPerHost, load.startMs));
  }
}

/** The hosts of one client: no two clients speak for one host. */
async function sendSamples(_: unknown, client: number): Promise<void> {
  const { hosts, drivesPerHost, clients, startMs, round } = load;
  const own = Array.from({ length: hosts }, (_, index) => index)
    .filter((index) => index % clients === client)
    .map((index) => ({ key: hostOf(index).key, host: new SamplingHost(index, drivesPerHost, { startMs, round }) }));
  const until = startedMs + load.seconds * 1000;
  for (let turn = 0; own.length > 0 && performance.now() < until; turn += 1) {
    rounds = Math.max(rounds, Math.floor(turn / own.length) + 1);
    const each = own[turn % own.length];
    if (each !== undefined) await post(each.key, each.host.next());
  }
}

async function post(key: string, report: string): Promise<void> {
  const body = gzipSync(report, { level: constants.Z_BEST_SPEED });
  const sentMs = performance.now();
  for (;;) {
    const { status, retryAfter, text } = await call(key, body);
    if (status === 200) {
      latencies.push(performance.now() - sentMs);
      const { refused: events } = JSON.parse(text) as { refused: { reason: string }[] };
      if (events.length > 0) fault(events[0]?.reason ?? "refused");
      return;
    }
    if (status !== 503 && status !== 429) return fault(`${status} ${text}`);
    refused += 1;
    await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
  }
}

function fault(text: string): void {
  if (faults.length < faultsKept) faults.push(text.slice(0, 300));
}

interface Called {
  readonly status: number;
  readonly retryAfter: number;
  readonly text: string;
}

async function call(key: string, body: Buffer): Promise<Called> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-encoding": "gzip",
    "content-length": body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${load.address}/agent/v1/reports`, { method: "POST", agent: sockets, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers["retry-after"] ?? 1), text }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function at(share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? Number.NaN;
}
