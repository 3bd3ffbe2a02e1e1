import { expect, it } from "vitest";
import { stackedPoints } from "./stacked-points.ts";

it("gives a part a point only where it counts any, and each place at least one", () => {
  const points = stackedPoints(
    [
      [4, 0, 0],
      [1, 2, 0],
    ],
    (place) => `place ${place}`,
  );
  expect(points).toEqual([
    [
      { x: 0, y: 4, id: "place 0" },
      { x: 2, y: 0, id: undefined },
    ],
    [
      { x: 0, y: 1, id: "place 0" },
      { x: 1, y: 2, id: "place 1" },
    ],
  ]);
  expect(stackedPoints([], String)).toEqual([]);
});
