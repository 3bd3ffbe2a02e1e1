import { describe, expect, it } from "vitest";
import { columnUnit } from "./column-units.ts";
import type { Result } from "./results.ts";

const result = (latencyNsMean: number | undefined) => ({ latencyNsMean }) as Result;

describe("columnUnit", () => {
  it("is one for all rows, that of their middle", () => {
    // 8.9 µs and 2.3 ms: the middle of their logarithms is 143 µs.
    expect(columnUnit("mean", [result(8_900), result(2_300_000)])).toBe("µs");
    expect(columnUnit("mean", [result(800), result(900)])).toBe("ns");
  });

  it("is none where no figure stands: too few samples, or nothing completed", () => {
    expect(columnUnit("mean", [result(undefined)])).toBeUndefined();
    const tooFew = { kind: "tooFewSamples", percentile: "99.999", totalCount: 30_000, samplesNeeded: 100_000 } as const;
    expect(columnUnit("p99.999", [{ percentiles: [tooFew] } as unknown as Result])).toBeUndefined();
  });
});
