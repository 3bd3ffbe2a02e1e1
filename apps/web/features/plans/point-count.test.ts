import { expect, it } from "vitest";
import { pointCount } from "./point-count";

it.each([
  [1, false, "1 point"],
  [71, false, "71 points"],
  [1401, true, "up to 1,401 points"],
])("%i points, at most: %s", (points, pointsAreAtMost, words) => {
  expect(pointCount({ points, pointsAreAtMost })).toBe(words);
});
