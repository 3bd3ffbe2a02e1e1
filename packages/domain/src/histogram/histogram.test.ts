import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { histogramOf, mergeHistograms } from "./histogram.ts";
import { readPercentiles } from "./percentiles.ts";
import { histogramOfSamples, LAYOUT } from "./testing/samples.ts";

const samples = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 300 });

describe("mergeHistograms", () => {
  it("equals the histogram of all samples together, in any order", () => {
    fc.assert(
      fc.property(samples, samples, samples, (a, b, c) => {
        const together = histogramOfSamples([...a, ...b, ...c]);
        const parts = [a, b, c].map(histogramOfSamples);
        expect(mergeHistograms(parts)).toEqual(together);
        expect(mergeHistograms(parts.toReversed())).toEqual(together);
      }),
    );
  });

  it("is where percentiles of a group come from: averaging them would be wrong", () => {
    // 9900 fast samples and 100 slow ones: the merged median is the fast one, the mean of the medians is neither.
    const fast = histogramOfSamples(Array.from({ length: 9_900 }, () => 10));
    const slow = histogramOfSamples(Array.from({ length: 100 }, () => 1_000));
    const merged = mergeHistograms([fast, slow]);
    const [median, , p99, p999] = merged ? readPercentiles(merged) : [];
    expect(median).toMatchObject({ ns: 10, samplesAbove: 5_000 });
    expect(p99).toMatchObject({ ns: 10, samplesAbove: 100 });
    expect(p999).toMatchObject({ ns: 1_000, samplesAbove: 10 });
  });

  it("of nothing is undefined, of one is itself", () => {
    const one = histogramOfSamples([5, 7]);
    expect(mergeHistograms([])).toBeUndefined();
    expect(mergeHistograms([one])).toEqual(one);
  });

  it("refuses different layouts", () => {
    const coarse = histogramOf({ ...LAYOUT, significantDigits: 2 }, []);
    expect(() => mergeHistograms([histogramOfSamples([1]), coarse])).toThrow(/different layouts/);
  });

  it("refuses a total that a double cannot count", () => {
    const huge = histogramOf(LAYOUT, [{ lowestNs: 1, highestNs: 1, count: Number.MAX_SAFE_INTEGER }]);
    expect(() => mergeHistograms([huge, histogramOfSamples([1])])).toThrow(/2\^53/);
  });
});
