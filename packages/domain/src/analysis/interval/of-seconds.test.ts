import { describe, expect, it } from "vitest";
import { simulator } from "../testing/autocorrelated.ts";
import { blockLengthFor } from "./block-length.ts";
import { intervalOfSeconds, SECONDS_MAX } from "./of-seconds.ts";

describe("blockLengthFor", () => {
  it("grows with the correlation of the seconds, up to a third of them", () => {
    const lengthAt = (correlation: number) =>
      blockLengthFor(simulator(1).run({ seconds: 600, mean: 1000, spread: 0.05, correlation }));
    expect(lengthAt(0)).toBeLessThanOrEqual(3);
    // AR(1): (1.5 × 600 × (2ρ / (1 - ρ²))²)^(1/3) is 18.9 for 0.7, and 43 for 0.9.
    expect(lengthAt(0.7)).toBeGreaterThan(9);
    expect(lengthAt(0.7)).toBeLessThan(38);
    expect(lengthAt(0.9)).toBeGreaterThan(lengthAt(0.7));
    expect(blockLengthFor(Array.from({ length: 60 }, (_, second) => second))).toBe(13);
    expect(blockLengthFor([5, 5, 5, 5])).toBe(1);
  });
});

describe("intervalOfSeconds", () => {
  it("leaves gaps out, names its blocks, and is the same each time", () => {
    const run = simulator(2).run({ seconds: 300, mean: 500_000, spread: 0.02, correlation: 0.5 });
    const seconds = run.map((value, second) => (second % 100 === 50 ? null : value));
    const found = intervalOfSeconds(seconds);
    expect(found).toMatchObject({
      kind: "interval",
      method: "movingBlocks",
      basis: { kind: "seconds", seconds: 297, missingSeconds: 3, resamples: 1000 },
    });
    expect(intervalOfSeconds(seconds)).toEqual(found);
    if (found.kind !== "interval") return;
    expect(found.low).toBeLessThan(found.estimate);
    expect(found.high).toBeGreaterThan(found.estimate);
  });

  it("says what is missing: thirty seconds, or seconds that do not all hang together", () => {
    expect(intervalOfSeconds(Array(29).fill(5))).toEqual({ kind: "tooLittle", of: "seconds", needs: 30, has: 29 });
    const ramp = Array.from({ length: 60 }, (_, second) => 1000 + second);
    expect(intervalOfSeconds(ramp)).toEqual({ kind: "tooLittle", of: "independentSeconds", needs: 6, has: 4 });
  });

  it("holds the true mean of correlated seconds in 90 of 100, where drawing single ones holds it far less often", () => {
    const { run } = simulator(3);
    const found = Array.from({ length: 200 }, () =>
      intervalOfSeconds(run({ seconds: 600, mean: 1000, spread: 0.05, correlation: 0.7 })),
    );
    const holding = found.filter((each) => each.kind === "interval" && each.low <= 1000 && each.high >= 1000);
    expect(holding.length).toBeGreaterThanOrEqual(180);
  });

  it("takes a day of seconds, and no second more", () => {
    const day = simulator(4).run({ seconds: SECONDS_MAX, mean: 1000, spread: 0.05, correlation: 0.7 });
    expect(intervalOfSeconds(day)).toMatchObject({ kind: "interval", basis: { seconds: 86_400, resamples: 1000 } });
    expect(intervalOfSeconds(day, { statistic: "median" })).toMatchObject({ basis: { resamples: 231 } });
    expect(() => intervalOfSeconds([...day, 1])).toThrow(RangeError);
  });
});
