import { describe, expect, it } from "vitest";
import { prepareSeconds, type SecondSample } from "./seconds-over-time.ts";

const second = (at: number, more: Partial<SecondSample> = {}): SecondSample => ({
  phase: "measure",
  second: at,
  direction: "read",
  elapsedNs: 1_000_000_000,
  operations: 1000,
  bytes: 4_096_000,
  latencyNsMean: 9_000,
  latencyNsP50: 8_900,
  latencyNsP99: 12_000,
  latencyNsMax: 90_000,
  ...more,
});

describe("prepareSeconds", () => {
  it("puts the ramp before the measurement, each second at its end", () => {
    const chart = prepareSeconds([second(0), second(1, { phase: "ramp" }), second(0, { phase: "ramp" })], 2000);
    expect(chart.rows.map(({ atSeconds, phase }) => [atSeconds, phase])).toEqual([
      [1, "ramp"],
      [2, "ramp"],
      [3, "measure"],
    ]);
    expect(chart.rampSeconds).toBe(2);
  });

  it("draws a gap where seconds did not arrive, never a zero", () => {
    const chart = prepareSeconds([second(0), second(1), second(4)], 0);
    expect(chart.missingSeconds).toBe(2);
    expect(chart.rows.map(({ read }) => read.iops)).toEqual([1000, 1000, null, 1000]);
    expect(chart.table.rows).toHaveLength(3);
  });

  it("shows a stall as zero throughput and no latency", () => {
    const stall = second(1, {
      operations: 0,
      bytes: 0,
      latencyNsMean: undefined,
      latencyNsP50: undefined,
      latencyNsP99: undefined,
      latencyNsMax: undefined,
    });
    const chart = prepareSeconds([second(0), stall, second(2)], 0);
    expect(chart.rows[1]?.read).toEqual({
      operations: 0,
      iops: 0,
      bytesPerSecond: 0,
      latencyNsMean: null,
      latencyNsP50: null,
      latencyNsP99: null,
      latencyNsMax: null,
    });
    expect(chart.missingSeconds).toBe(0);
  });

  it("divides a short interval by its own length", () => {
    // A ramp of 1.25 s: 250 operations of 4096 B in its last quarter of a second are 1000 IOPS.
    const short = { elapsedNs: 250_000_000, operations: 250, bytes: 1_024_000 };
    const ramp = [second(0, { phase: "ramp" }), second(1, { phase: "ramp", ...short })];
    const chart = prepareSeconds([...ramp, second(0)], 1250);
    expect(chart.rows[1]).toMatchObject({ atSeconds: 1.25, read: { iops: 1000, bytesPerSecond: 4_096_000 } });
    expect(chart.rows).toHaveLength(3);
    expect(prepareSeconds([second(0, short)], 0).rows, "the only one there is").toHaveLength(1);
  });

  it("draws no fall where the last second was cut off, and keeps it in the table", () => {
    // Stopped after 0.3 s, of which the drive was idle for the most part: 10 operations, 33 IOPS.
    const cut = second(2, { elapsedNs: 300_000_000, operations: 10, bytes: 40_960 });
    const chart = prepareSeconds([second(0), second(1), cut], 0);
    expect(chart.rows.map(({ read }) => read.iops)).toEqual([1000, 1000]);
    expect(chart.table.rows.map((row) => row[4])).toEqual([1000, 1000, 10 / 0.3]);
  });

  it("keeps directions apart and chooses one latency unit for all", () => {
    const chart = prepareSeconds([second(0), second(0, { direction: "write", latencyNsP99: 3_000_000 })], 0);
    expect(chart.directions).toEqual(["read", "write"]);
    expect(chart.rows).toHaveLength(1);
    expect(chart.latencyUnit).toBe("ms");
    expect(prepareSeconds([], 5000)).toMatchObject({ rows: [], directions: [] });
  });
});
