import { describe, expect, it } from "vitest";
import { forecastPlot } from "./prepare-forecast";

const dayMs = 86_400_000;
const days = [0, 1, 2].map((day) => ({ timeMs: day * dayMs, percentageUsed: 50 }));
const at = (day: number) => new Date(day * dayMs);
const forecast = { kind: "forecast", basis: "writes", percentPerDay: 0.5, earliest: at(52), likely: at(102) } as const;
const of = (latest: Date | undefined) =>
  forecastPlot({ days, end: { ...forecast, latest }, limitPercent: 100, writeLimitPercent: undefined });

describe("forecastPlot", () => {
  it("goes straight from the last day to the limit, between the earliest and the latest date", () => {
    // 50 % are left: in 50, 100 and 200 days.
    expect(of(at(202)).series[1]?.points).toEqual([
      { x: 2 * dayMs, y: 50, low: 50, high: 50 },
      { x: 52 * dayMs, y: 75, low: 62.5, high: 100 },
      { x: 102 * dayMs, y: 100, low: 75, high: 100 },
      { x: 202 * dayMs, y: 100, low: 100, high: 100 },
    ]);
  });

  it("stays where it is at the slowest where there is no latest date", () => {
    expect(of(undefined).series[1]?.points?.at(-1)).toEqual({ x: 102 * dayMs, y: 100, low: 50, high: 100 });
  });

  it("draws no way to an end that nobody knows, and the limit all the same", () => {
    const plot = forecastPlot({ days, end: { kind: "notEnoughData" }, limitPercent: 105, writeLimitPercent: 105 });
    // Neither the legend nor the title names what is not drawn.
    expect(plot.series.map(({ label }) => label)).toEqual(["Percentage used"]);
    expect(plot.title).toBe("Percentage used and its limit");
    expect(plot.note).toBeUndefined();
    expect(plot.lines?.map(({ label }) => label)).toEqual(["Write limit 105\u2009%"]);
  });

  it("draws the end of the rating beside the write limit where the way leads to that", () => {
    const end = { ...forecast, basis: "ratedWrites", latest: at(202) } as const;
    const plot = forecastPlot({ days, end, limitPercent: 100, writeLimitPercent: 105 });
    expect(plot.series[1]?.points?.at(-1)).toEqual({ x: 202 * dayMs, y: 100, low: 100, high: 100 });
    expect(plot.lines?.map(({ from }) => from.y)).toEqual([100, 105]);
  });

  it("leaves a gap where days are missing", () => {
    const gapped = [...days, { timeMs: 9 * dayMs, percentageUsed: 51 }];
    const end = { kind: "beyond", basis: "percentageUsed", years: 10 } as const;
    const plot = forecastPlot({ days: gapped, end, limitPercent: 100, writeLimitPercent: undefined });
    expect(plot.series[0]?.points.map(({ y }) => y)).toEqual([50, 50, 50, null, 51]);
  });
});
