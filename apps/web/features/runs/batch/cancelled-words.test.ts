import { expect, it } from "vitest";
import { cancelledWords } from "./cancelled-words";

it.each([
  [12, 0, "12 runs withdrawn"],
  [0, 1, "1 run about to stop"],
  [10, 2, "10 runs withdrawn, 2 runs about to stop"],
  [0, 0, "Every run was over already"],
])("%i withdrawn and %i asked", (withdrawn, asked, words) => {
  expect(cancelledWords({ withdrawn, asked })).toBe(words);
});
