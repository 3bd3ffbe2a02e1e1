import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { VirtualHost } from "../virtual-host.ts";

interface Guest {
  host: VirtualHost;
}

/** A virtual host and the block devices of its drives' namespaces. */
export interface Lab extends Guest {
  /** The namespace of the drive with this serial, such as /dev/nvme3n1: which number it has differs by boot. */
  disk(serial: string): string;
}

/** Finds the namespaces of all drives. */
export async function exploreLab(host: VirtualHost): Promise<Lab> {
  const found = await host.output(
    "for c in /sys/class/nvme/nvme*; do echo $(cat $c/serial) /dev/$(basename $c)n1; done",
  );
  const disks = new Map(
    found
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  const disk = (serial: string) => {
    const path = disks.get(serial);
    if (path === undefined) throw new Error(`there was no drive ${serial} when the virtual host booted`);
    return path;
  };
  return { host, disk };
}

/** What `uring-bench run --output json-lines` printed: of agent/crates/bench/src/output the fields looked at here. */
export interface Run {
  exitCode: number;
  start: { engine: string; target: Target; environment: { engineFlags: string[] }; warnings: string[] } | null;
  seconds: { phase: "ramp" | "measure"; elapsedNs: number; read: Direction | null; write: Direction | null }[];
  result: {
    interrupted: boolean;
    elapsedNs: number;
    read: (Direction & { latencyNs: LatencyNs | null }) | null;
    write: (Direction & { latencyNs: LatencyNs | null }) | null;
    errors: { errno?: number; name: string; count: number }[];
    littlesLaw: { ok: boolean } | null;
    verification?: { matched: number; unknown: number; mismatched: number };
    warnings: string[];
  } | null;
  error: { message: string; remedy?: string; errno?: number } | null;
}

interface Target {
  path: string;
  serial?: string;
  inUse: string[];
  /** The drives that a volume is made of. */
  members?: { path: string; serial?: string; model?: string }[];
}

interface Direction {
  operations: number;
  /** HdrHistogram, V2, deflate, base64. */
  histogram: string;
}

export interface LatencyNs {
  min: number;
  max: number;
  mean: number;
  p50: number;
  p99: number;
  p999: number;
}

export interface Verdict {
  exitCode: number;
  mayBeWritten: boolean;
  reasons: string[];
  notes: string[];
  /** The options that name the target for writing. */
  consent: string | null;
}

/** Runs `uring-bench run` in the guest. `options` are as a shell takes them. */
export async function bench({ host }: Guest, target: string, options: string): Promise<Run> {
  const script = `uring-bench run --output json-lines --target ${target} ${options}`;
  const { stdout, stderr, exitCode } = await host.exec(script, { timeoutMs: 60_000 });
  const run: Run = { exitCode, start: null, seconds: [], result: null, error: null };
  for (const line of stdout.split("\n").filter((text) => text !== "")) {
    const { type, ...rest } = JSON.parse(line);
    if (type === "second") run.seconds.push(rest);
    if (type === "start") run.start = rest;
    if (type === "result") run.result = rest;
    if (type === "error") run.error = rest;
  }
  if (run.start === null && run.error === null) {
    throw new Error(`uring-bench printed neither a start nor an error, exit code ${exitCode}: ${stderr}`);
  }
  return run;
}

/** Runs `uring-bench guard` in the guest. */
export async function guard({ host }: Guest, target: string): Promise<Verdict> {
  const { stdout, exitCode } = await host.exec(`uring-bench guard --output json-lines ${target}`);
  return { ...JSON.parse(stdout), exitCode };
}

/** A digest of all bytes that these drives hold, taken outside the guest: what its caches hold back is not in it. */
export async function bytesOf({ host }: Lab, serials: readonly string[]): Promise<string> {
  const digest = createHash("sha256");
  for (const serial of serials) {
    digest.update(await readFile(host.imagePathOf(serial)));
  }
  return digest.digest("hex");
}
