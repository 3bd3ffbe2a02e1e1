import { expect, it } from "vitest";
import { sideOutside } from "./tooltip-side.ts";

it.each([
  [{ above: 500, below: 220 }, "below"],
  [{ above: 500, below: 219 }, "above"],
  [{ above: 100, below: 120 }, "below"],
] as const)("%o: %s", (room, side) => {
  expect(sideOutside(room)).toBe(side);
});
