import { expect, it } from "vitest";
import { progressText } from "./bulk-progress";

const bulk = { total: 5000, processed: 1200, done: 1100, refused: 100, failed: 0, stopped: undefined } as never;

it("says how far a bulk action is, without what there is none of", () => {
  expect(progressText(bulk)).toBe("1,200 of 5,000 drives: 1,100 done, 100 refused");
  const over = { ...(bulk as object), total: 1, processed: 1, done: 0, refused: 0, failed: 1 } as never;
  expect(progressText(over)).toBe("1 drive: 0 done, 1 failed");
  const stopped = { ...(bulk as object), refused: 0, stopped: { at: new Date(0), by: "ada" } } as never;
  expect(progressText(stopped)).toBe("1,200 of 5,000 drives: 1,100 done, stopped before 3,800");
});
