import { describe, expect, it } from "vitest";
import { linearValueAxis } from "./value-axis.ts";

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
