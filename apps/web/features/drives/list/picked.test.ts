import { describe, expect, it } from "vitest";
import { isFull, type Picked, pickedCount, pickedMost, pickedText, withToggled } from "./picked";

const exact = { total: 4812, totalIsExact: true };
const drives = (...ids: string[]): Picked => ({ kind: "drives", ids });
const matches = (...exceptIds: string[]): Picked => ({ kind: "matches", exceptIds });

describe("what is selected", () => {
  it("grows by what is added, once each, and shrinks by what is taken out", () => {
    expect(withToggled(drives("a", "b"), ["b", "c"], true)).toEqual(drives("a", "b", "c"));
    expect(withToggled(drives("a", "b"), ["b", "c"], false)).toEqual(drives("a"));
  });

  it("of all matches is what is left out, the other way round", () => {
    expect(withToggled(matches("a"), ["b"], false)).toEqual(matches("a", "b"));
    expect(withToggled(matches("a", "b"), ["b"], true)).toEqual(matches("a"));
  });

  it("has a limit", () => {
    const many = Array.from({ length: pickedMost + 1 }, (_, index) => String(index));
    const full = withToggled(drives("first"), many, true);
    expect(full).toEqual(drives("first", ...many.slice(0, pickedMost - 1)));
    expect(isFull(full)).toBe(true);
    expect(isFull(drives("a"))).toBe(false);
  });

  it.each([
    [drives("a"), exact, 1, "1 drive"],
    [matches(), exact, 4812, "4,812 drives"],
    [matches("a", "b"), exact, 4810, "4,810 drives"],
    [matches("a"), { total: 10_000, totalIsExact: false }, undefined, "more than 10,000 drives"],
  ] as const)("is counted: %j", (picked, total, count, text) => {
    expect(pickedCount(picked, total)).toBe(count);
    expect(pickedText(picked, total)).toBe(text);
  });
});
