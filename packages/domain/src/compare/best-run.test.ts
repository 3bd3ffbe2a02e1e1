import { expect, it } from "vitest";
import { bestRun } from "./best-run.ts";

const rate = (runId: string, load: string, iops: number) => ({ runId, load, iops });

it("finds the highest geometric mean over the loads that all runs have", () => {
  // sqrt(100 x 400) = 200 against sqrt(190 x 200) = 195; a mean would have it 250 against 195, a third load 200 against 700.
  const rates = [
    rate("a", "x", 190),
    rate("a", "y", 200),
    rate("a", "z", 9000),
    rate("b", "x", 100),
    rate("b", "y", 400),
  ];
  expect(bestRun(["a", "b"], rates)).toEqual({ runId: "b", loads: 2 });
});

it("stays with the first of equals, and of runs with nothing in common", () => {
  expect(bestRun(["b", "a"], [rate("a", "x", 1), rate("b", "x", 1)])).toEqual({ runId: "b", loads: 1 });
  expect(bestRun(["a", "b"], [rate("a", "x", 1), rate("b", "y", 9)])).toEqual({ runId: "a", loads: 0 });
  // Nothing completed at a load: it tells nothing.
  expect(bestRun(["a", "b"], [rate("a", "x", 0), rate("b", "x", 5)])).toEqual({ runId: "a", loads: 0 });
});
