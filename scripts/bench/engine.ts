import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runToEnd } from "../steps/child.ts";
import { root } from "../steps/paths.ts";
import { median } from "./median.ts";

const pairs = 5;
const seconds = 3;
const fileBytes = 256 * 1024 * 1024;

interface Measured {
  readonly iops: number;
  readonly medianNs: number;
}

/** uring-bench and fio's io_uring (fixed buffers, registered file, batches), in turn, on one pinned core. */
export async function compareWithFio(binaries: string): Promise<void> {
  const target = chooseTarget();
  console.log(
    `\n4 KiB random read on ${target.path} (${target.what}), one pinned core, ${pairs} pairs of ${seconds} s`,
  );
  try {
    for (const depth of [1, 32]) await compareAtDepth(binaries, target.path, depth);
  } finally {
    if (target.ours) rmSync(target.path, { force: true });
  }
}

async function compareAtDepth(binaries: string, path: string, depth: number): Promise<void> {
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    ours.push(await runUringBench(binaries, path, depth));
    theirs.push(await runFio(path, depth));
  }
  const ratios = ours.map(({ iops }, pair) => iops / (theirs[pair]?.iops ?? Number.NaN));
  const say = (all: Measured[]) =>
    `${Math.round(median(all.map(({ iops }) => iops))).toLocaleString("en")} IOPS, median ${Math.round(median(all.map(({ medianNs }) => medianNs)))} ns`;
  console.log(`QD${depth}\n  uring-bench  ${say(ours)}\n  fio io_uring ${say(theirs)}`);
  console.log(
    `  ratio ${median(ratios).toFixed(2)} (pairs ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

async function runUringBench(binaries: string, path: string, depth: number): Promise<Measured> {
  const workload = ["--rw", "randread", "--bs", "4k", "--qd", String(depth), "--duration", `${seconds}s`];
  const args = ["run", "--target", path, ...workload, "--ramp", "0s", "--output", "json-lines"];
  const output = await pinned(join(binaries, "uring-bench"), args);
  const results = output.split("\n").filter((line) => line.includes('"type":"result"'));
  const { read } = JSON.parse(results[0] ?? "{}") as { read: { iops: number; latencyNs: { p50: number } } };
  return { iops: read.iops, medianNs: read.latencyNs.p50 };
}

async function runFio(path: string, depth: number): Promise<Measured> {
  const batch = Math.max(1, Math.floor(depth / 2));
  const fast = ["--fixedbufs=1", "--registerfiles=1", `--iodepth_batch_submit=${batch}`];
  const reap = [`--iodepth_batch_complete_min=1`, `--iodepth_batch_complete_max=${depth}`];
  const args = [
    "--name=peer",
    `--filename=${path}`,
    "--rw=randread",
    "--bs=4k",
    "--direct=1",
    "--ioengine=io_uring",
    `--iodepth=${depth}`,
    "--time_based",
    `--runtime=${seconds}`,
    "--norandommap",
    "--randrepeat=0",
    // Latency from submission on, as uring-bench counts it; fio's default is from completion of the submit call.
    "--lat_percentiles=1",
    "--clat_percentiles=0",
    "--percentile_list=50",
    "--output-format=json",
    ...fast,
    ...reap,
  ];
  const { jobs } = JSON.parse(await pinned("fio", args)) as {
    jobs: { read: { iops: number; lat_ns: { percentile: Record<string, number> } } }[];
  };
  const read = jobs[0]?.read;
  return { iops: read?.iops ?? 0, medianNs: read?.lat_ns.percentile["50.000000"] ?? 0 };
}

function pinned(command: string, args: string[]): Promise<string> {
  return runToEnd("taskset", ["-c", "0", command, ...args], { remedy: "The program's own message is above." });
}

/** A RAM-backed block device shows the engine's own cost; a file on a disk mostly the disk's. */
function chooseTarget(): { path: string; what: string; ours: boolean } {
  const disksize = "/sys/block/zram0/disksize";
  if (process.getuid?.() === 0 && existsSync(disksize)) {
    if (readFileSync(disksize, "utf8").trim() === "0") writeFileSync(disksize, "2G");
    return { path: "/dev/zram0", what: "compressed memory: the engine's own cost", ours: false };
  }
  const path = join(root, ".cache", "bench-target");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(fileBytes, 0x5a));
  return { path, what: "a file: mostly the disk's cost; as root with zram the engine's own is seen", ours: true };
}
