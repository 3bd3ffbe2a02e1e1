import type { LatencyHistogram } from "@crosspoint/domain";
import { describe, expect, it } from "vitest";
import { distributionPlot } from "./distribution-plot.ts";
import { prepareDistribution } from "./latency-distribution.ts";
import { ninesOf, percentileAtNines, percentileLabel } from "./nines.ts";
import { preparePercentilesByNines } from "./percentiles-by-nines.ts";
import { percentilesPlot } from "./percentiles-plot.ts";

/** Exact values, one bucket each. */
function histogram(counts: readonly (readonly [ns: number, count: number])[]): LatencyHistogram {
  return {
    layout: { significantDigits: 3, lowestDiscernibleNs: 1 },
    buckets: counts.map(([ns, count]) => ({ lowestNs: ns, highestNs: ns, count })),
    totalCount: counts.reduce((sum, [, count]) => sum + count, 0),
  };
}

const series = (id: string, counts: readonly (readonly [number, number])[]) => ({
  id,
  label: id,
  histogram: histogram(counts),
});

describe("ninesOf", () => {
  it("is -log10(1 - p)", () => {
    expect(ninesOf("50")).toBeCloseTo(0.30103, 5);
    expect((["90", "99", "99.9", "99.99", "99.999"] as const).map(ninesOf)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is read back as a percentile", () => {
    expect([1, 2, 3, 5, 6].map(percentileAtNines)).toEqual(["90", "99", "99.9", "99.999", "99.9999"]);
    expect(percentileAtNines(Math.log10(2))).toBe("50");
  });

  it("is written with two digits of what lies above it", () => {
    // 10^-5.1 is 7.943e-6: 7.9e-4 % of the operations lie above.
    expect([1, 2, 2.5, 5, 5.1].map(percentileLabel)).toEqual(["p90", "p99", "p99.68", "p99.999", "p99.99921"]);
  });
});

describe("preparePercentilesByNines", () => {
  // 900 of 1000 take 10 µs, 90 take 20 µs, 9 take 100 µs and one 5 ms.
  const chart = preparePercentilesByNines([
    series("a", [
      [10_000, 900],
      [20_000, 90],
      [100_000, 9],
      [5_000_000, 1],
    ]),
  ]);
  const at = (nines: number) => {
    const curve = chart.series[0];
    return [...(curve?.solid ?? []), ...(curve?.faded ?? [])].find((point) => Math.abs(point.nines - nines) < 1e-9);
  };

  it("begins at the median and reads the value that the share does not exceed", () => {
    expect(chart.series[0]?.solid[0]).toEqual({ nines: Math.log10(2), ns: 10_000, samplesAbove: 500 });
    expect(at(1)).toEqual({ nines: 1, ns: 10_000, samplesAbove: 100 });
    expect(at(2)).toEqual({ nines: 2, ns: 20_000, samplesAbove: 10 });
  });

  it("ends where its samples end, faded where fewer than ten stand above", () => {
    expect(chart.series[0]?.solid.at(-1)).toEqual({ nines: 2, ns: 20_000, samplesAbove: 10 });
    expect(chart.series[0]?.faded[0]).toEqual({ nines: 2, ns: 20_000, samplesAbove: 10 });
    expect(chart.series[0]?.faded.at(-1)).toEqual({ nines: 3, ns: 100_000, samplesAbove: 1 });
    expect(chart.xDomain).toEqual([Math.log10(2), 5]);
  });

  it("keeps published percentiles apart from curves, with their bound", () => {
    const mark = {
      id: "p",
      label: "P4800X",
      percentile: "99.999",
      ns: 37_000,
      bound: "at_most",
      source: "AnandTech",
    } as const;
    const published = preparePercentilesByNines([], [mark]);
    expect(published.series).toEqual([]);
    expect(published.marks).toEqual([{ ...mark, nines: 5 }]);
    expect(published.table.rows).toEqual([["P4800X", "published", "99.999", 37_000, undefined, "at_most"]]);
  });

  it("draws nothing of a single sample", () => {
    expect(preparePercentilesByNines([series("one", [[1000, 1]])]).series[0]).toMatchObject({ solid: [], faded: [] });
  });
});

describe("prepareDistribution", () => {
  it("counts every sample once, in bins of equal width on the logarithm", () => {
    const chart = prepareDistribution([
      series("a", [
        [10_000, 75],
        [100_000, 25],
      ]),
    ]);
    const steps = chart.series[0]?.steps ?? [];
    expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(steps[0]).toMatchObject({ count: 75, sharePercent: 75 });
    expect(steps.at(-1)).toMatchObject({ count: 25, sharePercent: 25 });
    // One decade apart at 48 bins a decade, both ends included.
    expect(steps).toHaveLength(49);
    expect(steps[0]?.fromNs).toBe(10_000);
  });

  it("puts the bins of two series on one grid, so that they are read together", () => {
    const chart = prepareDistribution([
      series("a", [[10_000, 1]]),
      series("b", [
        [1_000, 1],
        [10_000, 4],
      ]),
    ]);
    expect(chart.series[0]?.steps[0]?.fromNs).toBe(chart.series[1]?.steps.at(-1)?.fromNs);
  });

  it("has nothing to show of an empty histogram", () => {
    expect(prepareDistribution([series("a", [])]).series[0]?.steps).toEqual([]);
  });
});

describe("percentilesPlot", () => {
  const looks = { colorOf: () => "red", dashOf: () => undefined, formOf: () => "square" as const };
  const chart = preparePercentilesByNines(
    [
      series("a", [
        [10_000, 900],
        [20_000, 100],
      ]),
    ],
    [{ id: "p", label: "P4800X", percentile: "99.999", ns: 37_000, bound: "at_most", source: "AnandTech, 2017" }],
  );
  const plot = percentilesPlot({ chart, title: "Latency", looks, scale: "logarithmic" });

  it("fades what fewer than ten samples stand above, once and in order", () => {
    const points = plot.series[0]?.points ?? [];
    expect(points.map(({ x }) => x)).toEqual([...new Set(points.map(({ x }) => x))].sort((a, b) => a - b));
    expect(points.findIndex(({ thin }) => thin)).toBe(points.findIndex(({ x }) => x > 2 + 1e-9));
    expect(points[0]?.details).toEqual(["500 samples above"]);
  });

  it("draws what was published hollow and by itself, with its bound and source", () => {
    expect(plot.series[1]).toMatchObject({
      hollow: true,
      form: "square",
      label: "P4800X (AnandTech, 2017)",
      points: [{ x: 5, y: 37_000, bound: "at_most", details: ["published, AnandTech, 2017"] }],
    });
    expect(plot.series[1]?.line).toBeUndefined();
    expect(plot.source).toBe("AnandTech, 2017");
  });
});

describe("distributionPlot", () => {
  const chart = prepareDistribution([
    series("a", [
      [10_000, 75],
      [100_000, 25],
    ]),
  ]);

  it("names the range of a step, and ends the last one without a value of its own", () => {
    const plot = distributionPlot({ chart, title: "Latency", looksOf: () => ({ color: "red" }), scale: "linear" });
    const points = plot.series[0]?.points ?? [];
    expect(plot.x.format(points[0]?.x ?? 0)).toMatch(/^10\sµs to 10\.49\sµs$/);
    expect(points[0]).toMatchObject({ y: 75, details: ["75 I/Os"] });
    expect(points.at(-1)).toMatchObject({ y: 0, silent: true });
  });
});
