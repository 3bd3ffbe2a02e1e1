import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAgent } from "../../scripts/steps/build.ts";
import { labObstacle } from "../../scripts/test/lab-machine.ts";
import { bench, type Run } from "./devices/bench.ts";
import { fioReads } from "./second-opinion.ts";
import { startVirtualHost, type VirtualHost } from "./virtual-host.ts";

const BUILD_AND_BOOT_LIMIT_MS = 600_000;
const PAIRS = 3;
const FIGURES = ["mean", "p50", "p99", "p999"] as const;
/** How far uring-bench may be from fio, whichever is more. */
const TOLERANCE = { share: 0.01, ns: 2_000 };
/** How far runs of fio may be apart: if they are further, the lab is at fault, and a comparison says nothing. */
const REPEATABILITY = 0.005;
/** What tool, system call and block layer may add to the device's own time. */
const OVERHEAD_NS = 30_000;
const obstacle = labObstacle();

/**
 * A device whose latencies are known: of 200 blocks of 4 KiB, 193 answer after some delay, 6 after five times as long, one
 * after 25 times as long. When they are read in turn, 3.5 % take longer than the first and 0.5 % longer than the second:
 * the median, the 99th and the 99.9th percentile lie each in a part of its own.
 */
const PARTS = [
  { blocks: 193, factor: 1, figure: "p50" },
  { blocks: 6, factor: 5, figure: "p99" },
  { blocks: 1, factor: 25, figure: "p999" },
] as const;

/** In a guest whose clock counts instructions: what is compared is the tools, not how busy this machine was with each. */
describe.skipIf(obstacle !== null)(`accuracy${obstacle === null ? "" : ` (skipped: ${obstacle})`}`, () => {
  let host: VirtualHost;

  beforeAll(async () => {
    const binaries = await buildAgent();
    host = await startVirtualHost({
      hostname: "accuracy",
      drives: [],
      clock: "instructions",
      benchBinary: `${binaries}/uring-bench`,
      tools: ["fio", "volumes"],
      bootLimitMs: BUILD_AND_BOOT_LIMIT_MS,
    });
    await host.output("mount -t configfs configfs /sys/kernel/config");
  }, BUILD_AND_BOOT_LIMIT_MS);

  afterAll(async () => {
    await host?.stop();
  });

  it.each([
    { queueDepth: 1, delayNs: 200_000, seconds: 1 },
    { queueDepth: 4, delayNs: 2_000_000, seconds: 4 },
  ])("uring-bench measures what fio measures, at queue depth $queueDepth", async ({ queueDepth, delayNs, seconds }) => {
    const device = await makeKnownDevice(host, `known-${queueDepth}`, delayNs);
    const fio: Latencies[] = [];
    const ours: Latencies[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const options = `--rw=read --iodepth=${queueDepth} --ramp_time=200ms --runtime=${seconds}`;
      fio.push((await fioReads(host, device, options)).latencyNs);
      const run = await bench({ host }, device, `--rw read --qd ${queueDepth} --ramp 200ms --duration ${seconds}s`);
      ours.push(latenciesOf(run));
    }
    for (const figure of FIGURES) {
      const [theirs, mine] = [medianOf(fio, figure), medianOf(ours, figure)];
      const said = `${figure}: fio ${of(fio, figure).join(", ")}, uring-bench ${of(ours, figure).join(", ")} ns`;
      console.log(said);
      expect(spread(of(fio, figure)), `fio agrees with itself; ${said}`).toBeLessThan(REPEATABILITY);
      const tolerance = Math.max(theirs * TOLERANCE.share, TOLERANCE.ns);
      expect(Math.abs(mine - theirs), said).toBeLessThanOrEqual(tolerance);
    }
    for (const { factor, figure } of PARTS) {
      const measured = medianOf(ours, figure);
      expect(measured, `${figure} and the device's own time`).toBeGreaterThan(delayNs * factor);
      expect(measured, `${figure} and the device's own time`).toBeLessThan(delayNs * factor * 1.001 + OVERHEAD_NS);
    }
  });

  it("uring-bench's histograms hold every operation that it counts", async () => {
    const device = await makeKnownDevice(host, "counted", 100_000);
    const run = await bench({ host }, device, "--rw randread --qd 2 --ramp 200ms --duration 1500ms");
    const seconds = run.seconds.filter(({ phase }) => phase === "measure").map(({ read }) => read);
    expect(seconds).toHaveLength(2);
    for (const read of [run.result?.read, ...seconds]) {
      const histogram = decodeFromCompressedBase64(read?.histogram ?? "", 64);
      expect(histogram.totalCount).toBe(read?.operations);
      expect(histogram.totalCount).toBeGreaterThan(0);
    }
    const counted = seconds.reduce((sum, read) => sum + (read?.operations ?? 0), 0);
    expect(counted).toBe(run.result?.read?.operations);
  });
});

type Latencies = Record<(typeof FIGURES)[number], number>;

/** Stacks the parts on one another; returns the device's path. */
async function makeKnownDevice(host: VirtualHost, name: string, delayNs: number): Promise<string> {
  let script = "";
  let table = "";
  let sector = 0;
  for (const { blocks, factor } of PARTS) {
    const folder = `/sys/kernel/config/nullb/${name}-${factor}`;
    // Mode 2 completes each request by a timer of its own (Documentation/block/null_blk.rst of the kernel); size in MiB.
    const settings = { irqmode: 2, completion_nsec: delayNs * factor, size: 1, submit_queues: 1, power: 1 };
    const writes = Object.entries(settings).map(([key, value]) => `echo ${value} >${folder}/${key}`);
    script += `${[`mkdir ${folder}`, ...writes].join(" && ")} &&\n`;
    const sectors = blocks * 8;
    table += `${sector} ${sectors} linear /dev/${name}-${factor} 0\n`;
    sector += sectors;
  }
  await host.output(`${script} printf '${table}' | dmsetup create ${name}`);
  return `/dev/mapper/${name}`;
}

/** The latencies of a run, which is complete and agrees with itself. */
function latenciesOf(run: Run): Latencies {
  expect(run).toMatchObject({ exitCode: 0, error: null, result: { interrupted: false, errors: [] } });
  expect(run.result?.littlesLaw?.ok).toBe(true);
  return run.result?.read?.latencyNs ?? expect.fail("no operation was completed");
}

function of(runs: readonly Latencies[], figure: keyof Latencies): number[] {
  return runs.map((latencies) => latencies[figure]).sort((a, b) => a - b);
}

function medianOf(runs: readonly Latencies[], figure: keyof Latencies): number {
  return of(runs, figure)[Math.floor(runs.length / 2)] ?? Number.NaN;
}

function spread(sorted: readonly number[]): number {
  return (sorted.at(-1) ?? Number.NaN) / (sorted[0] ?? Number.NaN) - 1;
}
