import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import pg from "pg";
import { runToEnd, Service } from "../steps/child.ts";
import { binDir } from "../steps/paths.ts";
import { step } from "../steps/progress.ts";
import { StartError } from "../steps/remedy.ts";
import { gatewayHeap } from "../steps/services.ts";
import type { Load, Loaded } from "./ingest/load.cli.ts";
import { cpuSecondsOf, cpuSecondsOfTree, postmasterOf, residentMebibytesMost } from "./ingest/process-cost.ts";
import { timeByPart } from "./ingest/profile.ts";
import { drivesPerHost, leftOut, type Sizes, sizesOf } from "./ingest/sizes.ts";
import {
  addHosts,
  addPartitions,
  countSamples,
  fillUp,
  insertAllPlainly,
  insertPlainly,
  latestTime,
  type PlainInsert,
  settle,
} from "./ingest/stored.ts";
import { mark } from "./mark.ts";
import { median } from "./median.ts";

const goals = { ofPlain: 0.3, p99Ms: 1000, residentMebibytes: 300, growth: 1.3 };
/** Most samples a second that are made ready for a load: more than are taken here. */
const madePerSecond = 60_000;
const readyWithinMs = 20_000;

/**
 * What a fleet's samples cost from end to end: the real gateway and PostgreSQL with its safe settings, agents' reports as
 * they send them (gzip, 24 samples each), against the database alone on the same rows in the same run.
 */
export async function measureIngest(args: readonly string[]): Promise<void> {
  const sizes = sizesOf(args);
  const folder = mkdtempSync(join(tmpdir(), "crosspoint-bench-ingest-"));
  // PostgreSQL runs as another user where this one is root.
  chmodSync(folder, 0o711);
  const postgres = await step("Start PostgreSQL", () =>
    startEmbeddedPostgres({ dataDir: join(folder, "postgres"), endsWithThisProcess: true }),
  );
  try {
    await measure(sizes, folder, postgres);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(sizes: Sizes, folder: string, postgres: EmbeddedPostgres): Promise<void> {
  const urls = await postgres.ensureProduct();
  await bringUpToDate(urls);
  const client = new pg.Client({ connectionString: urls.owner });
  await client.connect();
  const superuser = new pg.Client({ connectionString: postgres.url(client.database ?? "") });
  await superuser.connect();
  const settled = () => step("Let PostgreSQL write what it has", () => settle(superuser));
  try {
    const bench = new IngestBench(sizes, folder, postgres.nearby(urls.application));
    await addPartitions(client);
    await addHosts(client, sizes.hosts);
    await step(`List ${sizes.hosts * drivesPerHost} drives`, () => bench.list());
    await step("Warm up", () => bench.load(Math.min(10, sizes.shortSeconds)));
    // Before all others, which store millions.
    const compared = { bench, client, sizes, settled };
    const few = await compare(compared, sizes.storedFew);
    // Before and after: the machine itself is a third faster at one time than at another.
    const plainly = { client, superuser, daysLater: 3 };
    await settled();
    const before = await step("Insert such rows plainly", () => insertPlainly(plainly));
    const beforeLoad = await latestTime(client);
    await settled();
    const whole = await step(`Send samples for ${sizes.loadSeconds} s`, () => bench.load(sizes.loadSeconds));
    await settled();
    const after = await step("Insert the same rows plainly", () => insertPlainly(plainly));
    const all = await step("Insert all of them plainly", () => insertAllPlainly(beforeLoad, plainly));
    printRate(whole, { all, before, after });
    const many = await compare(compared, sizes.storedMany);
    printGrowth(few, many);
    printProfile(await step("Profile the gateway", () => bench.profile(sizes.shortSeconds)));
    const missing = leftOut(sizes);
    if (missing.length > 0) console.log(`  Not what the goals are for: ${missing.join(", ")}.`);
  } finally {
    await superuser.end();
    await client.end();
  }
}

interface Measured extends Loaded {
  readonly gatewayCpuSeconds: number;
  readonly postgresCpuSeconds: number;
  readonly residentMebibytes: number;
}

/** The gateway and the agents' side, one load after the other on the same hosts. */
export class IngestBench {
  readonly #sizes: Sizes;
  readonly #folder: string;
  readonly #databaseUrl: string;
  readonly startMs = Date.now();
  #round = 0;
  #starts = 0;

  constructor(sizes: Sizes, folder: string, databaseUrl: string) {
    this.#sizes = sizes;
    this.#folder = folder;
    this.#databaseUrl = databaseUrl;
  }

  async list(): Promise<void> {
    await this.#with([], (gateway) => this.#send(gateway, { seconds: 0, clients: 4, make: 0 }));
  }

  async load(seconds: number): Promise<Measured> {
    await this.make(seconds);
    return this.sendMade(seconds);
  }

  /** What was made for so long a load. */
  async sendMade(seconds: number): Promise<Measured> {
    return this.#with([], (gateway) => this.#send(gateway, { seconds }));
  }

  /** Apart from what is measured: being profiled slows it down. */
  async profile(seconds: number): Promise<{ part: string; share: number }[]> {
    const folder = join(this.#folder, "profile");
    mkdirSync(folder);
    await this.make(seconds);
    await this.#with(["--cpu-prof", `--cpu-prof-dir=${folder}`], (gateway) => this.#send(gateway, { seconds }));
    return timeByPart(folder);
  }

  /** The reports of a load, before it begins. */
  async make(seconds: number): Promise<void> {
    const make = Math.ceil((seconds * madePerSecond) / drivesPerHost);
    await runLoad({ ...this.#loadOf(seconds), address: "", clients: 1, make });
  }

  #loadOf(seconds: number): Omit<Load, "address" | "clients"> {
    const { hosts } = this.#sizes;
    const file = join(this.#folder, "reports");
    return { hosts, drivesPerHost, seconds, startMs: this.startMs, round: this.#round, file };
  }

  async #with<T>(options: string[], work: (gateway: { pid: number; address: string }) => Promise<T>): Promise<T> {
    // A log of its own: the address is read from it.
    this.#starts += 1;
    const gateway = new Service(
      `gateway-${this.#starts}`,
      join(binDir, "node"),
      [...gatewayHeap, ...options, "apps/gateway/src/main.ts"],
      {
        logsDir: this.#folder,
        env: { DATABASE_URL: this.#databaseUrl, GATEWAY_PORT: "0", NODE_ENV: "production" },
      },
    );
    try {
      return await work({ pid: gateway.pid, address: await addressOf(gateway) });
    } finally {
      await gateway.stop();
    }
  }

  async #send(
    { pid, address }: { pid: number; address: string },
    { seconds, clients = this.#sizes.clients, ...more }: { seconds: number; clients?: number; make?: number },
  ): Promise<Measured> {
    const load: Load = { ...this.#loadOf(seconds), address, clients, ...more };
    const postmaster = postmasterOf(join(this.#folder, "postgres"));
    const before = { gateway: cpuSecondsOf(pid), postgres: cpuSecondsOfTree(postmaster) };
    const loaded = JSON.parse(await runLoad(load)) as Loaded;
    if (loaded.faults.length > 0) throw new Error(`Reports were refused: ${loaded.faults.join("; ")}`);
    if (seconds > 0) this.#round = loaded.round;
    return {
      ...loaded,
      gatewayCpuSeconds: cpuSecondsOf(pid) - before.gateway,
      postgresCpuSeconds: cpuSecondsOfTree(postmaster) - before.postgres,
      residentMebibytes: residentMebibytesMost(pid),
    };
  }
}

function runLoad(load: Load): Promise<string> {
  return runToEnd("node", ["scripts/bench/ingest/load.cli.ts", JSON.stringify(load)], {
    remedy: `The gateway's log says why.`,
  });
}

/** It listens on a port that is free, and says so in its log. */
async function addressOf(gateway: Service): Promise<string> {
  const until = performance.now() + readyWithinMs;
  while (performance.now() < until) {
    const address = /"address":"([^"]+)".*"the gateway is ready"/.exec(gateway.lastLines())?.[1];
    if (address !== undefined) return address;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartError(`The gateway is not ready:\n${gateway.lastLines()}`, `Its log is ${gateway.log}.`);
}

interface Comparing {
  readonly bench: IngestBench;
  readonly client: pg.Client;
  readonly sizes: Sizes;
  settled(): Promise<void>;
}

async function compare({ bench, client, sizes, settled }: Comparing, rows: number) {
  const { startMs } = bench;
  const fill = () => fillUp(client, { rows, startMs, seconds: sizes.fillSeconds });
  const stored = await step(`Fill up to ${rows.toLocaleString("en")} rows`, fill);
  await settled();
  const loaded = await step(`Send samples for ${sizes.shortSeconds} s`, () => bench.load(sizes.shortSeconds));
  return {
    asked: rows,
    stored,
    after: await countSamples(client),
    microseconds: (1e6 * loaded.seconds) / loaded.samples,
  };
}

const rateOf = ({ rows, seconds }: PlainInsert) => rows / seconds;
const medianRate = (inserts: readonly PlainInsert[]) => median(inserts.map(rateOf));
const figure = (value: number) => Math.round(value).toLocaleString("en");

interface Plain {
  readonly all: readonly PlainInsert[];
  readonly before: readonly PlainInsert[];
  readonly after: readonly PlainInsert[];
}

/** The ratio is that to the faster of the plain inserts of all rows. */
function printRate(whole: Measured, { all, before, after }: Plain): void {
  const rate = whole.samples / whole.seconds;
  const { ms, residentMebibytes, gatewayCpuSeconds, postgresCpuSeconds, cpuSeconds, samples, refused } = whole;
  const each = (seconds: number) => `${((1e6 * seconds) / samples).toFixed(1)} us`;
  console.log(`\nIngest, ${drivesPerHost} samples a report, for ${whole.seconds.toFixed(0)} s`);
  console.log(`  end to end   ${figure(rate)} samples/s, ${figure(whole.reports / whole.seconds)} reports/s`);
  const rates = all.map(rateOf);
  const told = `one connection, one statement for all ${figure(all[0]?.rows ?? 0)} rows of the load`;
  console.log(`  plain INSERT ${rates.map(figure).join(" and ")} rows/s: ${told}`);
  const share = rate / Math.max(...rates);
  console.log(`  ratio        ${share.toFixed(2)} (goal ${goals.ofPlain})  ${mark(share >= goals.ofPlain)}`);
  const ofMillion = rate / medianRate([...before, ...after]);
  const millions = `${figure(medianRate(before))} rows/s before the load, ${figure(medianRate(after))} after it`;
  console.log(`               ${ofMillion.toFixed(2)} of one million rows into an empty day: ${millions}`);
  const latencies = `p50 ${ms.p50.toFixed(0)} ms, p99 ${ms.p99.toFixed(0)} ms, longest ${ms.longest.toFixed(0)} ms`;
  console.log(`  a report     ${latencies} (goal p99 ${goals.p99Ms} ms)  ${mark(ms.p99 < goals.p99Ms)}`);
  console.log(
    `  gateway      ${figure(residentMebibytes)} MiB at most (goal ${goals.residentMebibytes})  ${mark(residentMebibytes < goals.residentMebibytes)}`,
  );
  const costs = `gateway ${each(gatewayCpuSeconds)}, PostgreSQL ${each(postgresCpuSeconds)}, who sends ${each(cpuSeconds)}`;
  console.log(`  processor    for a sample: ${costs}`);
  const busy = (gatewayCpuSeconds + postgresCpuSeconds + cpuSeconds) / (whole.seconds * cpus().length);
  const most = `${figure(rate / busy)} samples/s if none of them ever waited`;
  console.log(`  limit        ${cpus().length} processors, ${(100 * busy).toFixed(0)} % busy with it: ${most}`);
  if (refused > 0) console.log(`  ${figure(refused)} reports were told to come back`);
}

type Compared = Awaited<ReturnType<typeof compare>>;

function printGrowth(few: Compared, many: Compared): void {
  const growth = many.microseconds / few.microseconds;
  console.log("\nThe cost of a sample by what is stored");
  for (const { stored, microseconds } of [few, many]) {
    console.log(`  ${figure(stored).padStart(12)} rows  ${microseconds.toFixed(1)} us`);
  }
  console.log(`  ratio ${growth.toFixed(2)} (goal at most ${goals.growth})  ${mark(growth <= goals.growth)}`);
  if (many.stored < many.asked)
    console.log(`  ${figure(many.asked)} were asked for; the time to fill up was over before.`);
}

function printProfile(parts: readonly { part: string; share: number }[]): void {
  console.log("\nWhere the gateway's thread spends its time");
  for (const { part, share } of parts) console.log(`  ${(100 * share).toFixed(1).padStart(5)} %  ${part}`);
}
