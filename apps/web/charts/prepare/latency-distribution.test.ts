import type { LatencyHistogram } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { prepareDistribution } from "./latency-distribution.ts";

/** As many buckets as counts, each a range of one nanosecond. */
function histogramOf(counts: readonly (readonly [ns: number, count: number])[]): LatencyHistogram {
  return {
    layout: { lowestDiscernibleNs: 1, significantDigits: 3 },
    totalCount: counts.reduce((sum, [, count]) => sum + count, 0),
    buckets: counts.map(([ns, count]) => ({ lowestNs: ns, highestNs: ns, count })),
  };
}

const unitOf = (histogram: LatencyHistogram) => prepareDistribution([{ id: "a", label: "a", histogram }]).unit;

describe("the unit of a distribution", () => {
  it("is that of the median by operations, not of the middle of the latencies that occur", () => {
    // 999,990 operations of 10 µs; ten stragglers of 20 to 200 ms fill most of the buckets.
    const stragglers = Array.from({ length: 10 }, (_, index) => [(index + 1) * 20_000_000, 1] as const);
    expect(unitOf(histogramOf([[10_000, 999_990], ...stragglers]))).toBe("µs");
  });

  it("is that of the lower half where the operations are even", () => {
    expect(
      unitOf(
        histogramOf([
          [900, 1],
          [2_000_000, 1],
        ]),
      ),
    ).toBe("ns");
  });

  it("is of something for no operation at all", () => {
    expect(unitOf(histogramOf([]))).toBe(unitOf(histogramOf([[1, 1]])));
  });
});
