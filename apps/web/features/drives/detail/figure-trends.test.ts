import { describe, expect, it } from "vitest";
import { type DriveFigures, type FigureDay, figureTrends } from "./figure-trends";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const day = (index: number, more: Partial<FigureDay> = {}): FigureDay => ({
  timeMs: index * dayMs,
  lastAtMs: (index + 1) * dayMs,
  meanKelvin: 311,
  maxKelvin: 315,
  percentageUsed: 3,
  availableSparePercent: 100,
  dataUnitsWrittenIncrease: 1_953_125n,
  mediaErrorsIncrease: 0n,
  powerOnHoursIncrease: 24n,
  ...more,
});
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, " ");
/** From the beginning of the first day on, or as is said. */
const from = (start: Partial<DriveFigures["start"]>, ...days: FigureDay[]) =>
  figureTrends({ start: { atMs: 0, percentageUsed: 3, availableSparePercent: 100, ...start }, days });
const words = (trends: ReturnType<typeof figureTrends>) =>
  Object.fromEntries(Object.entries(trends ?? {}).map(([name, trend]) => [name, plain(trend.words)]));

describe("figureTrends", () => {
  it("has none of a day alone, nor of none", () => {
    expect(figureTrends({ start: undefined, days: [] })).toBeUndefined();
    expect(from({}, day(0))).toBeUndefined();
  });

  it("says how each figure went, all over one time", () => {
    const trends = from(
      { percentageUsed: 2 },
      day(0, { maxKelvin: 321 }),
      day(1, { mediaErrorsIncrease: 2n }),
      day(2, { percentageUsed: 5, availableSparePercent: 99 }),
    );
    // 1,953,125 units of 512,000 bytes are 1 TB.
    expect(words(trends)).toEqual({
      temperature: "up to 48 °C in 3 days",
      percentageUsed: "+3 points in 3 days",
      spare: "−1 point in 3 days",
      written: "3 TB in 3 days",
      mediaErrors: "2 new in 3 days",
      powerOnHours: "+72 h in 3 days",
    });
    expect(trends?.percentageUsed.values).toEqual([3, 3, 5]);
  });

  it.each([
    // From the last sample of the day before to the last sample of yesterday, wherever in their hours those lie.
    [-minuteMs, 30 * dayMs - minuteMs, "30 days"],
    [-5 * hourMs, 30 * dayMs - minuteMs, "30 days"],
    [-minuteMs, 30 * dayMs - 5 * hourMs, "30 days"],
    [0, 47 * hourMs, "1 d 23 h"],
  ])("from %d to %d are told as %s", (atMs, lastAtMs, span) => {
    expect(words(from({ atMs }, day(0), day(1, { lastAtMs }))).spare).toBe(`unchanged in ${span}`);
  });

  it("draws power-on hours as the counter went: steadily on, not down by what today still lacks", () => {
    const trends = from({}, day(0), day(1), day(3), day(4, { powerOnHoursIncrease: 7n }));
    expect(trends?.powerOnHours.values).toEqual([24, 48, undefined, 72, 79]);
  });

  it("leaves a gap for a day without samples, and counts what was written meanwhile over that time", () => {
    const trends = from({}, day(0), day(3));
    expect(trends?.temperature.values).toEqual([311, undefined, undefined, 311]);
    expect(words(trends).written).toBe("2 TB in 4 days");
  });

  it("says of days counted from long before that all is of that time", () => {
    const { written, spare } = words(from({ atMs: -59 * dayMs, availableSparePercent: 101 }, day(0), day(1)));
    expect([written, spare]).toEqual(["2 TB in 61 days", "−1 point in 61 days"]);
  });

  it("says no change of wear that the drive has stopped counting", () => {
    const stopped = { percentageUsed: 255 };
    expect(from({}, day(0, stopped), day(1, stopped))?.percentageUsed.words).toBe("it counts no further");
  });

  it("says that no sample told a temperature", () => {
    const none = { meanKelvin: null, maxKelvin: null };
    expect(words(from({}, day(0, none), day(1, none))).temperature).toBe("not reported in 2 days");
  });
});
