import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { ServiceContext } from "@crosspoint/services";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { enrollHost } from "@crosspoint/services/host/enroll";
import { runFleetsim } from "./fleetsim.ts";

/** The same fleet every time. */
const seed = "1";
const enrollAtOnce = 4;
/** A start that is killed loses at most the keys of so many. */
const keptEvery = 50;
const tokenLivesMs = 3_600_000;

export interface FleetSize {
  readonly hosts: number;
  readonly drives: number;
  /** Of its past; it ends when it is made. */
  readonly days: number;
}

interface LaidOutHost {
  readonly installationId: string;
  readonly hostname: string;
  readonly agentVersion: string;
}

/** What is kept in the fleet's file; `layout` is the simulator's own. */
interface FleetFile {
  readonly layout: { readonly startMs: number };
  readonly keys: Record<string, string>;
}

/**
 * Lays out the fleet and lets its hosts in, here rather than at the gateway, which lets only so many in a second from one
 * address. What an earlier start began goes on.
 */
export async function enrollFleet(
  context: ServiceContext,
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
  // They were there before their past begins.
  const atStart = { ...context, now: new Date(fleet.layout.startMs) };
  const asked = { uses: hosts.length, expiresInMs: tokenLivesMs, simulated: true };
  const { token } = await createEnrollmentToken(atStart, asked);
  const left = hosts.filter(({ installationId }) => fleet.keys[installationId] === undefined);
  const waiting = left.entries();
  const enroller = async () => {
    for (const [index, host] of waiting) {
      fleet.keys[host.installationId] = (await enrollHost(atStart, { ...host, token }, "127.0.0.1")).agentKey;
      if (index % keptEvery === 0) writeFleet(file, fleet);
    }
  };
  // Keys that were given are kept, whatever came after them.
  await Promise.all(Array.from({ length: enrollAtOnce }, enroller)).finally(() => writeFleet(file, fleet));
}

function readFleet(file: string): FleetFile {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Whole or not at all: a start may be killed at any moment. */
function writeFleet(file: string, fleet: FleetFile): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, JSON.stringify(fleet), { mode: 0o600 });
  renameSync(draft, file);
}
