import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisDomain } from "./axis.ts";

describe("axisDomain", () => {
  it.each([
    [[12_800, 108_300], "linear", 0, 150_000],
    [[12_800, 108_300], "logarithmic", 10_000, 1_000_000],
    // A figure on a decade still needs a bar, so the axis begins a decade below it.
    [[1_000, 1_000], "logarithmic", 100, 1_000],
    [[0.5], "logarithmic", 0.1, 1],
    [[10], "linear", 0, 10],
  ] as const)("of %o, %s", (values, scale, min, max) => {
    expect(axisDomain(values, scale)).toEqual({ kind: "domain", min, max });
  });

  it("is empty without a figure above zero", () => {
    expect(axisDomain([], "linear")).toEqual({ kind: "empty" });
    expect(axisDomain([0], "logarithmic")).toEqual({ kind: "empty" });
  });

  it("holds every figure, with a length for the smallest bar", () => {
    const values = fc.array(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.constantFrom("linear" as const, "logarithmic" as const), (figures, scale) => {
        const ends = axisDomain(figures, scale);
        if (ends.kind === "empty") throw new Error("empty");
        expect(ends.min).toBeLessThan(Math.min(...figures));
        expect(ends.max).toBeGreaterThanOrEqual(Math.max(...figures));
      }),
    );
  });
});
