import { expect, it } from "vitest";
import { forItsKind } from "./slow-for-kind.ts";

it("calls a drive slow for its kind, by how much, and of how many drives that was said", () => {
  // With its own 400 the median of 400 495 500 505 510 is 500; deviations 100 5 0 5 10: median 5; 0.6745 × 100 / 5 = 13.49.
  expect(forItsKind(400, [510, 495, 500, 505], "higher")).toEqual({
    kind: "slowForItsKind",
    method: "modifiedZScore",
    basis: { drives: 5, score: 3.5, negligiblePercent: 5 },
    median: 500,
    differencePercent: -20,
    score: expect.closeTo(-13.49, 9),
  });
});

it("takes a latency the other way around", () => {
  expect(forItsKind(400, [510, 495, 500, 505], "lower").kind).toBe("fastForItsKind");
  expect(forItsKind(700, [510, 495, 500, 505], "lower").kind).toBe("slowForItsKind");
});

it("is usual among drives that spread as much, and where the difference does not matter", () => {
  expect(forItsKind(400, [600, 450, 500, 550], "higher").kind).toBe("usual");
  // Score -16, but 4.8 % below.
  expect(forItsKind(476, [500, 501, 500, 499, 502], "higher").kind).toBe("usual");
  expect(forItsKind(475, [500, 500, 500, 500], "higher")).toMatchObject({ kind: "slowForItsKind", score: null });
});

it("says nothing of a kind of three drives, nor of none that did anything", () => {
  expect(forItsKind(1, [2, 3], "higher")).toEqual({ kind: "tooLittle", of: "drives", needs: 4, has: 3 });
  expect(forItsKind(0, [0, 0, 0], "higher")).toMatchObject({ kind: "tooLittle", of: "operations" });
});
