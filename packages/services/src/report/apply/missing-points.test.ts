import { expect, it } from "vitest";
import { isMissingPointsNote, missingPointsNote } from "./missing-points.ts";

it("knows its own note from an agent's words", () => {
  expect(missingPointsNote(2, 8)).toBe("2 of 8 points have no result: it has not arrived.");
  expect(isMissingPointsNote(missingPointsNote(2, 8))).toBe(true);
  expect(isMissingPointsNote("2 of 8 points failed")).toBe(false);
});
