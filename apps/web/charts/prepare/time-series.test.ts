import { describe, expect, it } from "vitest";
import { prepareTimeSeries } from "./time-series.ts";
import { timeTicks, timeTickText } from "./time-ticks.ts";

const minuteMs = 60_000;

function prepare(times: readonly number[]) {
  return prepareTimeSeries({
    series: [{ id: "a", label: "A", samples: times.map((timeMs) => ({ timeMs, value: timeMs / minuteMs })) }],
    sinceMs: 0,
    untilMs: 60 * minuteMs,
    longestStepMs: 2.5 * minuteMs,
    tableUnit: "kelvin",
  });
}

describe("prepareTimeSeries", () => {
  it("joins samples that are no further apart than told", () => {
    const { rows, gaps } = prepare([0, minuteMs, 3.5 * minuteMs]);
    expect(gaps).toBe(0);
    expect(rows.map(({ values }) => values.a)).toEqual([0, 1, 3.5]);
  });

  it("ends the line where samples are missing, and never says zero", () => {
    const { rows, gaps } = prepare([0, minuteMs, 4 * minuteMs]);
    expect(gaps).toBe(1);
    expect(rows.map(({ timeMs, values }) => [timeMs, values.a])).toEqual([
      [0, 0],
      [minuteMs, 1],
      [2.5 * minuteMs, null],
      [4 * minuteMs, 4],
    ]);
  });

  it("puts the extremes of what a sample stands for into its band and the scale", () => {
    const chart = prepareTimeSeries({
      series: [{ id: "a", label: "A", samples: [{ timeMs: 0, value: 5, min: 3, max: 9 }] }],
      sinceMs: 0,
      untilMs: minuteMs,
      longestStepMs: 2.5 * minuteMs,
      tableUnit: "kelvin",
    });
    expect(chart.rows[0]?.bands.a).toEqual([3, 9]);
    expect([chart.smallest, chart.largest]).toEqual([3, 9]);
    expect(chart.table.rows).toEqual([["1970-01-01T00:00:00.000Z", "A", 5, 3, 9]]);
  });

  it("has no scale without a sample", () => {
    expect(prepare([])).toMatchObject({ rows: [], smallest: undefined, largest: undefined });
  });
});

describe("timeTicks", () => {
  it.each([1, 6, 24, 7 * 24, 30 * 24, 90 * 24, 365 * 24])(
    "marks %s hours with two to eight round times inside",
    (hours) => {
      const since = Date.UTC(2026, 10, 21, 12, 4, 9);
      const until = since + hours * 3_600_000;
      const ticks = timeTicks(since, until);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(since);
        expect(tick).toBeLessThanOrEqual(until);
        expect(tick % minuteMs).toBe(0);
      }
    },
  );

  it("names a tick as finely as the range needs", () => {
    const time = new Date(2026, 10, 21, 9, 5).getTime();
    expect(timeTickText(time, 3_600_000)).toBe("09:05");
    expect(timeTickText(time, 30 * 86_400_000)).toBe("11-21");
    expect(timeTickText(time, 365 * 86_400_000)).toBe("2026-11");
  });
});
