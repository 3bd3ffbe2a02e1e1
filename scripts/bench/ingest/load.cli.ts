import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { constants, gzipSync } from "node:zlib";
import { hostOf, inventoryReport, SamplingHost } from "./events.ts";
import { Line } from "./line.ts";

/**
 * The agents' side, in a process of its own: so many clients send report after report, each as soon as the one before is
 * answered, of different hosts in turn. The reports are made before, as a fleet makes its own: what is measured is
 * who takes them. Prints what it saw as JSON.
 */
export interface Load {
  readonly address: string;
  readonly hosts: number;
  readonly drivesPerHost: number;
  readonly clients: number;
  readonly seconds: number;
  readonly startMs: number;
  /** How many rounds each host has sent before. */
  readonly round: number;
  /** Where the reports are, or will be. */
  readonly file: string;
  /** Make so many reports; absent: send them. 0: send the inventories alone. */
  readonly make?: number;
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
const headBytes = 8;
const load = JSON.parse(process.argv[2] ?? "{}") as Load;
const latencies: number[] = [];
const faults: string[] = [];
let refused = 0;
let taken = 0;
if (load.make !== undefined && load.make > 0) makeReports(load.make);
else await sendAll();

/** Each as its length, its host and its body. */
function makeReports(count: number): void {
  const { hosts, drivesPerHost, startMs, round } = load;
  const each = Array.from({ length: hosts }, (_, index) => new SamplingHost(index, drivesPerHost, { startMs, round }));
  const file = openSync(load.file, "w");
  for (let made = 0; made < count; made += 1) {
    const host = made % hosts;
    const body = gzipSync(each[host]?.next() ?? "", { level: constants.Z_BEST_SPEED });
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(body.length, 0);
    head.writeUInt32LE(host, 4);
    writeSync(file, head);
    writeSync(file, body);
  }
  closeSync(file);
}

async function sendAll(): Promise<void> {
  const next = load.make === 0 ? inventories() : storedReports();
  const startedMs = performance.now();
  const until = load.make === 0 ? Infinity : startedMs + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.clients }, async () => {
      const line = new Line(load.address);
      while (performance.now() < until) {
        const each = next();
        if (each === undefined) break;
        taken += 1;
        await post(line, hostOf(each.host).key, each.body);
      }
      line.close();
    }),
  );
  console.log(JSON.stringify(whatWasSeen((performance.now() - startedMs) / 1000)));
}

interface Report {
  readonly host: number;
  readonly body: Buffer;
}

function inventories(): () => Report | undefined {
  let host = 0;
  return () => {
    if (host >= load.hosts) return undefined;
    const body = gzipSync(inventoryReport(host, load.drivesPerHost, load.startMs));
    host += 1;
    return { host: host - 1, body };
  };
}

/** In their order: two of one host are so far apart that they are not under way at once. */
function storedReports(): () => Report | undefined {
  const file = openSync(load.file, "r");
  const head = Buffer.alloc(headBytes);
  return () => {
    if (readSync(file, head) < headBytes) return undefined;
    const body = Buffer.alloc(head.readUInt32LE(0));
    readSync(file, body);
    return { host: head.readUInt32LE(4), body };
  };
}

function whatWasSeen(seconds: number): Loaded {
  latencies.sort((a, b) => a - b);
  const { user, system } = process.cpuUsage();
  return {
    samples: latencies.length * load.drivesPerHost,
    reports: latencies.length,
    seconds,
    refused,
    faults,
    round: load.round + Math.ceil(taken / load.hosts),
    ms: { p50: at(0.5), p99: at(0.99), longest: at(1) },
    cpuSeconds: (user + system) / 1e6,
  };
}

async function post(line: Line, key: string, body: Buffer): Promise<void> {
  const sentMs = performance.now();
  for (;;) {
    const { status, retryAfterSeconds, text } = await line.post("/agent/v1/reports", key, body);
    if (status === 200) {
      latencies.push(performance.now() - sentMs);
      const { refused: events } = JSON.parse(text) as { refused: { reason: string }[] };
      if (events.length > 0) fault(events[0]?.reason ?? "refused");
      return;
    }
    if (status !== 503 && status !== 429) return fault(`${status} ${text}`);
    refused += 1;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
  }
}

function fault(text: string): void {
  if (faults.length < faultsKept) faults.push(text.slice(0, 300));
}

function at(share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? Number.NaN;
}
