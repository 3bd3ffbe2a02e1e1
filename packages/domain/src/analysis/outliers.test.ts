import { expect, it } from "vitest";
import { outliersOf } from "./outliers.ts";

it("names the one that is far away, and keeps it in the median", () => {
  // Median 504, absolute deviations 4 6 4 0 304: median 4; 0.6745 × 304 / 4 = 51.3.
  expect(outliersOf([500, 510, 508, 504, 200])).toEqual({
    kind: "outliers",
    method: "modifiedZScore",
    basis: { values: 5, score: 3.5 },
    median: 504,
    outliers: [
      { index: 4, value: 200, score: expect.closeTo(-51.262, 3), differencePercent: expect.closeTo(-60.317, 3) },
    ],
  });
});

it("finds none among few, equal or evenly spread values", () => {
  expect(outliersOf([1, 2, 900])).toEqual({ kind: "tooLittle", of: "values", needs: 4, has: 3 });
  expect(outliersOf([7, 7, 7, 7])).toMatchObject({ outliers: [] });
  expect(outliersOf([1, 2, 3, 4, 5])).toMatchObject({ outliers: [] });
});

it("has no score for one that differs from others that are all equal", () => {
  expect(outliersOf([0, 0, 0, 0, 9])).toMatchObject({ outliers: [{ index: 4, score: null, differencePercent: null }] });
});
