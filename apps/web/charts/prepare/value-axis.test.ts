import { describe, expect, it } from "vitest";
import { linearValueAxis, valueAxes } from "./value-axis.ts";

describe("linearValueAxis", () => {
  it("counts in round steps of its unit, not of the value's", () => {
    // 584 µs: a step of 100 µs would be 5.84 steps, so the axis ends at 600 µs.
    expect(linearValueAxis(584_000, { perUnit: 1000 })).toEqual({
      scale: "linear",
      min: 0,
      max: 600_000,
      ticks: [0, 200_000, 400_000, 600_000],
      minor: [],
      perUnit: 1000,
    });
  });

  it("has a length where there is nothing", () => {
    expect(linearValueAxis(0, { perUnit: 1000 })).toMatchObject({ min: 0, max: 1000, ticks: [0, 1000] });
  });
});

describe("valueAxes", () => {
  it("draws the same values from zero, or over whole decades", () => {
    const { linear, logarithmic } = valueAxes([9_000, 720_300], 1000);
    expect(linear).toMatchObject({ min: 0, max: 800_000 });
    expect(logarithmic).toMatchObject({ min: 1_000, max: 1_000_000, ticks: [1_000, 10_000, 100_000, 1_000_000] });
  });

  it("has no logarithm of nothing", () => {
    expect(valueAxes([0]).logarithmic.scale).toBe("linear");
    expect(valueAxes([]).logarithmic.scale).toBe("linear");
  });
});
