import { existsSync } from "node:fs";
import { join } from "node:path";
import { runToEnd } from "../steps/child.ts";
import { median } from "./median.ts";
import type { Target } from "./target.ts";

const pairs = 5;
const seconds = 3;

interface Measured {
  readonly iops: number;
  /** Not known of a peer that takes no latencies. */
  readonly medianNs?: number;
}

interface Comparison {
  readonly name: string;
  readonly ours: () => Promise<Measured>;
  readonly peer: string;
  readonly theirs: () => Promise<Measured>;
}

/**
 * uring-bench beside fio's io_uring with fixed buffers, a registered file and latencies on, in turn, on one pinned core.
 * Where operations are waited for in batches, both wait for as many: a latency that includes waiting for
 * others compares with one that does.
 */
export async function compareWithFio(binaries: string, target: Target): Promise<void> {
  console.log(
    `\n4 KiB random read on ${target.path} (${target.what}), one pinned core, ${pairs} pairs of ${seconds} s`,
  );
  for (const comparison of comparisons(binaries, target.path)) await compare(comparison);
}

function comparisons(binaries: string, path: string): Comparison[] {
  const bench = (depth: number, batch: number) => () => runUringBench(binaries, path, depth, batch);
  const fio = (depth: number, batch: number) => () => runFio(path, depth, batch);
  const all: Comparison[] = [
    { name: "QD1", ours: bench(1, 1), peer: "fio io_uring", theirs: fio(1, 1) },
    { name: "QD32, each completion at once", ours: bench(32, 1), peer: "fio io_uring", theirs: fio(32, 1) },
    { name: "QD32, batches of 32", ours: bench(32, 32), peer: "fio io_uring", theirs: fio(32, 32) },
  ];
  const bare = process.env.FIO_T_IO_URING;
  if (bare === undefined) {
    console.log("fio's bare t/io_uring is left out: set FIO_T_IO_URING to its binary (built with fio, not packaged)");
  } else if (!existsSync(bare)) {
    console.log(`fio's bare t/io_uring is left out: FIO_T_IO_URING names ${bare}, which does not exist`);
  } else {
    const theirs = () => runBareFio(bare, path);
    all.push({ name: "QD32, batches of 32", ours: bench(32, 32), peer: "fio t/io_uring", theirs });
  }
  return all;
}

async function compare({ name, ours, peer, theirs }: Comparison): Promise<void> {
  const ourRuns: Measured[] = [];
  const theirRuns: Measured[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    ourRuns.push(await ours());
    theirRuns.push(await theirs());
  }
  const ratios = ourRuns.map(({ iops }, pair) => iops / (theirRuns[pair]?.iops ?? Number.NaN));
  console.log(`${name}\n  uring-bench    ${describe(ourRuns)}\n  ${peer.padEnd(14)} ${describe(theirRuns)}`);
  console.log(
    `  ratio ${median(ratios).toFixed(2)} (pairs ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

function describe(runs: readonly Measured[]): string {
  const iops = `${Math.round(median(runs.map((run) => run.iops))).toLocaleString("en")} IOPS`;
  const medians = runs.flatMap(({ medianNs }) => (medianNs === undefined ? [] : [medianNs]));
  return medians.length === 0 ? iops : `${iops}, median ${Math.round(median(medians))} ns`;
}

async function runUringBench(binaries: string, path: string, depth: number, batch: number): Promise<Measured> {
  const workload = ["--rw", "randread", "--bs", "4k", "--qd", String(depth), "--duration", `${seconds}s`];
  const args = ["run", "--target", path, ...workload, "--batch", String(batch), "--output", "json-lines"];
  const output = await pinned(join(binaries, "uring-bench"), args);
  const results = output.split("\n").filter((line) => line.includes('"type":"result"'));
  const { read } = JSON.parse(results[0] ?? "{}") as { read: { iops: number; latencyNs: { p50: number } } };
  return { iops: read.iops, medianNs: read.latencyNs.p50 };
}

async function runFio(path: string, depth: number, batch: number): Promise<Measured> {
  const args = [
    "--name=peer",
    `--filename=${path}`,
    "--rw=randread",
    "--bs=4k",
    "--direct=1",
    "--ioengine=io_uring",
    `--iodepth=${depth}`,
    "--fixedbufs=1",
    "--registerfiles=1",
    // Half the depth at a time is its fastest way with each completion taken at once; with batches, a whole one.
    `--iodepth_batch_submit=${batch > 1 ? batch : Math.max(1, Math.floor(depth / 2))}`,
    `--iodepth_batch_complete_min=${batch}`,
    `--iodepth_batch_complete_max=${depth}`,
    "--time_based",
    `--runtime=${seconds}`,
    "--norandommap",
    "--randrepeat=0",
    // Latency from submission on, as uring-bench counts it; fio's default is from completion of the submit call.
    "--lat_percentiles=1",
    "--clat_percentiles=0",
    "--percentile_list=50",
    "--output-format=json",
  ];
  const { jobs } = JSON.parse(await pinned("fio", args)) as {
    jobs: { read: { iops: number; lat_ns: { percentile: Record<string, number> } } }[];
  };
  const read = jobs[0]?.read;
  return { iops: read?.iops ?? Number.NaN, medianNs: read?.lat_ns.percentile["50.000000"] ?? Number.NaN };
}

/** fio's own minimal loop: fixed buffers, registered file, batches of 32, no latencies. */
async function runBareFio(binary: string, path: string): Promise<Measured> {
  const args = ["-d32", "-s32", "-c32", "-b4096", "-p0", "-B1", "-F1", "-n1", `-r${seconds}`, path];
  const output = await pinned(binary, args);
  const perSecond = [...output.matchAll(/IOPS=([\d.]+)([KM]?)/g)].map(([, value, unit]) => {
    const factor = unit === "M" ? 1e6 : unit === "K" ? 1e3 : 1;
    return Number(value) * factor;
  });
  return { iops: median(perSecond) };
}

function pinned(command: string, args: string[]): Promise<string> {
  return runToEnd("taskset", ["-c", "0", command, ...args], { remedy: "The program's own message is above." });
}
