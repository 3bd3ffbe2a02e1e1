import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countsOfU, mannWhitney } from "./mann-whitney.ts";
import { permutationP } from "./permutation.ts";
import { shiftBetween } from "./shift.ts";

describe("countsOfU", () => {
  it("of 2 and 2: six orders, U = 0, 1, 2 (twice), 3, 4; of more they add up to the binomial", () => {
    expect([...countsOfU(2, 2)]).toEqual([1, 1, 2, 1, 1]);
    expect(countsOfU(8, 12).reduce((sum, count) => sum + count)).toBe(125_970);
    // 60 over 8.
    expect(countsOfU(52, 8).reduce((sum, count) => sum + count)).toBe(2_558_620_845);
  });
});

describe("shiftBetween", () => {
  it("of 4 and 4 keeps all differences but none outside: one order in 70 is allowed a tail of 1.75", () => {
    const { shift, interval, cliffsDelta } = shiftBetween([1, 2, 3, 4], [11, 12, 13, 14], 0.95);
    expect([shift, interval, cliffsDelta]).toEqual([10, { low: 7, high: 13 }, 1]);
  });

  it("has no interval where no difference of so few could be refused: 3 and 3", () => {
    expect(shiftBetween([1, 2, 3], [11, 12, 13], 0.95).interval).toBeUndefined();
  });

  it("is what the test does not refuse: a shift inside has p > 0.05, one outside p <= 0.05", () => {
    const side = (max: number) =>
      fc.uniqueArray(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 4, maxLength: max });
    fc.assert(
      fc.property(side(8), side(20), fc.double({ min: -1000, max: 1000, noNaN: true }), (a, b, shift) => {
        const { interval } = shiftBetween(a, b, 0.95);
        const test = mannWhitney(
          a.map((value) => value + shift),
          b,
        );
        fc.pre(interval !== undefined && !test.hasTies);
        const isInside = interval !== undefined && shift > interval.low && shift < interval.high;
        expect(test.p > 0.05).toBe(isInside);
      }),
    );
  });

  it("of many values comes from the normal approximation, as wide as the exact one", () => {
    const spread = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => from + ((index * 37) % 101));
    const { shift, interval } = shiftBetween(spread(40, 500.5), spread(30, 520), 0.95);
    expect(shift).toBeGreaterThan(interval?.low ?? Number.NaN);
    expect(shift).toBeLessThan(interval?.high ?? Number.NaN);
    // The deviation of the shift is near 29 × √(1/40 + 1/30) = 7: 14 each way.
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(20);
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeLessThan(40);
  });
});

it("goes through no more than eight a side", () => {
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(permutationP(nine, [1])).toBeUndefined();
  expect(permutationP([1, 2], [3, 4])).toBeCloseTo(1 / 3, 12);
});
