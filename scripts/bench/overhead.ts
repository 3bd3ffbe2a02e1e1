import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runToEnd } from "../steps/child.ts";
import { bareFio, bareIops } from "./bare-fio.ts";
import { median } from "./median.ts";
import type { Target } from "./target.ts";

const runs = 5;
/** Of fio's bare loop: it prints a rate for each second, of which the first and the last are not whole ones. */
const bareSeconds = 4;
/** What recording every latency may cost. */
const moreNsMost = 15;
const threads = 16;
const depth = 256;
const blockBytes = 128 * 1024;

/** What uring-bench costs by itself: its null engine carries operations nowhere, all else is as always. */
export async function measureNullEngine(binaries: string): Promise<void> {
  console.log(`\nnull engine, one pinned core, ${runs} runs of 2 s: total cost of an operation, histogram included`);
  for (const queueDepth of [1, 2, 8, 32, 256]) {
    const costs: number[] = [];
    for (let run = 0; run < runs; run++) costs.push(await ownCostNs(binaries, "null", { queueDepth, batch: 1 }));
    console.log(`QD${queueDepth}  ${describe(costs)}`);
  }
}

/** No-operations through the ring beside fio's bare loop, which takes no latencies, in turn. */
export async function compareNoOperations(binaries: string, { path }: Target): Promise<void> {
  const bare = bareFio();
  console.log(`\nnop engine (io_uring's no-operation), one pinned core, ${runs} runs of 2 s: cost of an operation`);
  for (const load of [
    { queueDepth: 1, batch: 1 },
    { queueDepth: 32, batch: 32 },
    { queueDepth: 128, batch: 32 },
  ]) {
    const ours: number[] = [];
    const theirs = { registered: [] as number[], unregistered: [] as number[] };
    for (let run = 0; run < runs; run++) {
      ours.push(await ownCostNs(binaries, "nop", load));
      if (bare === undefined) continue;
      const { queueDepth: depth, batch } = load;
      for (const nop of ["registered", "unregistered"] as const)
        theirs[nop].push(1e9 / (await bareIops(bare, { path, depth, batch, seconds: bareSeconds, nop })));
    }
    console.log(
      `QD${load.queueDepth}, ${load.batch} at a time\n  ${describe(ours)}: uring-bench, every latency recorded`,
    );
    if (bare === undefined) continue;
    for (const [file, costs] of Object.entries(theirs)) {
      const more = median(ours.map((ns, pair) => ns - (costs[pair] ?? Number.NaN)));
      console.log(`  ${describe(costs)}: fio t/io_uring -N1, no latencies, file ${file}`);
      console.log(`    uring-bench ${more.toFixed(1)} ns more (goal: at most ${moreNsMost})`);
    }
  }
}

function describe(costs: readonly number[]): string {
  const range = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}`;
  return `${median(costs).toFixed(1)} ns per operation (${range})`;
}

interface OwnLoad {
  readonly queueDepth: number;
  readonly batch: number;
}

async function ownCostNs(binaries: string, engine: "null" | "nop", { queueDepth, batch }: OwnLoad): Promise<number> {
  const load = ["--engine", engine, "--rw", "randread", "--qd", String(queueDepth), "--batch", String(batch)];
  const run = ["run", ...load, "--duration", "2s", "--output", "json-lines"];
  const args = ["-c", "0", join(binaries, "uring-bench"), ...run];
  const output = await runToEnd("taskset", args, { remedy: "The program's own message is above." });
  const result = output.split("\n").find((line) => line.includes('"type":"result"')) ?? "{}";
  const { read } = JSON.parse(result) as { read: { iops: number } };
  return 1e9 / read.iops;
}

/** The largest resident memory of a large load, beside that of its buffers. */
export async function measureMemory(binaries: string, target: Target): Promise<void> {
  const buffersMib = (threads * depth * blockBytes) / 2 ** 20;
  const load = ["--rw", "randread", "--bs", String(blockBytes), "--qd", String(depth), "--threads", String(threads)];
  const peakMib = await peakResidentMib(join(binaries, "uring-bench"), [
    ...["run", "--target", target.path, ...load, "--duration", "5s", "--output", "json-lines"],
  ]);
  console.log(
    `\n${threads} threads x QD${depth} of 128 KiB: ${peakMib.toFixed(0)} MiB resident at most, ` +
      `${(peakMib - buffersMib).toFixed(0)} MiB more than the buffers (${buffersMib.toFixed(0)} MiB)`,
  );
}

async function peakResidentMib(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  let peakKib = Number.NaN;
  const look = setInterval(() => {
    peakKib = highWaterMarkKib(child.pid) ?? peakKib;
  }, 100);
  await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  }).finally(() => clearInterval(look));
  return peakKib / 1024;
}

/** The kernel keeps the highest value itself, so that a look now and then misses nothing. */
function highWaterMarkKib(pid: number | undefined): number | undefined {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return found === null ? undefined : Number(found[1]);
  } catch {
    return undefined;
  }
}
