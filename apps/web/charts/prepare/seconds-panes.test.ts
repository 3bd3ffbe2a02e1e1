import { describe, expect, it } from "vitest";
import { prepareSeconds } from "./seconds-over-time.ts";
import { latencyPane, pointTimeAxis, throughputPane } from "./seconds-panes.ts";

/** 584,800 reads of 4 KiB in a second, and as many writes at 2.2 ms. */
const second = (direction: "read" | "write", latencyNsP99: number) => ({
  phase: "measure" as const,
  second: 0,
  direction,
  elapsedNs: 1_000_000_000,
  operations: 584_800,
  bytes: 584_800 * 4096,
  latencyNsMean: 20_000,
  latencyNsP50: 18_000,
  latencyNsP99,
  latencyNsMax: 9_000_000,
});
const chart = prepareSeconds([second("read", 40_000), second("write", 2_200_000)], 0);

describe("throughputPane", () => {
  it("has a line for each direction and begins at zero", () => {
    const pane = throughputPane(chart, "iops");
    expect(pane.series.map(({ label }) => label)).toEqual(["Reads", "Writes"]);
    expect(pane.axis).toMatchObject({ min: 0, max: 600_000, ticks: [0, 200_000, 400_000, 600_000] });
  });

  it("counts bytes in one unit for axis and tooltip: 584,800 x 4096 B/s is 2.395 GB/s", () => {
    const pane = throughputPane(chart, "bytes");
    expect(pane.axisTitle).toBe("Throughput (GB/s)");
    expect(pane.axis.max).toBe(3_000_000_000);
    expect(pane.format(2_395_340_800)).toMatch(/^2\.395\sGB\/s$/);
  });
});

describe("latencyPane", () => {
  it("fits the axis to what it draws, p99 of both directions, and not to the maximum", () => {
    const pane = latencyPane(chart);
    expect(pane.axis).toMatchObject({ max: 3_000_000, perUnit: 1e6 });
    expect(pane.series.map(({ label }) => label)).toEqual([
      "Reads, p99",
      "Reads, mean",
      "Reads, p50",
      "Writes, p99",
      "Writes, mean",
      "Writes, p50",
    ]);
  });
});

describe("pointTimeAxis", () => {
  it("ends with the point, whatever the last round tick", () => {
    expect(pointTimeAxis(65)).toEqual({ max: 65, ticks: [0, 20, 40, 60] });
  });
});
