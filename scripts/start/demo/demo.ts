import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connectDatabase, type Database, PlainDatabase } from "@crosspoint/db";
import type { ServiceContext } from "@crosspoint/services";
import { applyRetention } from "@crosspoint/services/storage/apply-retention";
import { changeRetention } from "@crosspoint/services/storage/change-retention";
import { readRetention, retentionDefaults } from "@crosspoint/services/telemetry/rules/retention";
import { Service } from "../../steps/child.ts";
import { enrollFleet, type FleetSize } from "./enroll.ts";
import { runFleetsim } from "./fleetsim.ts";
import { measureRuns } from "./runs.ts";
import { storeSamples } from "./samples.ts";

/** What `npm start -- --demo` shows. */
export const demoSize: FleetSize = { hosts: 200, drives: 2000, days: 90 };
/**
 * The least that may be set. Of 2,000 drives a day's samples are three quarters of a gigabyte, and whoever looks at a fleet that does
 * not exist has not made room for thirty of them.
 */
export const demoKeepsSamplesDays = 7;
const connections = 4;

export interface DemoSettings {
  readonly size: FleetSize;
  /** Where the fleet's file is kept. */
  readonly folder: string;
  readonly logsDir: string;
  /** Folder of `fleetsim`. */
  readonly binaries: string;
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
}

/** Every part needs the one before it to have come to its end. */
export interface Demo {
  /** An earlier start made it whole. */
  hasPast(): boolean;
  enroll(): Promise<void>;
  tellHistory(): Promise<void>;
  storePast(show: (line: string) => void): Promise<void>;
  startLive(appendLog: boolean): Service;
  /** Until nearly all hosts have been heard lately enough that nobody takes them for missing; a minute and a half at most. */
  untilHeard(): Promise<void>;
}

/** The simulated fleet of `npm start -- --demo`. */
export function demoOf({ size, folder, logsDir, binaries, databaseUrl, gatewayUrl }: DemoSettings): Demo {
  const program = join(binaries, "fleetsim");
  const file = join(folder, "fleet.json");
  const whole = join(folder, "fleet-has-past");
  // The gateway is this machine's own, by whatever name it is called.
  const to = ["--fleet", file, "--server", gatewayUrl, "--allow-plain-http"];
  const withDatabase = <T>(work: (db: Database) => Promise<T>) => inDatabase(databaseUrl, work);
  return {
    hasPast: () => existsSync(whole),
    enroll: () => withDatabase(async (db) => enrollFleet(contextOf(db), { program, file, size })),
    tellHistory: async () => {
      await runFleetsim(program, ["history", ...to]);
    },
    storePast: async (show) => {
      await withDatabase(keepFewSamples);
      const plain = new PlainDatabase(databaseUrl, connections);
      await withDatabase((db) =>
        Promise.all([
          storeSamples(contextOf(db), { plain, program, file, days: size.days, show }),
          measureRuns(contextOf(db), { program, to, days: size.days }),
        ]),
      ).finally(() => plain.close());
      // What is older than samples are kept is hours and days from the start, as in any fleet of that age.
      await withDatabase((db) => applyRetention(contextOf(db)));
      writeFileSync(whole, "");
    },
    untilHeard: () => withDatabase(untilHeard),
    startLive: (appendLog) => new Service("fleetsim", program, ["live", ...to], { logsDir, appendLog }),
  };
}

/** Once, however often the past is begun. */
async function keepFewSamples(db: Database): Promise<void> {
  if ((await readRetention(db)).keepSamplesDays === demoKeepsSamplesDays) return;
  await changeRetention(contextOf(db), { ...retentionDefaults, keepSamplesDays: demoKeepsSamplesDays });
}

/** Some of its hosts are silent on purpose. */
const heardShare = 0.95;
const heardWithinMs = 100_000;
const heardMostMs = 90_000;

async function untilHeard(db: Database): Promise<void> {
  const hosts = await db.host.count({ where: { simulated: true } });
  for (const begun = Date.now(); Date.now() - begun < heardMostMs; await setTimeout(1000)) {
    const since = new Date(Date.now() - heardWithinMs);
    const heard = await db.host.count({ where: { simulated: true, lastSeenAt: { gte: since } } });
    if (heard >= heardShare * hosts) return;
  }
}

async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connectDatabase(url, connections);
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

function contextOf(db: Database): ServiceContext {
  return { db, actor: { kind: "system", label: "npm start -- --demo" }, now: new Date() };
}
