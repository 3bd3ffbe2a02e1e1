import { expect, it } from "vitest";
import { batchProgress } from "./batch-progress";

it("counts what is over, and names what is not and what did not end well", () => {
  expect(batchProgress({ complete: 5, running: 2, queued: 3, failed: 1 })).toEqual({
    runs: 11,
    over: 6,
    words: [
      { state: "running", text: "2 running" },
      { state: "queued", text: "3 queued" },
      { state: "failed", text: "1 failed" },
    ],
  });
  expect(batchProgress({ complete: 2 })).toEqual({ runs: 2, over: 2, words: [] });
  expect(batchProgress({})).toEqual({ runs: 0, over: 0, words: [] });
});
