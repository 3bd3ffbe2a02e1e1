import type { Database } from "@crosspoint/db";
import { ServiceError } from "@crosspoint/services";
import { telemetryKinds } from "@crosspoint/services/report/take-new";
import { launchBenchmark } from "@crosspoint/services/run/launch";
import { TakenCounts } from "@crosspoint/services/telemetry/rules/taken-counts";
import { KillableProduct, type Victim, victims } from "./product.ts";

export interface KillsReport {
  readonly seed: number;
  readonly kills: Readonly<Record<Victim, number>>;
  readonly reports: number;
  readonly answersLost: number;
  readonly eventsSent: number;
  readonly runs: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** What went wrong; empty is the claim. */
  readonly faults: readonly string[];
}

/** Who launches: a run that waits for its turn is started in a person's name. */
const launcherPerson = { id: "kills", name: "Kills", email: "kills@example.net", role: "admin" } as const;
/** Between two kills, so that each finds the product at work and at another place of it. */
const pauseMs = { least: 200, most: 1800 };
const answersLostShare = 0.05;
const settleLimitMs = 90_000;
/** An agent that starts anew leaves the rest of 65,536 reserved numbers unused; a lost event leaves a hole of one. */
const restartGapLeast = 10_000;
/** How often the agent begins one point whose measurement it did not survive. */
const measuredAtMost = 3;

/** Kills agent, gateway and PostgreSQL so many times each, in a seeded order, while drives are sampled and runs run. */
export async function runKills(binaries: string, killsEach: number, seed: number): Promise<KillsReport> {
  const random = seeded(seed);
  const losses = seeded(seed + 1);
  const startedMs = Date.now();
  const product = await KillableProduct.start(binaries, () => losses() < answersLostShare);
  try {
    const launcher = new Launcher(product.db);
    await until("the scratch file is known", async () => (await product.db.scratchFile.count()) === 1);
    await product.db.user.create({ data: launcherPerson });
    launcher.start();
    for (const victim of shuffled(random, killsEach)) {
      await pause(pauseMs.least + random() * (pauseMs.most - pauseMs.least));
      await product.kill(victim);
    }
    await launcher.stop();
    await settle(product);
    const faults = await findFaults(product, launcher.launched);
    const states = await product.db.benchmarkRun.groupBy({ by: ["state"], _count: true });
    return {
      seed,
      kills: { agent: killsEach, gateway: killsEach, postgres: killsEach },
      reports: product.proxy.reports,
      answersLost: product.proxy.answersLost,
      eventsSent: product.proxy.sent.size,
      runs: Object.fromEntries(states.map(({ state, _count }) => [state, _count])),
      seconds: Math.round((Date.now() - startedMs) / 1000),
      faults,
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${product.logs()}`, { cause: error });
  } finally {
    await product.close();
  }
}

/** Launches one run after the other on the scratch file, each of a queue depth of its own by which it is told apart. */
class Launcher {
  /** Run id by queue depth. */
  readonly launched = new Map<number, string>();
  readonly #db: Database;
  #running = true;
  #ended: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  start(): void {
    this.#ended = this.#launchOneAfterTheOther();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#ended;
  }

  async #launchOneAfterTheOther(): Promise<void> {
    let queueDepth = 1;
    while (this.#running) {
      // Refused while the last run is open; lost while PostgreSQL is away.
      const runId = await this.#launch(queueDepth).catch((error: unknown) =>
        error instanceof ServiceError ? "refused" : "lost",
      );
      if (runId !== "refused" && runId !== "lost") this.launched.set(queueDepth, runId);
      // A launch whose answer was lost may have happened: its depth is not used again.
      if (runId !== "refused") queueDepth += 1;
      await pause(100);
    }
  }

  async #launch(queueDepth: number): Promise<string> {
    const { id } = await this.#db.scratchFile.findFirstOrThrow({ select: { id: true } });
    const workload = {
      pattern: "random" as const,
      readPercent: 100,
      blockBytes: 4096,
      queueDepth,
      threads: 1,
      durationSeconds: 1,
      rampSeconds: 0,
      spanPercent: 100,
    };
    const target = { kind: "scratchFile" as const, scratchFileId: id };
    const context = { db: this.#db, actor: { kind: "person", ...launcherPerson } as const, now: new Date() };
    return (await launchBenchmark(context, { target, plan: { kind: "custom", workload } })).runId;
  }
}

/** Nothing is killed any more: every run comes to its end, and the agent delivers what it has. */
async function settle(product: KillableProduct): Promise<void> {
  const open = { state: { in: ["requested", "running"] as ("requested" | "running")[] } };
  await until("every run has ended", async () => (await product.db.benchmarkRun.count({ where: open })) === 0);
  await product.stopAgent();
  await product.kill("agent");
  const restartedMs = Date.now();
  await until(
    "the agent has delivered all",
    async () => Date.now() > restartedMs + 3000 && product.undelivered() === 0,
  );
}

async function findFaults(product: KillableProduct, launched: ReadonlyMap<number, string>): Promise<string[]> {
  return [
    ...lostBeforeSending(product.proxy.sequences),
    ...(await notStored(product)),
    ...(await storedTwice(product)),
    ...doneTooOften(product.invocations()),
    ...(await withoutEnd(product.db, launched)),
    ...Object.entries(product.bookmark()).flatMap(([what, count]) =>
      what.startsWith("events") && count !== 0 ? [`${what}: ${count}`] : [],
    ),
  ];
}

/** The agent numbers its events without holes, but where it started anew. */
export function lostBeforeSending(sequences: ReadonlySet<number>): string[] {
  const sorted = [...sequences].toSorted((a, b) => a - b);
  return sorted.flatMap((sequence, index) => {
    const hole = sequence - (sorted[index - 1] ?? sequence - 1) - 1;
    return hole > 0 && hole < restartGapLeast ? [`${hole} events before number ${sequence} were never sent`] : [];
  });
}

/** Telemetry is known by its host's count, everything else by its id. */
async function notStored({ db, proxy }: KillableProduct): Promise<string[]> {
  const stored = new Set(
    (await db.ingestedEvent.findMany({ select: { eventId: true } })).map(({ eventId }) => eventId),
  );
  const { eventsTaken } = await db.host.findFirstOrThrow({ select: { eventsTaken: true } });
  const counts = TakenCounts.read(eventsTaken);
  const lost = [...proxy.sent.values()].filter(({ id, kind, sequence }) =>
    telemetryKinds.has(kind) ? counts.take(sequence) : !stored.has(id),
  );
  return lost.map(({ id, kind }) => `the ${kind} event ${id} was sent and is not stored`);
}

/** As many rows as different events of the kinds that leave a row each. */
async function storedTwice({ db, proxy }: KillableProduct): Promise<string[]> {
  const count = (kind: string) => [...proxy.sent.values()].filter((event) => event.kind === kind).length;
  const [samples, seconds] = [await db.smartSample.count(), await db.pointSecond.count()];
  return [
    ...(samples === count("smart") ? [] : [`${count("smart")} samples were sent, ${samples} are stored`]),
    // Of a point that was measured again, only the seconds of its last measurement are kept.
    ...(seconds <= count("pointSecond") ? [] : [`${count("pointSecond")} seconds were sent, ${seconds} are stored`]),
  ];
}

/** A run goes on with the point that was being measured, but not for ever. */
export function doneTooOften(invocations: readonly number[]): string[] {
  const times = new Map<number, number>();
  for (const depth of invocations) times.set(depth, (times.get(depth) ?? 0) + 1);
  const tooOften = [...times].filter(([, count]) => count > measuredAtMost);
  return tooOften.map(([depth, count]) => `the run at queue depth ${depth} was started ${count} times`);
}

/** Each run that was launched has ended, and so has its command. */
async function withoutEnd(db: Database, launched: ReadonlyMap<number, string>): Promise<string[]> {
  const runs = await db.benchmarkRun.findMany({ select: { id: true, state: true, commandId: true } });
  const known = new Set(runs.map(({ id }) => id));
  const commands = await db.command.findMany({
    where: { state: { in: ["pending", "accepted"] } },
    select: { id: true },
  });
  return [
    ...[...launched.values()].filter((id) => !known.has(id)).map((id) => `run ${id} was launched and is not there`),
    ...commands.map(({ id }) => `command ${id} has no end`),
  ];
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + settleLimitMs;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`It did not come about within ${settleLimitMs / 1000} s that ${what}.`);
    await pause(100);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function shuffled(random: () => number, killsEach: number): Victim[] {
  const order = Array.from({ length: killsEach }, () => victims).flat();
  return order
    .map((victim) => ({ victim, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ victim }) => victim);
}

/** Mulberry32: the same kills for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
