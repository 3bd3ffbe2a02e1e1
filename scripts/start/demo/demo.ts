import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import type { ServiceContext } from "@crosspoint/services";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { enrollHost } from "@crosspoint/services/host/enroll";
import { Service } from "../../steps/child.ts";
import { runFleetsim } from "./fleetsim.ts";
import { measureRuns } from "./runs.ts";
import { storeSamples } from "./samples.ts";

/** What `npm start -- --demo` shows. */
export const demoSize: FleetSize = { hosts: 200, drives: 2000, days: 90 };
/** The same fleet every time. */
const seed = "1";
const enrollAtOnce = 8;
const tokenLivesMs = 600_000;
const connections = 4;

export interface FleetSize {
  readonly hosts: number;
  readonly drives: number;
  /** Of its past; it ends when it is made. */
  readonly days: number;
}

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
    enroll: () => withDatabase(async (db) => enrollFleet(db, { program, file, size })),
    tellHistory: async () => {
      await runFleetsim(program, ["history", ...to]);
    },
    storePast: async (show) => {
      await withDatabase((db) =>
        Promise.all([
          storeSamples(contextOf(db), { program, file, days: size.days, show }),
          measureRuns(contextOf(db), { program, to }),
        ]),
      );
      writeFileSync(whole, "");
    },
    startLive: (appendLog) => new Service("fleetsim", program, ["live", ...to], { logsDir, appendLog }),
  };
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

interface LaidOutHost {
  readonly installationId: string;
  readonly hostname: string;
  readonly agentVersion: string;
}

/** What is kept in the fleet's file; `layout` is the simulator's own. */
interface FleetFile {
  readonly layout: unknown;
  readonly keys: Record<string, string>;
}

/**
 * Lays out the fleet and lets its hosts in, here rather than at the gateway, which lets only so many in a second from one
 * address. What an earlier start began goes on.
 */
async function enrollFleet(
  db: Database,
  { program, file, size }: { program: string; file: string; size: FleetSize },
): Promise<void> {
  const earlier = existsSync(file) ? readFleet(file) : undefined;
  const counts = Object.entries(size).flatMap(([what, count]) => [`--${what}`, String(count)]);
  const printed = await runFleetsim(program, ["layout", "--seed", seed, ...counts, "--fleet", file]);
  const hosts = printed
    .trim()
    .split("\n")
    .map((line): LaidOutHost => JSON.parse(line));
  const fleet = earlier ?? readFleet(file);
  writeFleet(file, fleet);
  const context = contextOf(db);
  const asked = { uses: hosts.length, expiresInMs: tokenLivesMs, simulated: true };
  const { token } = await createEnrollmentToken(context, asked);
  const left = hosts.filter(({ installationId }) => fleet.keys[installationId] === undefined);
  for (let first = 0; first < left.length; first += enrollAtOnce) {
    await Promise.all(
      left.slice(first, first + enrollAtOnce).map(async (host) => {
        fleet.keys[host.installationId] = (await enrollHost(context, { ...host, token }, "127.0.0.1")).agentKey;
      }),
    );
    writeFleet(file, fleet);
  }
}

function readFleet(file: string): FleetFile {
  return JSON.parse(readFileSync(file, "utf8"));
}

function writeFleet(file: string, fleet: FleetFile): void {
  writeFileSync(file, JSON.stringify(fleet), { mode: 0o600 });
}
