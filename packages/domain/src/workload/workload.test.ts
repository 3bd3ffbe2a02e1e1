import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PointSpec } from "../plan/point-spec.ts";
import { describeWorkload } from "./describe.ts";
import { parseWorkloadKey, workloadKey } from "./key.ts";
import { matchWorkloads } from "./match.ts";
import { workloadOf } from "./of-point.ts";
import type { StatedWorkload, Workload } from "./workload.ts";

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
  overProvisioningPercent: 7,
  settings: { powerState: 2, powerGovernor: 1, scheduler: "mq-deadline" },
  precondition: ["purge:format", "fill:sequential:131072:2"],
  steadyState: "reached",
  preconditions: true,
  beside: ["random-read-4k-qd1", "sequential-write-mix(512:10,4k:90)-total8-max4-rate23.53:poisson"],
};

/** Every workload that the language of plans can say. */
const workloads: fc.Arbitrary<Workload> = fc
  .record({
    pattern: fc.constantFrom("random" as const, "sequential" as const, "sprandom" as const),
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
    precondition: fc.array(
      fc.constantFrom("purge:format", "fill:random:4096:0.5:span50:compressible:2", "steady:iops"),
      {
        maxLength: 4,
      },
    ),
    steady: fc.option(fc.record({ steadyState: fc.constantFrom("reached" as const, "notReached" as const) })),
    preconditions: fc.boolean(),
    reserve: fc.option(fc.record({ overProvisioningPercent: fc.integer({ min: 1, max: 99 }) })),
    settings: fc.record(
      {
        powerState: fc.integer({ min: 0, max: 31 }),
        powerGovernor: fc.integer({ min: 0, max: 255 }),
        scheduler: fc.constantFrom("none", "mq-deadline"),
      },
      { requiredKeys: [] },
    ),
    beside: fc.array(fc.constantFrom("random-read-4k-qd1", "random-50-50-mix(4k:1,1M:99)-total8-max2-rate0.5"), {
      maxLength: 7,
    }),
  })
  .map(({ blocks, align, steady, reserve, ...rest }) => ({ ...rest, ...blocks, ...align, ...steady, ...reserve }));

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
    [{ ...read4k, precondition: ["purge:format"] }, "random-read-4k-qd16-after(purge:format)"],
    [{ ...read4k, settings: { powerState: 0 } }, "random-read-4k-qd16-set(powerState=0)"],
    [{ ...read4k, steadyState: "reached" }, "random-read-4k-qd16-steady"],
    [{ ...read4k, steadyState: "notReached" }, "random-read-4k-qd16-notsteady"],
    [
      everything,
      "random-70-30-mix(512:10,4k:90)-total8-max4-hotspot:90/10-compressible:2.5-align512b-span75-rate23.53:poisson" +
        "-sync+poll-op7-set(powerState=2+powerGovernor=1+scheduler=mq-deadline)" +
        "-after(purge:format+fill:sequential:131072:2)-steady-preconditioning" +
        "-beside(random-read-4k-qd1_sequential-write-mix(512:10,4k:90)-total8-max4-rate23.53:poisson)",
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

  it("holds what runs beside a point by its load, whatever the streams are called, and nothing of slices", () => {
    const { engine: _, rampSeconds: _ramp, ending: _ending, precondition: _state, ...load } = spec;
    const other = { ...load, pattern: "random" as const };
    const streams = (stream: string, a: string, b: string) => {
      const beside = [
        { ...other, name: a, readPercent: 0 },
        { ...other, name: b, blockBytes: 512 },
      ];
      return workloadKey(workloadOf({ ...spec, stream, beside, slices: { seconds: 5, overNs: [1000] } }));
    };
    const key = "random-read-4k-qd16-beside(random-read-512b-qd16_random-write-4k-qd16)";
    expect([streams("x", "a", "b"), streams("y", "c", "d")]).toEqual([key, key]);
  });

  it("is no longer than a database and an address take, whatever runs beside a point", () => {
    const sizes = Array.from({ length: 64 }, (_, index) => `${index * 512 + 512}:${index < 36 ? 2 : 1}`).join(",");
    const { engine: _, rampSeconds: _ramp, ending: _ending, precondition: _state, blockBytes: _size, ...load } = spec;
    const beside = (pace: "fixed" | "poisson") =>
      Array.from({ length: 7 }, (_, index) => {
        const open = { kind: "open", ratePerSecond: index + 1, pace } as const;
        return { ...load, pattern: "random" as const, name: `s${index}`, blockMix: sizes, load: open };
      });
    const keys = (["fixed", "poisson"] as const).map((pace) =>
      workloadKey(workloadOf({ ...spec, beside: beside(pace) })),
    );
    expect(keys.map((key) => key.replace(/[0-9a-f]{16}/, "…"))).toEqual([
      "random-read-4k-qd16-beside(loads…)",
      "random-read-4k-qd16-beside(loads…)",
    ]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(parseWorkloadKey(keys[0] ?? "")).toEqual(workloadOf({ ...spec, beside: beside("fixed") }));
  });

  it("holds nothing of how long was measured", () => {
    const longer = workloadOf({ ...spec, rampSeconds: 60, ending: { kind: "duration", durationSeconds: 240 } });
    expect(workloadKey(longer)).toBe(workloadKey(read4k));
  });

  it("holds whether a steady state that was waited for was reached, in words too", () => {
    const criterion = { roundSeconds: 60, windowRounds: 5, excursionPercent: 20, slopePercent: 10, roundsMax: 25 };
    const named = [undefined, true, false].map((reached) => {
      const workload = workloadOf({ ...spec, ending: { kind: "steadyState", tracked: "iops", ...criterion, reached } });
      return [workloadKey(workload), describeWorkload(workload)];
    });
    expect(named).toEqual([
      ["random-read-4k-qd16-steady", "4\u2009KiB random read, QD16, steady state"],
      ["random-read-4k-qd16-steady", "4\u2009KiB random read, QD16, steady state"],
      ["random-read-4k-qd16-notsteady", "4\u2009KiB random read, QD16, steady state not reached"],
    ]);
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
  it("takes fresh and steady state, or another way there, power limits, fills and company for different", () => {
    expect(matchWorkloads(read4k, { ...read4k })).toEqual({ kind: "same", notStated: [] });
    for (const other of [
      { ...read4k, steadyState: "reached" as const },
      { ...read4k, steadyState: "notReached" as const },
      { ...read4k, precondition: ["purge:format", "fill:random:4096:2"] },
      { ...read4k, precondition: ["purge:format", "fill:sprandom:4096:1:7"] },
      { ...read4k, precondition: ["fill:random:4096:2", "steady:iops"] },
      { ...read4k, settings: { powerGovernor: 0 } },
      { ...read4k, preconditions: true },
      { ...read4k, beside: ["random-read-4k-qd16"] },
      { ...read4k, engine: "passthrough" },
      { ...read4k, depth: four },
    ]) {
      expect(matchWorkloads(read4k, other)).toEqual({ kind: "different" });
    }
  });

  it("lets a published figure meet what agrees with all that it states, and says what it leaves open", () => {
    const open = ["engine", "distribution", "data", "alignBytes", "spanPercent", "load", "settings", "state"];
    expect(matchWorkloads(stated, read4k)).toEqual({ kind: "same", notStated: ["threads", ...open] });
    expect(matchWorkloads({ ...read4k, steadyState: "reached" }, { ...stated, threads: 1 })).toEqual({
      kind: "same",
      notStated: open,
    });
    expect(matchWorkloads(stated, { ...read4k, depth: four })).toEqual({ kind: "different" });
    expect(matchWorkloads({ ...stated, queueDepth: 1 }, read4k)).toEqual({ kind: "different" });
    expect(matchWorkloads(stated, everything)).toEqual({ kind: "different" });
    expect(matchWorkloads(stated, { ...read4k, beside: ["random-read-4k-qd16"] })).toEqual({ kind: "different" });
    expect(matchWorkloads({ ...read4k, preconditions: true }, stated)).toEqual({ kind: "different" });
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
        "target, sync + poll, 7% over-provisioning assumed, power state 2, power governor 1, scheduler mq-deadline, " +
        "after purge (Format NVM), 2 × 128\u2009KiB sequential fill, steady state, preconditioning, beside 2 other loads",
    ],
    [
      { ...read4k, precondition: ["purge:sanitizeOverwrite"] },
      "4\u2009KiB random read, QD16, after purge (sanitize, overwrite)",
    ],
    [
      {
        ...read4k,
        precondition: ["fill:sprandom:4096:1:7:span50:compressible:2", "steady:iops:bandwidth", "incomplete"],
      },
      "4\u2009KiB random read, QD16, after 1 × 4\u2009KiB sprandom fill (7% over-provisioning first 50% compressible 2), " +
        "steady state in IOPS, throughput, incomplete preconditioning",
    ],
    [
      { ...read4k, precondition: ["notSteady:meanLatency"], beside: ["random-read-4k-qd1"] },
      "4\u2009KiB random read, QD16, after rounds without steady state in mean latency, beside 1 other load",
    ],
  ] as const)("%o is %s", (workload, text) => {
    expect(describeWorkload(workload)).toBe(text);
  });

  it("leaves out what a sweep varies", () => {
    expect(describeWorkload({ ...stated, threads: 4 }, "depth")).toBe("4\u2009KiB random read, 4 threads");
    expect(describeWorkload({ ...read4k, depth: { kind: "total", totalDepth: 8, threadsMax: 4 } }, "depth")).toBe(
      "4\u2009KiB random read, up to 4 threads",
    );
    expect(describeWorkload(stated, "size")).toBe("random read, QD16");
    expect(describeWorkload({ ...stated, readPercent: 70 }, "mix")).toBe("4\u2009KiB random read/write, QD16");
  });
});
