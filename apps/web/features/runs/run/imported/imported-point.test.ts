import { describe, expect, it } from "vitest";
import { knownWords, statedPercentiles } from "./imported-point";

describe("what is known of an imported workload", () => {
  it("is said without what is not", () => {
    const known = { pattern: "random", readPercent: 70, blockBytes: 4096, queueDepth: 16, threads: 1 };
    expect(knownWords({ known })).toBe("4\u2009KiB, random 70/30 read/write, QD16, 1 thread");
    expect(knownWords({ known: { pattern: "sequential", readPercent: 0, engine: "io_uring" } })).toBe(
      "sequential write, io_uring",
    );
    expect(knownWords({ known: { readPercent: 100, threads: 4, distribution: "zipf:1.2" } })).toBe(
      "read, zipf:1.2, 4 threads",
    );
    expect(knownWords({ known: {} })).toBeUndefined();
  });
});

describe("percentiles as a file states them", () => {
  const stated = (percentile: string, operations: number | undefined) =>
    statedPercentiles({ percentiles: [{ percentile, ns: 5 }], operations })[0];

  it("are based on the operations above them", () => {
    // 1000 operations: one stands above the 99.9th; in doubles 1000 x (100 - 99.9) / 100 is 0.99999999999994.
    expect(stated("99.9", 1000)).toEqual({ percentile: "99.9", ns: 5, samplesAbove: 1, thin: true });
    expect(stated("99", 1000)).toMatchObject({ samplesAbove: 10, thin: false });
    expect(stated("99.999", 999_999)).toMatchObject({ samplesAbove: 9, thin: true });
    expect(stated("99.99", 500)).toMatchObject({ samplesAbove: 0, thin: true });
    expect(stated("50", 3)).toMatchObject({ samplesAbove: 1, thin: true });
  });

  it("are based on nothing that can be told where the operations are not stated", () => {
    expect(stated("99", undefined)).toEqual({ percentile: "99", ns: 5, samplesAbove: undefined, thin: false });
  });
});
