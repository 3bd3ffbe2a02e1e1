import { describe, expect, it } from "vitest";
import { type TimeSample, timeSeriesPlot } from "./time-series.ts";
import { timeTicks, timeTickText } from "./time-ticks.ts";

const minuteMs = 60_000;

function plotOf(samples: readonly TimeSample[]) {
  return timeSeriesPlot({
    title: "Temperature",
    y: { title: "K", scale: "linear", format: String },
    moment: String,
    series: [{ id: "a", label: "A", color: "red", samples }],
    sinceMs: 0,
    untilMs: 60 * minuteMs,
    longestStepMs: 2.5 * minuteMs,
    tableUnit: "kelvin",
  });
}

const at = (...times: readonly number[]) => times.map((timeMs) => ({ timeMs, value: timeMs / minuteMs }));
const drawn = (samples: readonly TimeSample[]) => plotOf(samples).series[0]?.points.map(({ x, y }) => [x, y]);

describe("timeSeriesPlot", () => {
  it("joins samples that are no further apart than told", () => {
    expect(drawn(at(0, minuteMs, 3.5 * minuteMs))).toEqual([
      [0, 0],
      [minuteMs, 1],
      [3.5 * minuteMs, 3.5],
    ]);
  });

  it("ends the line where samples are missing, and never says zero", () => {
    expect(drawn(at(0, minuteMs, 4 * minuteMs))).toEqual([
      [0, 0],
      [minuteMs, 1],
      [2.5 * minuteMs, null],
      [4 * minuteMs, 4],
    ]);
  });

  it("keeps the extremes of what a sample stands for, in the band and in the table", () => {
    const { series, table } = plotOf([{ timeMs: 0, value: 5, min: 3, max: 9 }]);
    expect(series[0]?.points).toEqual([{ x: 0, y: 5, low: 3, high: 9 }]);
    expect(table.rows).toEqual([["1970-01-01T00:00:00.000Z", "A", 5, 3, 9]]);
  });
});

describe("timeTicks", () => {
  it.each([
    0.05,
    1,
    6,
    24,
    7 * 24,
    30 * 24,
    90 * 24,
    184 * 24,
    365 * 24,
    430 * 24,
    5 * 8766,
    13 * 8766,
    90 * 8766,
    2000 * 8766,
  ])("marks %s hours with two to eight round times inside", (hours) => {
    const since = Date.UTC(2026, 10, 21, 12, 4, 9);
    const until = since + hours * 3_600_000;
    const ticks = timeTicks(since, until);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(8);
    for (const tick of ticks) {
      expect(tick).toBeGreaterThanOrEqual(since);
      expect(tick).toBeLessThanOrEqual(until);
      expect(tick % (hours < 1 ? 1000 : minuteMs)).toBe(0);
    }
  });

  it.each([
    [184, 30, "2026-12"],
    [400, 61, "2027-01"],
    [1000, 182, "2027-01"],
    [13 * 365, 730, "2028"],
    [60 * 365, 3652, "2030"],
  ])("marks %i days at beginnings of months, about %i days apart and over all of them", (days, apart, first) => {
    const since = new Date(2026, 10, 21, 9, 5).getTime();
    const until = since + days * 86_400_000;
    const ticks = timeTicks(since, until);
    expect(timeTickText(ticks[0] ?? 0, until - since)).toBe(first);
    const texts = ticks.map((tick) => new Date(tick).toTimeString().slice(0, 8) + new Date(tick).getDate());
    expect(new Set(texts)).toEqual(new Set(["00:00:001"]));
    const steps = ticks.slice(1).map((tick, index) => (tick - (ticks[index] ?? 0)) / 86_400_000);
    for (const step of steps) expect(Math.abs(step - apart)).toBeLessThan(4);
    expect(until - (ticks.at(-1) ?? 0)).toBeLessThan((apart + 4) * 86_400_000);
  });

  it("names a tick as finely as the range needs", () => {
    const time = new Date(2026, 10, 21, 9, 5).getTime();
    expect(timeTickText(time, 3_600_000)).toBe("09:05");
    expect(timeTickText(time, 30 * 86_400_000)).toBe("11-21");
    expect(timeTickText(time, 365 * 86_400_000)).toBe("2026-11");
    expect(timeTickText(time, 13 * 365 * 86_400_000)).toBe("2026");
  });
});
