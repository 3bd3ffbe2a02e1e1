import { describe, expect, it } from "vitest";
import { BOUNDS, type Bound, boundSign, boundWords, divideBounded } from "./bound.ts";

const divide = (a: Bound, b: Bound) => divideBounded({ value: 10, bound: a }, { value: 5, bound: b })?.bound;

describe("divideBounded", () => {
  it.each([
    ["exact", "exact", "exact"],
    ["at_least", "exact", "at_least"],
    // Ten over at least five is at most two.
    ["exact", "at_least", "at_most"],
    ["exact", "just_under", "just_over"],
    // At least ten over at most five is at least two.
    ["at_least", "at_most", "at_least"],
    // At least ten over at least five can be anything.
    ["at_least", "at_least", "about"],
    ["about", "exact", "about"],
    ["just_over", "at_most", "about"],
  ] as const)("%s / %s is %s", (a, b, expected) => {
    expect(divide(a, b)).toBe(expected);
  });

  it("has no answer for a divisor of zero", () => {
    expect(divideBounded({ value: 1, bound: "exact" }, { value: 0, bound: "exact" })).toBeUndefined();
  });
});

it("every bound but exact shows itself, each in its own way", () => {
  expect(BOUNDS.map(boundSign)).toEqual(["", "≈", "≥", "≤", "<", ">"]);
  expect(BOUNDS.map(boundWords)).toEqual(["", "about", "at least", "at most", "just under", "just over"]);
});
