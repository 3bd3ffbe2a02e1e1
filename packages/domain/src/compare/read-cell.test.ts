import { describe, expect, it } from "vitest";
import { readCell } from "./read-cell.ts";

describe("readCell", () => {
  it("gives a figure with its bound, and how many samples carry a percentile", () => {
    const published = { metrics: { iops: 225_000 }, bounds: { iops: "at_least" } } as const;
    expect(readCell(published, "iops")).toMatchObject({ kind: "figure", value: 225_000, bound: "at_least" });
    const measured = { metrics: { latencyNsP99: 10, latencyNsP99999: 20, latencyNsMax: 30 }, operations: 700_000 };
    expect(readCell(measured, "latencyNsP99")).toMatchObject({ samplesAbove: 7000, thin: false });
    expect(readCell(measured, "latencyNsP99999")).toMatchObject({ samplesAbove: 7, thin: true });
    expect(readCell(measured, "latencyNsMax")).toMatchObject({ value: 30, samplesAbove: undefined, thin: false });
  });

  it.each([
    ["iops", { metrics: {} }, "Not published."],
    ["latencyNsP99999", { metrics: {}, operations: 5000 }, "p99.999 needs at least 100,000 samples; there are 5,000."],
    ["latencyNsP99", { metrics: {}, operations: 5000 }, "Its source has no histogram that this could be read from."],
    ["latencyNsMean", { metrics: {}, operations: 0 }, "No operation completed."],
    ["iopsPerCpu", { metrics: {}, operations: 5 }, "The CPU time of these operations is not known."],
    ["iopsPerWatt", { metrics: {}, operations: 5 }, "No drive or host reports the power that it draws."],
  ] as const)("says why %s is missing of %j", (metric, figures, reason) => {
    expect(readCell(figures, metric)).toEqual({ kind: "missing", reason });
  });
});
