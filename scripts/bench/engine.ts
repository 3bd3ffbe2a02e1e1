import { join } from "node:path";
import { runToEnd } from "../steps/child.ts";
import { bareFio, bareIops } from "./bare-fio.ts";
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

/** What is kept on one core. */
type Pinned =
  /** The measuring thread, by the tool's own option. The kernel's workers are where the tool puts them. */
  | "thread"
  /** The process with everything that the kernel does for it. */
  | "everything"
  /** As the tool does by itself. */
  | "nothing";

interface Load {
  readonly path: string;
  readonly depth: number;
  /** Completions waited for at a time. */
  readonly batch: number;
  readonly pinned: Pinned;
}

/**
 * uring-bench beside fio's io_uring with fixed buffers, a registered file and latencies on, in turn. Where operations are
 * waited for in batches, both wait for as many: a latency that includes waiting for others compares with one that does.
 */
export async function compareWithFio(binaries: string, target: Target): Promise<void> {
  console.log(`\n4 KiB random read on ${target.path} (${target.what}), one thread, ${pairs} pairs of ${seconds} s`);
  for (const comparison of await comparisons(binaries, target.path)) await compare(comparison);
}

async function comparisons(binaries: string, path: string): Promise<Comparison[]> {
  const withFio = async (name: string, load: Omit<Load, "path">): Promise<Comparison> => {
    const of = { path, ...load };
    const submit = await bestSubmitBatch(of);
    return {
      name,
      ours: () => runUringBench(binaries, of),
      peer: `fio io_uring, submitting ${submit} at a time`,
      theirs: () => runFio(of, submit),
    };
  };
  const all = [
    await withFio("QD1, all on one core", { depth: 1, batch: 1, pinned: "everything" }),
    await withFio("QD32, thread pinned to a core", { depth: 32, batch: 1, pinned: "thread" }),
    await withFio("QD32, all on one core", { depth: 32, batch: 1, pinned: "everything" }),
    await withFio("QD32, all on one core, waiting for 32", { depth: 32, batch: 32, pinned: "everything" }),
    await withFio("QD32, as each runs by itself", { depth: 32, batch: 1, pinned: "nothing" }),
  ];
  const bare = bareFio();
  if (bare !== undefined) {
    all.push({
      name: "QD32, all on one core, waiting for 32",
      ours: () => runUringBench(binaries, { path, depth: 32, batch: 32, pinned: "everything" }),
      peer: "fio t/io_uring, no latencies",
      theirs: async () => ({ iops: await bareIops(bare, { path, depth: 32, batch: 32, seconds }) }),
    });
  }
  return all;
}

/** How many operations at a time fio submits fastest: it is compared at its best. */
async function bestSubmitBatch(load: Load): Promise<number> {
  const sizes = [...new Set([1, 2, 4].map((part) => Math.max(1, load.depth / part)))];
  if (sizes.length === 1) return load.depth;
  const rates: number[] = [];
  for (const size of sizes) rates.push((await runFio(load, size)).iops);
  return sizes[rates.indexOf(Math.max(...rates))] ?? load.depth;
}

async function compare({ name, ours, peer, theirs }: Comparison): Promise<void> {
  const ourRuns: Measured[] = [];
  const theirRuns: Measured[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    ourRuns.push(await ours());
    theirRuns.push(await theirs());
  }
  const ratios = ourRuns.map(({ iops }, pair) => iops / (theirRuns[pair]?.iops ?? Number.NaN));
  console.log(`${name}\n  ${describe(ourRuns)}: uring-bench\n  ${describe(theirRuns)}: ${peer}`);
  console.log(
    `  ratio ${median(ratios).toFixed(2)} (pairs ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

function describe(runs: readonly Measured[]): string {
  const rate = median(runs.map((run) => run.iops));
  const iops = `${Math.round(rate).toLocaleString("en")} IOPS, ${(1e9 / rate).toFixed(0)} ns each`;
  const medians = runs.flatMap(({ medianNs }) => (medianNs === undefined ? [] : [medianNs]));
  return medians.length === 0 ? iops : `${iops}, median latency ${Math.round(median(medians))} ns`;
}

async function runUringBench(binaries: string, { path, depth, batch, pinned }: Load): Promise<Measured> {
  const workload = ["--rw", "randread", "--bs", "4k", "--qd", String(depth), "--duration", `${seconds}s`];
  const args = ["run", "--target", path, ...workload, "--batch", String(batch), "--output", "json-lines"];
  if (pinned === "thread") args.push("--cpus", "0");
  const output = await start(join(binaries, "uring-bench"), args, pinned);
  const results = output.split("\n").filter((line) => line.includes('"type":"result"'));
  const { read } = JSON.parse(results[0] ?? "{}") as { read: { iops: number; latencyNs: { p50: number } } };
  return { iops: read.iops, medianNs: read.latencyNs.p50 };
}

async function runFio({ path, depth, batch, pinned }: Load, submit: number): Promise<Measured> {
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
    `--iodepth_batch_submit=${submit}`,
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
  if (pinned === "thread") args.push("--cpus_allowed=0");
  const { jobs } = JSON.parse(await start("fio", args, pinned)) as {
    jobs: { read: { iops: number; lat_ns: { percentile: Record<string, number> } } }[];
  };
  const read = jobs[0]?.read;
  return { iops: read?.iops ?? Number.NaN, medianNs: read?.lat_ns.percentile["50.000000"] ?? Number.NaN };
}

function start(command: string, args: string[], pinned: Pinned): Promise<string> {
  const remedy = { remedy: "The program's own message is above." };
  return pinned === "everything"
    ? runToEnd("taskset", ["-c", "0", command, ...args], remedy)
    : runToEnd(command, args, remedy);
}
