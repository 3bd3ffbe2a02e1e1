import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expandPlan } from "./expand.ts";
import { fioJobFile, fioPointsFile } from "./fio-job.ts";
import type { PlanStep } from "./steps.ts";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100 } as const;

function fileOf(...steps: PlanStep[]): string {
  const expansion = expandPlan(steps, 100);
  if (expansion.kind !== "points") throw new Error("too many points");
  return fioJobFile({ name: "A plan\nof two lines", steps }, expansion.points);
}

/** The lines of one job. */
function jobOf(file: string, sequence: number): string[] {
  const [, behind = ""] = file.split(`[point-${sequence}]\n`);
  return behind.split("\n\n")[0]?.trimEnd().split("\n") ?? [];
}

/** Something of everything that a plan can ask for. */
const everything: PlanStep[] = [
  { kind: "set", powerState: 0 },
  { ...sweep, queueDepth: [1, 32], threads: 4, rampSeconds: 5, durationSeconds: 30 },
  { ...sweep, readPercent: 70, blockBytes: undefined, blockMix: "512:10,4k:90", alignBytes: 512, durationSeconds: 9 },
  { ...sweep, pattern: "sequential", readPercent: 0, fills: 2, data: "compressible:2" },
  { ...sweep, readPercent: 0, fills: 0.5, data: "verified", spanPercent: 40 },
  { ...sweep, ratePerSecond: 1000, threads: 3, pace: "poisson", distribution: "zipf:1.1", durationSeconds: 9 },
  {
    ...sweep,
    totalDepth: 10,
    threadsMax: 4,
    engine: "io_uring+poll+sqpoll",
    distribution: "hotspot:90/10",
    bytes: "1000000",
  },
  { kind: "fill", method: "sprandom", blockBytes: 4096, overProvisioningPercent: 10 },
  { ...sweep, engine: "sync", distribution: "zipf:1", durationSeconds: 9 },
  {
    ...sweep,
    engine: "passthrough",
    readPercent: 0,
    steadyState: {
      roundSeconds: 60,
      tracked: "iops",
      windowRounds: 5,
      excursionPercent: 20,
      slopePercent: 10,
      roundsMax: 25,
    },
  },
];

describe("a plan as a job file of fio", () => {
  it("says of a point what fio can do", () => {
    const file = fileOf(...everything);
    expect(jobOf(file, 1)).toEqual([
      "stonewall=1",
      "ioengine=io_uring",
      "fixedbufs=1",
      "registerfiles=1",
      "rw=randread",
      "size=100%",
      "bs=4096",
      "numjobs=4",
      "iodepth=32",
      "ramp_time=5",
      "time_based=1",
      "runtime=30",
    ]);
    expect(jobOf(file, 2)).toEqual(
      expect.arrayContaining([
        "rw=randrw",
        "rwmixread=70",
        "bssplit=512/10:4096/90",
        "blockalign=512",
        "refill_buffers=1",
      ]),
    );
    expect(jobOf(file, 3)).toEqual(
      expect.arrayContaining(["rw=write", "loops=2", "buffer_compress_percentage=50", "runtime=604800"]),
    );
    expect(jobOf(file, 6)).toEqual(
      expect.arrayContaining([
        "hipri=1",
        "sqthread_poll=1",
        "random_distribution=zoned:90/10:10/90",
        "io_size=1000000",
      ]),
    );
  });

  it("does a repeated body once, and streams together", () => {
    const stream = { pattern: "random", blockBytes: 4096 } as const;
    const file = fileOf(
      { kind: "purge", method: "format" },
      {
        kind: "rounds",
        roundsMax: 3,
        steps: [
          { ...sweep, queueDepth: [1, 2], durationSeconds: 1 },
          { kind: "idle", seconds: 60 },
        ],
      },
      { kind: "each", setting: "powerState", values: [0, 1], steps: [{ ...sweep, durationSeconds: 2 }] },
      {
        kind: "streams",
        durationSeconds: 3,
        streams: [
          { ...stream, name: "reads", readPercent: 100 },
          { ...stream, name: "writes", readPercent: 0 },
        ],
      },
    );
    const lines = file.split("\n").filter((line) => /^(\[point|stonewall|; (Step|Together)|runtime)/.test(line));
    expect(lines).toEqual([
      "; Step 1, purge: fio cannot do this; do it before what follows.",
      "; Step 2, rounds: what follows, up to 3 times; fio does it once.",
      "[point-0]",
      "stonewall=1",
      "runtime=1",
      "[point-1]",
      "stonewall=1",
      "runtime=1",
      "; Step 2.2, idle: wait 60 s; fio does not.",
      "; Step 3, each: what follows for each powerState, which fio cannot set; it does it once.",
      "[point-6]",
      "stonewall=1",
      "runtime=2",
      "[point-8-reads]",
      "stonewall=1",
      "runtime=3",
      "[point-9-writes]",
      "; Together with the job before.",
      "runtime=3",
    ]);
  });

  it("says in comments what fio cannot, and keeps a name to its line", () => {
    const comments = fileOf(...everything)
      .split("\n")
      .filter((line) => line.startsWith(";"));
    expect(comments).toEqual([
      "; A plan of two lines, written by Crosspoint for fio",
      "; Run it with: TARGET=/dev/… fio FILE. It writes to the target wherever a job's rw is not a read.",
      "; fio counts latency from the submission of an operation, also at a rate: what it sends late it does not count as slow.",
      "; Step 1, set: fio cannot do this; do it before what follows.",
      "; fio's own form of verified data.",
      "; 0.5 times 40 % of the target; fio goes through it in whole times.",
      "; Rounded: 1000 a second in all.",
      "; The hot places are side by side here, and scattered in uring-bench.",
      "; 10 in all are not a whole number for each of 4 jobs.",
      "; From fio 3.41 on, add sprandom=1: these are plain random writes.",
      "; fio takes no exponent of 1.",
      "; TARGET has to be the generic device, /dev/ng…",
      "; It ends at steady state by rounds of 60 s, which fio does not know: this is the longest time.",
    ]);
  });

  it.skipIf(spawnSync("fio", ["--version"]).error !== undefined)("is read by fio itself", () => {
    const folder = mkdtempSync(join(tmpdir(), "fio-job-"));
    try {
      const file = join(folder, "plan.fio");
      writeFileSync(file, fileOf(...everything));
      const TARGET = join(folder, "target");
      const parse = () =>
        execFileSync("fio", ["--parse-only", file], { env: { ...process.env, TARGET }, stdio: "pipe" });
      expect(parse).not.toThrow();
      writeFileSync(file, fileOf(...everything).replace("rw=randrw", "rw=sideways"));
      expect(parse).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it("writes single points, each after the one before", () => {
  const expansion = expandPlan([{ ...sweep, queueDepth: [1, 32], threads: 4, durationSeconds: 30 }], 100);
  if (expansion.kind !== "points") throw new Error("too many points");
  const [one, two] = expansion.points;
  const file = fioPointsFile(
    "imported",
    [one, two].flatMap((point) => point ?? []),
  );
  expect(file).toContain("; imported, written by Crosspoint for fio");
  expect(jobOf(file, 1)).toEqual(jobOf(fileOf({ ...sweep, queueDepth: [1, 32], threads: 4, durationSeconds: 30 }), 1));
  expect(file.match(/stonewall=1/g)).toHaveLength(2);
});
