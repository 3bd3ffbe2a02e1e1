import { afterEach, describe, expect, it } from "vitest";
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
  const hourMs = 3_600_000;
  const dayMs = 24 * hourMs;
  const textsOf = (sinceMs: number, untilMs: number) =>
    timeTicks(sinceMs, untilMs).map((tick) => timeTickText(tick, untilMs - sinceMs));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  afterEach(() => {
    process.env.TZ = zone;
  });

  it.each(["UTC", "Europe/Berlin", "America/New_York", "Africa/Cairo", "America/St_Johns", "Asia/Kolkata"])(
    "marks any range with two to eight moments inside that are told apart, in %s",
    (name) => {
      process.env.TZ = name;
      const ranges = Array.from({ length: 120 }, (_, index) => 60_000 * 1.13 ** index);
      for (const month of [2, 3, 9, 10])
        for (const rangeMs of ranges) {
          const since = Date.UTC(2026, month, 23, 12, 4, 9);
          const ticks = timeTicks(since, since + rangeMs);
          // By the clock alone, two days are not told apart.
          const isByClock = rangeMs > dayMs && rangeMs <= 2 * dayMs;
          expect([rangeMs, ticks]).toEqual([rangeMs, ticks.toSorted((a, b) => a - b)]);
          expect([rangeMs, ticks.length >= 2, ticks.length <= 8]).toEqual([rangeMs, true, true]);
          expect(isByClock || new Set(textsOf(since, since + rangeMs)).size === ticks.length).toBe(true);
          expect(ticks.every((tick) => tick >= since && tick <= since + rangeMs)).toBe(true);
        }
    },
  );

  it("marks hours and days by the clock of the zone over a change of it", () => {
    process.env.TZ = "Europe/Berlin";
    const since = new Date(2026, 9, 24, 20, 0).getTime();
    expect(textsOf(since, since + 12 * hourMs)).toEqual(["20:00", "22:00", "00:00", "02:00", "04:00", "06:00"]);
    expect(textsOf(since, since + 4 * dayMs)).toEqual(["10-25", "10-26", "10-27", "10-28"]);
    const spring = new Date(2026, 2, 29, 0, 30).getTime();
    expect(textsOf(spring, spring + 5 * hourMs)).toEqual(["01:00", "03:00", "04:00", "05:00", "06:00"]);
  });

  it.each([
    [120, ["12-01", "01-01", "02-01", "03-01"]],
    [184, ["2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05"]],
    [400, ["2027-01", "2027-03", "2027-05", "2027-07", "2027-09", "2027-11"]],
    [1000, ["2027-01", "2027-07", "2028-01", "2028-07", "2029-01", "2029-07"]],
    [13 * 365, ["2028", "2030", "2032", "2034", "2036", "2038"]],
  ])("marks %i days at the beginnings of months, over all of them", (days, texts) => {
    const since = new Date(2026, 10, 21, 9, 5).getTime();
    const until = since + days * dayMs;
    expect(textsOf(since, until)).toEqual(texts);
    const ticks = timeTicks(since, until).map((tick) => new Date(tick));
    expect(new Set(ticks.map((tick) => [tick.getDate(), tick.getHours(), tick.getMinutes()].join()))).toEqual(
      new Set(["1,0,0"]),
    );
  });

  it("marks nothing where there are no dates", () => {
    expect([timeTicks(Number.NaN, 5), timeTicks(0, Number.NaN)]).toEqual([[], []]);
    expect([timeTicks(8.7e15, 8.8e15), timeTicks(8.6e15, 8.7e15).length]).toEqual([[], 3]);
  });

  it("names a tick as finely as the range needs", () => {
    const time = new Date(2026, 10, 21, 9, 5).getTime();
    expect(timeTickText(time, 3_600_000)).toBe("09:05");
    expect(timeTickText(time, 30 * 86_400_000)).toBe("11-21");
    expect(timeTickText(time, 365 * 86_400_000)).toBe("2026-11");
    expect(timeTickText(time, 13 * 365 * 86_400_000)).toBe("2026");
  });
});
