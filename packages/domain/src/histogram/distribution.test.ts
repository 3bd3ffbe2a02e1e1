import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distribution } from "./distribution.ts";
import { histogramOfSamples } from "./testing/samples.ts";

describe("distribution", () => {
  it("counts by decade, empty ones between included", () => {
    // 10 belongs to [10, 100), 9 to [1, 10), 5000 to [1000, 10000); [100, 1000) is empty.
    expect(distribution(histogramOfSamples([1, 9, 10, 99, 5_000]), 1)).toEqual([
      { fromNs: 1, toNs: 10, count: 2 },
      { fromNs: 10, toNs: 100, count: 2 },
      { fromNs: 100, toNs: 1_000, count: 0 },
      { fromNs: 1_000, toNs: 10_000, count: 1 },
    ]);
  });

  it("loses no sample, leaves no gap, and begins and ends with a sample", () => {
    const samples = fc.array(fc.integer({ min: 0, max: 3_000_000_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 50 }), (values, binsPerDecade) => {
        const bins = distribution(histogramOfSamples(values), binsPerDecade);
        expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length);
        expect(bins[0]?.count).toBeGreaterThan(0);
        expect(bins.at(-1)?.count).toBeGreaterThan(0);
        bins.slice(1).forEach((bin, index) => {
          expect(bin.fromNs).toBe(bins[index]?.toNs);
        });
      }),
    );
  });

  it("puts every power of ten at the beginning of its own bin, however fine the bins", () => {
    for (let binsPerDecade = 1; binsPerDecade <= 100; binsPerDecade += 1) {
      for (const power of [1, 10, 100, 1_000]) {
        const [bin] = distribution(histogramOfSamples([power]), binsPerDecade);
        expect(bin?.fromNs).toBeLessThanOrEqual(power);
        expect(bin?.toNs).toBeGreaterThan(power);
        expect(bin?.fromNs).toBeCloseTo(power, 9);
      }
    }
  });

  it("of nothing is empty", () => {
    expect(distribution(histogramOfSamples([]), 10)).toEqual([]);
  });
});
