import { describe, expect, it } from "vitest";
import { type FigureDay, figureTrends } from "./figure-trends";

const dayMs = 86_400_000;
const day = (index: number, more: Partial<FigureDay> = {}): FigureDay => ({
  timeMs: index * dayMs,
  firstAtMs: index * dayMs,
  lastAtMs: (index + 1) * dayMs,
  coveredMs: dayMs,
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

describe("figureTrends", () => {
  it("has none of a day alone, nor of none", () => {
    expect(figureTrends([])).toBeUndefined();
    expect(figureTrends([day(0)])).toBeUndefined();
  });

  it("says how each figure went over the days", () => {
    const trends = figureTrends([
      day(0, { maxKelvin: 321 }),
      day(1, { mediaErrorsIncrease: 2n }),
      day(2, { percentageUsed: 5, availableSparePercent: 99 }),
    ]);
    // 1,953,125 units of 512,000 bytes are 1 TB.
    expect(Object.fromEntries(Object.entries(trends ?? {}).map(([name, { words }]) => [name, plain(words)]))).toEqual({
      temperature: "up to 48 °C in 3 days",
      percentageUsed: "+2 points in 2 days",
      spare: "−1 point in 2 days",
      written: "3 TB in 3 days",
      mediaErrors: "2 new in 3 days",
      powerOnHours: "+72 h in 3 days",
    });
    expect(trends?.percentageUsed.values).toEqual([3, 3, 5]);
  });

  it("draws power-on hours as the counter went: steadily on, not down by what today still lacks", () => {
    const trends = figureTrends([day(0), day(1), day(3), day(4, { powerOnHoursIncrease: 7n })]);
    expect(trends?.powerOnHours.values).toEqual([24, 48, undefined, 72, 79]);
  });

  it("leaves a gap for a day without samples, and counts what was written meanwhile over that time", () => {
    const trends = figureTrends([day(0), day(3, { coveredMs: 3 * dayMs })]);
    expect(trends?.temperature.values).toEqual([311, undefined, undefined, 311]);
    expect(plain(trends?.written.words)).toBe("2 TB in 4 days");
  });

  it("says of days that began long before that their writes are of all that time", () => {
    const trends = figureTrends([day(0, { coveredMs: 60 * dayMs }), day(1)]);
    expect(plain(trends?.written.words)).toBe("2 TB in 61 days");
    expect(plain(trends?.spare.words)).toBe("unchanged in 1 d");
  });

  it("says no change of wear that the drive has stopped counting", () => {
    const stopped = { percentageUsed: 255 };
    expect(figureTrends([day(0, stopped), day(1, stopped)])?.percentageUsed.words).toBe("it counts no further");
  });

  it("says that no sample told a temperature", () => {
    const none = { meanKelvin: null, maxKelvin: null };
    expect(plain(figureTrends([day(0, none), day(1, none)])?.temperature.words)).toBe("not reported in 2 days");
  });
});
