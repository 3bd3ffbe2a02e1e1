import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLittlesLaw, geometricMean } from "./statistics.ts";

describe("checkLittlesLaw", () => {
  it.each([
    // P4800X 375GB as published: 584 800 x 25.5 us = 14.91 of 16, 108 300 x 8.9 us = 0.964 of 1.
    ["P4800X QD16", { iops: 584_800, meanLatencyNs: 25_500, totalQueueDepth: 16 }, "consistent", 14.9124],
    ["P4800X QD1", { iops: 108_300, meanLatencyNs: 8_900, totalQueueDepth: 1 }, "consistent", 0.96387],
    // P3700 800GB as published: 167 200 x 93.9 us = 15.70 of 16.
    ["P3700 QD16", { iops: 167_200, meanLatencyNs: 93_900, totalQueueDepth: 16 }, "consistent", 15.70008],
    // fio 3.32 with SQPOLL has reported 80-second means at 108 k IOPS: 8.64 million outstanding.
    ["SQPOLL", { iops: 108_000, meanLatencyNs: 80e9, totalQueueDepth: 1 }, "tooHigh", 8_640_000],
    // A loop that spends half of its time elsewhere: 50 000 x 10 us = 0.5 of 1.
    ["half idle", { iops: 50_000, meanLatencyNs: 10_000, totalQueueDepth: 1 }, "tooLow", 0.5],
  ] as const)("%s", (_, point, kind, outstanding) => {
    const check = checkLittlesLaw(point);
    expect(check.kind).toBe(kind);
    expect(check.outstanding).toBeCloseTo(outstanding, 4);
    expect(check.ratio).toBeCloseTo(outstanding / point.totalQueueDepth, 5);
  });
});

describe("geometricMean", () => {
  it("of 1, 10 and 100 is 10", () => {
    expect(geometricMean([1, 10, 100])).toBeCloseTo(10, 12);
  });

  it("of nothing, or with a figure that is not above zero, is undefined", () => {
    expect(geometricMean([])).toBeUndefined();
    expect(geometricMean([5, 0])).toBeUndefined();
    expect(geometricMean([5, Number.NaN])).toBeUndefined();
  });

  it("survives a product past the largest double, and scales with its figures", () => {
    expect(geometricMean([1e300, 1e300])).toBeCloseTo(1e300, -287);
    const figures = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(figures, fc.double({ min: 0.01, max: 100, noNaN: true }), (values, factor) => {
        const scaled = geometricMean(values.map((value) => value * factor)) ?? Number.NaN;
        expect(scaled / ((geometricMean(values) ?? Number.NaN) * factor)).toBeCloseTo(1, 9);
      }),
    );
  });
});
