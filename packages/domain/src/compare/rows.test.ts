import { describe, expect, it } from "vitest";
import { selectMetric } from "./rows.ts";
import { flash, loose, optane } from "./testing.ts";

describe("selectMetric", () => {
  it("keeps order and bounds, marks what is missing and what is thin", () => {
    expect(selectMetric([optane, flash, loose], "latencyNsP99999")).toEqual([
      { kind: "figure", row: optane, value: 37_000, bound: "exact", samplesAbove: undefined, thin: false },
      { kind: "figure", row: flash, value: 2_768_000, bound: "exact", samplesAbove: 7, thin: true },
      { kind: "missing", row: loose },
    ]);
    expect(selectMetric([loose], "iops")).toMatchObject([{ value: 10_000, bound: "at_least" }]);
  });
});
