import { describe, expect, it } from "vitest";
import { prepareSeconds } from "./seconds-over-time.ts";
import { latencyPlot, throughputPlot } from "./seconds-panes.ts";

/** 584,800 reads of 4 KiB in a second, and as many writes at 2.2 ms. */
const second = (direction: "read" | "write", latencyNsP99: number, at = 0) => ({
  phase: "measure" as const,
  second: at,
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

describe("throughputPlot", () => {
  it("has a line for each direction, writes dashed, and begins at zero", () => {
    const { series, y } = throughputPlot(chart, "iops", 65);
    expect(series.map(({ label, dash }) => [label, dash !== undefined])).toEqual([
      ["Reads", false],
      ["Writes", true],
    ]);
    expect(y.fromZero).toBe(true);
  });

  it("counts bytes in one unit for axis and tooltip: 584,800 x 4096 B/s is 2.395 GB/s", () => {
    const { y, series } = throughputPlot(chart, "bytes", 65);
    expect([y.title, y.perUnit]).toEqual(["Throughput (GB/s)", 1e9]);
    expect(y.format(series[0]?.points[0]?.y ?? 0)).toMatch(/^2\.395\sGB\/s$/);
  });

  it("ends with the point, whatever was measured of it, and says which seconds are warm-up", () => {
    const { x, bands } = throughputPlot({ ...chart, rampSeconds: 5 }, "iops", 65);
    expect([x.from, x.to]).toEqual([0, 65]);
    expect(bands).toEqual([{ axis: "x", from: 0, to: 5, label: "warm-up" }]);
    expect([x.format(5), x.format(6)]).toEqual(["Up to 5 s, warm-up (excluded)", "Up to 6 s"]);
  });

  it("leaves a gap for seconds of which no word arrived, and says so", () => {
    const broken = prepareSeconds([second("read", 1, 0), second("read", 1, 4)], 0);
    const { series, note } = throughputPlot(broken, "iops", 65);
    expect(series[0]?.points.map(({ y, gap }) => [y, gap])).toEqual([
      [584_800, undefined],
      [null, "not reported"],
      [584_800, undefined],
    ]);
    expect(note).toBe("3 seconds missing: gaps");
  });
});

describe("latencyPlot", () => {
  it("draws p99, mean and median of both directions in one unit, and not the maximum", () => {
    const { series, y } = latencyPlot(chart, 65);
    expect(y.perUnit).toBe(1e6);
    expect(series.map(({ label }) => label)).toEqual([
      "Reads, p99",
      "Reads, mean",
      "Reads, p50",
      "Writes, p99",
      "Writes, mean",
      "Writes, p50",
    ]);
    expect(Math.max(...series.flatMap(({ points }) => points.map((point) => point.y ?? 0)))).toBe(2_200_000);
  });

  it("follows the scale that is chosen for latencies, while throughput begins at zero", () => {
    expect(latencyPlot(chart, 65, "logarithmic").y.scale).toBe("log10");
    expect(latencyPlot(chart, 65, "linear").y).toMatchObject({ scale: "linear", fromZero: true });
  });

  it("tells a second in which nothing completed from one that was not reported", () => {
    const idle = { ...second("read", 1, 1), operations: 0, bytes: 0, latencyNsP50: undefined };
    const { series } = latencyPlot(prepareSeconds([second("read", 1), idle, second("read", 1, 2)], 0), 65);
    expect(series[2]?.points[1]).toMatchObject({ y: null, gap: "nothing completed" });
  });
});
