import type { PlanStep } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { describeSteps } from "./step-words.ts";

const plain = (text: string) => text.replaceAll(/[\u2009\u00a0]/g, " ");
const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 60 } as const;

it.each<[PlanStep, string]>([
  [{ kind: "purge", method: "sanitizeCrypto" }, "1. **Purge** the drive by an NVMe Sanitize (crypto erase)."],
  [{ kind: "set", powerState: 2, scheduler: "none" }, "1. **Set** power state 2 and I/O scheduler none."],
  [
    { kind: "fill", method: "random", blockBytes: 4096, fills: 2 },
    "1. **Fill**: write the drive twice over, random in 4 KiB blocks at QD32.",
  ],
  [
    { kind: "fill", method: "sequential", blockBytes: 131_072, spanPercent: 10, data: "verified" },
    "1. **Fill**: write the first 10 % of the drive once over, sequential in 128 KiB blocks at QD32. Its data are verified: all of it is read back.",
  ],
  [
    { kind: "fill", method: "sprandom", blockBytes: 4096, overProvisioningPercent: 7 },
    "1. **Fill** by SPRandom: write the drive once in 4 KiB blocks at QD32, assuming 7 % over-provisioning.",
  ],
  [{ kind: "idle", seconds: 90 }, "1. **Idle** for 1 min 30 s."],
  [
    {
      kind: "database",
      system: "postgresql",
      benchmark: "selectOnly",
      sizeGib: 8,
      clients: [4, 8],
      durationSeconds: 60,
    },
    "1. **Database**: pgbench's transactions of one read (select only) on a PostgreSQL database of 8 GiB (scale 546) with 4 and 8 clients; 1 min each.",
  ],
  [
    { kind: "ratedFigures", durationSeconds: 60, sequentialFills: 1, randomFills: 2 },
    "1. **Measure** every rated figure of the drive's model; 1 min a point. Before the first, write the drive sequentially once; before random writes, at random twice.",
  ],
  [
    { kind: "ratedFigures", figures: "reads", durationSeconds: 60 },
    "1. **Measure** every rated figure of reads of the drive's model; 1 min a point.",
  ],
])("%o reads as words", (step, words) => {
  expect(describeSteps([step]).map(plain)).toEqual([words]);
});

it("writes the steps within a step below it, numbered by themselves", () => {
  const steps: PlanStep[] = [
    { kind: "idle", seconds: 1 },
    { kind: "each", setting: "powerGovernor", values: "offered", steps: [sweep, { kind: "idle", seconds: 2 }] },
  ];
  const [first, second, third, fourth] = describeSteps(steps).map(plain);
  expect([first, second]).toEqual([
    "1. **Idle** for 1 s.",
    "2. **For each** power governor value that the drive offers, which is put back afterwards:",
  ]);
  expect(third).toMatch(/^ {3}1\. /);
  expect(fourth).toBe("   2. **Idle** for 2 s.");
});

it("lists the loads of streams and the criteria of a search", () => {
  const stream = { pattern: "random", blockBytes: 4096, readPercent: 100, queueDepth: 1, threads: 1 } as const;
  const streams: PlanStep = {
    kind: "streams",
    durationSeconds: 60,
    streams: [
      { ...stream, name: "reads" },
      { ...stream, name: "writes", readPercent: 0 },
    ],
  };
  const lines = describeSteps([streams]).map(plain);
  expect(lines.slice(1).map((line) => line.slice(0, 6))).toEqual(["   - `", "   - `"]);
  const search: PlanStep = {
    kind: "search",
    raise: "rate",
    from: 1,
    to: 8,
    resolution: 1,
    criteria: [{ direction: "read", percentile: 99.9, belowNs: 1_000_000 }],
    steps: [sweep],
  };
  expect(plain(describeSteps([search])[0] ?? "")).toBe(
    "1. **Search**: raise the rates, as a multiple, from 1 to 8, doubling and then bisecting to 1, for the highest at which p99.9 of the reads is below 1 ms:",
  );
});
