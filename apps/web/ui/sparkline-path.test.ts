import { expect, it } from "vitest";
import { sparklinePath } from "./sparkline-path";

const size = { width: 43, height: 13 };

it("draws the lowest value at the bottom and the highest at the top, evenly spaced", () => {
  expect(sparklinePath([10, 20, 15], size)).toBe("M1.5,11.5L21.5,1.5L41.5,6.5");
});

it("ends at a missing value and begins anew", () => {
  expect(sparklinePath([1, 2, undefined, 2, 1], size)).toBe("M1.5,11.5L11.5,1.5M31.5,1.5L41.5,11.5");
});

it("runs through the middle where nothing changes, and draws nothing of single values", () => {
  expect(sparklinePath([7, 7], size)).toBe("M1.5,6.5L41.5,6.5");
  for (const values of [[], [7], [7, undefined, 8]]) expect(sparklinePath(values, size)).toBeUndefined();
});
