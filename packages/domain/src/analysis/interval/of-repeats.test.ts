import { describe, expect, it } from "vitest";
import { simulator } from "../testing/autocorrelated.ts";
import { intervalOfRepeats, REPEATS_MAX } from "./of-repeats.ts";

describe("intervalOfRepeats", () => {
  it("takes Student's t of few: 100 and 104 are 102 ± 12.706 × 2", () => {
    // Deviation √8, by √2: a standard error of 2; t(0.975, 1) = 12.7062.
    expect(intervalOfRepeats([100, 104])).toEqual({
      kind: "interval",
      method: "studentT",
      statistic: "mean",
      estimate: 102,
      low: expect.closeTo(102 - 25.41241, 4),
      high: expect.closeTo(102 + 25.41241, 4),
      confidence: 0.95,
      basis: { kind: "repeats", repeats: 2, resamples: 0 },
    });
  });

  it("says what is missing: a second repeat for the mean, ten for the median", () => {
    expect(intervalOfRepeats([100])).toEqual({ kind: "tooLittle", of: "repeats", needs: 2, has: 1 });
    expect(intervalOfRepeats([1, 2, 3, 4, 5, 6, 7, 8, 9], { statistic: "median" })).toEqual({
      kind: "tooLittle",
      of: "repeats",
      needs: 10,
      has: 9,
    });
  });

  it("resamples from ten on, the same each time; equal values have no width", () => {
    const skewed = [10, 11, 11, 12, 12, 13, 14, 15, 17, 21, 30, 55];
    const found = intervalOfRepeats(skewed);
    expect(found).toMatchObject({ method: "bca", basis: { repeats: 12, resamples: 2000 } });
    expect(intervalOfRepeats(skewed)).toEqual(found);
    expect(intervalOfRepeats(skewed, { seed: 5 })).not.toEqual(found);
    expect(intervalOfRepeats(Array(10).fill(7))).toMatchObject({ method: "percentileBootstrap", low: 7, high: 7 });
  });

  it("is bounded: a thousand repeats draw a million values, one more is refused", () => {
    const many = Array.from({ length: REPEATS_MAX }, (_, index) => 1000 + (index % 17));
    expect(intervalOfRepeats(many)).toMatchObject({ basis: { resamples: 1000 } });
    expect(() => intervalOfRepeats([...many, 1])).toThrow(RangeError);
  });

  it("holds the true mean in about 95 of 100: of five repeats, and of thirty", () => {
    for (const [count, least] of [
      [5, 185],
      [30, 182],
    ] as const) {
      const { gauss } = simulator(count);
      const holds = Array.from({ length: 200 }, () => {
        const found = intervalOfRepeats(Array.from({ length: count }, () => 1000 + 10 * gauss()));
        return found.kind === "interval" && found.low <= 1000 && found.high >= 1000;
      });
      expect(holds.filter(Boolean).length).toBeGreaterThanOrEqual(least);
    }
  });
});
