import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeWorkload, parseWorkloadKey, type Workload, workloadKey } from "./workload.ts";

const read4k: Workload = { pattern: "random", readPercent: 100, blockBytes: 4096, queueDepth: 16 };

describe("workloadKey", () => {
  it.each([
    [read4k, "random-read-4k-qd16"],
    [{ ...read4k, threads: 1 }, "random-read-4k-qd16"],
    [{ ...read4k, threads: 4 }, "random-read-4k-qd16-t4"],
    [{ ...read4k, readPercent: 0, blockBytes: 512 }, "random-write-512b-qd16"],
    [{ ...read4k, readPercent: 70 }, "random-70-30-4k-qd16"],
    [{ ...read4k, pattern: "sequential", blockBytes: 131_072 }, "sequential-read-128k-qd16"],
    [{ ...read4k, blockBytes: 1_048_576 }, "random-read-1m-qd16"],
  ] as const)("%o is %s", (workload, key) => {
    expect(workloadKey(workload)).toBe(key);
  });

  it("is read back to the same workload", () => {
    const workloads = fc.record({
      pattern: fc.constantFrom("random" as const, "sequential" as const),
      readPercent: fc.integer({ min: 0, max: 100 }),
      blockBytes: fc.integer({ min: 1, max: 32_768 }).map((sectors) => sectors * 512),
      queueDepth: fc.integer({ min: 1, max: 4096 }),
      threads: fc.integer({ min: 2, max: 256 }),
    });
    fc.assert(
      fc.property(workloads, (workload) => {
        expect(parseWorkloadKey(workloadKey(workload))).toEqual(workload);
      }),
    );
  });

  it.each([
    "",
    "random-read-4k",
    "random-50-40-4k-qd1",
    "random-read-1024k-qd1",
    "random-read-4k-qd01",
    "random-read-4k-qd1-t1",
  ])("%o is not a key", (key) => {
    expect(parseWorkloadKey(key)).toBeUndefined();
  });
});

it("says a workload in words", () => {
  expect(describeWorkload(read4k)).toBe("4\u2009KiB random read, QD16");
  expect(describeWorkload({ ...read4k, readPercent: 67, blockBytes: 8192, threads: 4 })).toBe(
    "8\u2009KiB random 67 % read, QD16, 4 threads",
  );
});
