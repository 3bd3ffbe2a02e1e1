import { expect, it } from "vitest";
import { mean, median, quantileOfSorted, sampleDeviation } from "./statistics.ts";

it("takes mean, median and deviation of few values", () => {
  expect([mean([1, 2, 6]), median([6, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([3, 2, 2.5, 0]);
  // (1 - 3)² + (2 - 3)² + (6 - 3)² = 14, by n - 1 = 2.
  expect(sampleDeviation([1, 2, 6])).toBeCloseTo(Math.sqrt(7), 12);
});

it("goes straight from value to value between quantiles, and leaves what it is given as it is", () => {
  // Position (4 - 1) × 0.25 = 0.75: from 10 three quarters of the way to 20.
  const values = [10, 20, 30, 40];
  expect([0, 0.25, 0.5, 1].map((share) => quantileOfSorted(values, share))).toEqual([10, 17.5, 25, 40]);
  expect(quantileOfSorted([7], 0.9)).toBe(7);
  const unsorted = [3, 1, 2];
  median(unsorted);
  expect(unsorted).toEqual([3, 1, 2]);
});

it("invents no figure of nothing", () => {
  expect(() => mean([])).toThrow(RangeError);
  expect(() => sampleDeviation([1])).toThrow(RangeError);
  expect(() => quantileOfSorted([], 0.5)).toThrow(RangeError);
});
