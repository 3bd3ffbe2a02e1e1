import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PointSpec } from "../plan/point-spec.ts";
import { describeWorkload } from "./describe.ts";
import { parseWorkloadKey, workloadKey } from "./key.ts";
import { matchWorkloads } from "./match.ts";
import { type StatedWorkload, type Workload, workloadOf } from "./workload.ts";

const spec: PointSpec = {
  engine: "io_uring",
  pattern: "random",
  distribution: "uniform",
  data: "incompressible",
  blockBytes: 4096,
  readPercent: 100,
  depth: { kind: "perThread", queueDepth: 16, threads: 1 },
  load: { kind: "closed" },
  spanPercent: 100,
  rampSeconds: 5,
  ending: { kind: "duration", durationSeconds: 60 },
  precondition: [],
};
const read4k = workloadOf(spec);
const stated: StatedWorkload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 16 };
const four = { kind: "perThread", queueDepth: 16, threads: 4 } as const;
const everything: Workload = {
  pattern: "random",
  readPercent: 70,
  blockMix: "512:10,4k:90",
  depth: { kind: "total", totalDepth: 8, threadsMax: 4 },
  engine: "sync+poll",
  distribution: "hotspot:90/10",
  data: "compressible:2.5",
  alignBytes: 512,
  spanPercent: 75,
  load: { kind: "open", ratePerSecond: 23.53, pace: "poisson" },
  precondition: ["purge", "fill:sequential:2"],
  steady: true,
};

/** Every workload that the language of plans can say. */
const workloads: fc.Arbitrary<Workload> = fc
  .record({
    pattern: fc.constantFrom("random" as const, "sequential" as const),
    readPercent: fc.integer({ min: 0, max: 100 }),
    blocks: fc.oneof(
      fc.record({ blockBytes: fc.integer({ min: 1, max: 67_108_864 }) }),
      fc.record({ blockMix: fc.constantFrom("512:10,4k:90", "4k:1,1M:99", "1500:50,64k:50") }),
    ),
    depth: fc.oneof(
      fc.record({
        kind: fc.constant("perThread" as const),
        queueDepth: fc.integer({ min: 1, max: 4096 }),
        threads: fc.integer({ min: 1, max: 256 }),
      }),
      fc.record({
        kind: fc.constant("total" as const),
        totalDepth: fc.integer({ min: 1, max: 1_048_576 }),
        threadsMax: fc.integer({ min: 1, max: 256 }),
      }),
    ),
    engine: fc.constantFrom("io_uring", "io_uring+poll", "io_uring+sqpoll", "passthrough", "sync+poll", "null"),
    distribution: fc.constantFrom("uniform", "zipf:1.1", "zipf:0.001", "hotspot:90/10"),
    data: fc.constantFrom("incompressible", "verified", "compressible:2", "compressible:2.5"),
    align: fc.option(fc.record({ alignBytes: fc.integer({ min: 1, max: 67_108_864 }) })),
    spanPercent: fc.integer({ min: 1, max: 100 }),
    load: fc.oneof(
      fc.constant({ kind: "closed" as const }),
      fc.record({
        kind: fc.constant("open" as const),
        ratePerSecond: fc.double({ min: 0.001, max: 1e9, noNaN: true }),
        pace: fc.constantFrom("fixed" as const, "poisson" as const),
      }),
    ),
    precondition: fc.array(fc.constantFrom("purge", "fill:sequential:2", "fill:sprandom:1.07", "steadyState"), {
      maxLength: 4,
    }),
    steady: fc.boolean(),
  })
  .map(({ blocks, align, ...rest }) => ({ ...rest, ...blocks, ...align }));

describe("workloadKey", () => {
  it.each([
    [stated, "random-read-4k-qd16"],
    [{ ...stated, threads: 1 }, "random-read-4k-qd16"],
    [{ ...stated, threads: 4 }, "random-read-4k-qd16-t4"],
    [read4k, "random-read-4k-qd16"],
    [{ ...read4k, depth: four }, "random-read-4k-qd16-t4"],
    [{ ...read4k, readPercent: 0, blockBytes: 512 }, "random-write-512b-qd16"],
    [{ ...read4k, readPercent: 70 }, "random-70-30-4k-qd16"],
    [{ ...read4k, pattern: "sequential", blockBytes: 131_072 }, "sequential-read-128k-qd16"],
    [{ ...read4k, blockBytes: 1_048_576 }, "random-read-1m-qd16"],
    [{ ...read4k, precondition: ["purge"] }, "random-read-4k-qd16-after(purge)"],
    [{ ...read4k, steady: true }, "random-read-4k-qd16-steady"],
    [
      everything,
      "random-70-30-mix(512:10,4k:90)-total8-max4-sync+poll-hotspot:90/10-compressible:2.5-align512b-span75" +
        "-rate23.53:poisson-after(purge+fill:sequential:2)-steady",
    ],
  ] as const)("%o is %s", (workload, key) => {
    expect(workloadKey(workload)).toBe(key);
  });

  it("is read back to the same workload", () => {
    fc.assert(
      fc.property(workloads, (workload) => {
        expect(parseWorkloadKey(workloadKey(workload))).toEqual(workload);
      }),
    );
  });

  it("is one only for workloads that are equal", () => {
    fc.assert(
      fc.property(workloads, workloads, (a, b) => {
        if (workloadKey(a) === workloadKey(b)) expect(a).toEqual(b);
      }),
    );
  });

  it("holds nothing of how long was measured", () => {
    const longer = workloadOf({ ...spec, rampSeconds: 60, ending: { kind: "duration", durationSeconds: 240 } });
    expect(workloadKey(longer)).toBe(workloadKey(read4k));
    const rounds = { roundSeconds: 60, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    expect(workloadKey(workloadOf({ ...spec, ending: { kind: "steadyState", tracked: "iops", ...rounds } }))).toBe(
      "random-read-4k-qd16-steady",
    );
  });

  it.each([
    "",
    "random-read-4k",
    "random-50-40-4k-qd1",
    "random-read-1024k-qd1",
    "random-read-4k-qd01",
    "random-read-4k-qd1-t1",
    "random-read-4k-qd1-span100",
    "random-read-4k-qd1-io_uring",
    "random-read-mix(4k:x)-qd1",
    "random-read-4k-qd1-steady-after(purge)",
    `random-read-4k-qd1-after(${"a".repeat(4000)})`,
  ])("%o is not a key", (key) => {
    expect(parseWorkloadKey(key)).toBeUndefined();
  });
});

describe("matchWorkloads", () => {
  it("takes fresh and steady state, or another way there, for different", () => {
    expect(matchWorkloads(read4k, { ...read4k })).toEqual({ kind: "same", notStated: [] });
    for (const other of [
      { ...read4k, steady: true },
      { ...read4k, precondition: ["purge", "fill:random:2"] },
      { ...read4k, precondition: ["purge", "fill:sprandom:1.07"] },
      { ...read4k, engine: "passthrough" },
      { ...read4k, depth: four },
    ]) {
      expect(matchWorkloads(read4k, other)).toEqual({ kind: "different" });
    }
  });

  it("lets a published figure meet what agrees with all that it states, and says what it leaves open", () => {
    const open = ["engine", "distribution", "data", "alignBytes", "spanPercent", "load", "state"];
    expect(matchWorkloads(stated, read4k)).toEqual({ kind: "same", notStated: ["threads", ...open] });
    expect(matchWorkloads({ ...read4k, steady: true }, { ...stated, threads: 1 })).toEqual({
      kind: "same",
      notStated: open,
    });
    expect(matchWorkloads(stated, { ...read4k, depth: four })).toEqual({ kind: "different" });
    expect(matchWorkloads({ ...stated, queueDepth: 1 }, read4k)).toEqual({ kind: "different" });
    expect(matchWorkloads(stated, everything)).toEqual({ kind: "different" });
  });
});

describe("describeWorkload", () => {
  it.each([
    [read4k, "4\u2009KiB random read, QD16"],
    [stated, "4\u2009KiB random read, QD16"],
    [
      { ...stated, readPercent: 67, blockBytes: 8192, threads: 4 },
      "8\u2009KiB random 67/33 read/write, QD16, 4 threads",
    ],
    [
      everything,
      "mixed (10% 512\u2009B, 90% 4\u2009KiB) random 70/30 read/write, QD8 over up to 4 threads, 23.53 IOPS offered " +
        "(Poisson), 90% of accesses on 10% of the span, compressible 2.5:1, aligned to 512\u2009B, first 75% of the " +
        "target, sync + poll, after purge, fill:sequential:2, steady state",
    ],
  ] as const)("%o is %s", (workload, text) => {
    expect(describeWorkload(workload)).toBe(text);
  });
});
