import { describe, expect, it } from "vitest";
import { expectNear, shared } from "../analysis/testing/vectors.ts";
import { bytesOfDataUnits } from "../units/units.ts";
import { endMeaning } from "./end-meaning.ts";
import { ratedWrites } from "./rating.ts";
import { crossings, wearSlope } from "./wear-slope.ts";
import { driveWrites, riseOf, type WrittenDay, writeAmplification, writesOver, writesUpToEach } from "./writes.ts";

interface Expected {
  readonly verdict: "forecast" | "no_wear" | "insufficient" | "reached";
  readonly whole_percent_steps: number;
  readonly slope_percent_per_day: number;
  readonly slope_interval_95: [number, number];
  readonly end_day: number | null;
  readonly earliest_day: number | null;
  readonly latest_day: number | null;
  readonly reached_day: number;
  readonly dwpd: number | null;
  readonly bytes_written: number;
  readonly resets: number;
}

type Input =
  | { readonly kind: "forecast"; readonly points_day_percent: [number, number][]; readonly limit_percent: number }
  | { readonly kind: "dwpd"; readonly samples_day_units: [number, number][]; readonly capacity_bytes: number };

const vectors = shared<Input, Expected>("wear");
const kinds = { reaches: "forecast", noWear: "no_wear", tooLittle: "insufficient", reached: "reached" } as const;

const nearOrNone = (found: number | undefined, expected: number | null) =>
  expected === null ? expect(found).toBeUndefined() : expectNear(found ?? Number.NaN, expected);

describe.skipIf(vectors.length === 0)("the vectors", () => {
  it.each(vectors)("$name", ({ input, expected }) => {
    if (input.kind === "forecast") {
      const found = wearSlope(
        input.points_day_percent.map(([day, percent]) => ({ day, percent })),
        input.limit_percent,
      );
      expect(kinds[found.kind]).toBe(expected.verdict);
      if (found.kind === "tooLittle") return expect(found.has).toBe(expected.whole_percent_steps);
      expect(found.steps).toBe(expected.whole_percent_steps);
      expectNear(found.percentPerDay.slope, expected.slope_percent_per_day);
      expectNear(found.percentPerDay.low, expected.slope_interval_95[0]);
      expectNear(found.percentPerDay.high, expected.slope_interval_95[1]);
      if (found.kind === "reached") return expectNear(found.day, expected.reached_day);
      nearOrNone(found.day, expected.end_day);
      nearOrNone(found.earliestDay, expected.earliest_day);
      nearOrNone(found.latestDay, expected.latest_day);
      return;
    }
    const rise = riseOf(input.samples_day_units.map(([day, units]) => ({ day, value: BigInt(units) })));
    expect(rise.resets).toBe(expected.resets);
    const found = driveWrites(rise, input.capacity_bytes);
    if (expected.dwpd === null) return expect(found.kind).toBe("tooLittle");
    if (found.kind !== "writes") throw new Error(found.kind);
    expectNear(found.drivesPerDay, expected.dwpd);
    expectNear(found.bytesPerDay * found.days, expected.bytes_written);
  });
});

describe("crossings", () => {
  it("keep the first sight of each whole percent, and nothing after a fall", () => {
    const percents = [4, 4, 5, 5, 7, 6, 7, 8];
    const points = percents.map((percent, day) => ({ day, percent }));
    expect(crossings(points).map(({ day }) => day)).toEqual([0, 2, 4, 7]);
  });
});

describe("writeAmplification", () => {
  it("is of media and host writes, once enough of the drive was written", () => {
    expect(writeAmplification(2e10, 6e10, 1e12)).toEqual({
      kind: "amplification",
      factor: 3,
      hostBytes: 2e10,
      mediaBytes: 6e10,
    });
    expect(writeAmplification(1e10 - 1, 6e10, 1e12)).toEqual({
      kind: "tooLittle",
      of: "bytesWritten",
      needs: 1e10,
      has: 1e10 - 1,
    });
  });
});

describe("writesOver", () => {
  const dayMs = 86_400_000;
  const nowMs = Date.UTC(2026, 10, 22);
  /** A drive of 1 TB that is written once on each of the last days; 1,953,125 units are 1 TB. */
  const daily = (days: number, more: Partial<WrittenDay> = {}): WrittenDay[] =>
    Array.from({ length: days }, (_, index) => ({
      timeMs: nowMs - (days - index) * dayMs,
      unitsIncrease: 1_953_125n,
      coveredMs: dayMs,
      resets: 0,
      unitsLast: 1_953_125n * BigInt(index + 1),
      ...more,
    }));
  const over = (rows: readonly WrittenDay[], days: number) => writesOver(rows, { nowMs, days, capacityBytes: 1e12 });

  it.each([7, 30, 90])("are drive writes a day over %d days", (days) => {
    expect(over(daily(120), days)).toMatchObject({ kind: "writes", drivesPerDay: 1, bytesPerDay: 1e12, resets: 0 });
  });

  it("go by this time, not by a drive's whole life", () => {
    const idle = daily(90, { unitsIncrease: 0n }).slice(0, 83);
    const rows = [...idle, ...daily(7)];
    expect(over(rows, 7)).toMatchObject({ drivesPerDay: 1 });
    expect(over(rows, 90)).toMatchObject({ bytesPerDay: 7e12 / 90 });
  });

  it("need half of the days, and say how many there are", () => {
    expect(over(daily(15), 30)).toMatchObject({ kind: "writes", drivesPerDay: 1 });
    expect(over(daily(14), 30)).toEqual({ kind: "tooLittle", of: "days", needs: 15, has: 14 });
    expect(over([], 7)).toMatchObject({ kind: "tooLittle" });
  });

  it("are a rate over the time that was seen: a gap is in it once", () => {
    const [gap] = daily(1, { coveredMs: 10 * dayMs });
    expect(over(gap === undefined ? [] : [gap], 7)).toMatchObject({ drivesPerDay: 0.1, days: 10 });
  });

  it("say that a drive does not count what is written", () => {
    expect(over(daily(30, { unitsIncrease: 0n, unitsLast: 0n }), 30)).toEqual({ kind: "notReported" });
    expect(over(daily(30, { unitsIncrease: 0n, unitsLast: 5n }), 30)).toMatchObject({ kind: "writes", bytesPerDay: 0 });
  });

  it("say that a counter was set back", () => {
    expect(over(daily(7, { resets: 1 }), 7)).toMatchObject({ resets: 7 });
  });

  it("are told up to the end of each day as they would have been then", () => {
    const rows = [...daily(90, { unitsIncrease: 0n }).slice(0, 80), ...daily(10)];
    const each = writesUpToEach(rows, { days: 30, capacityBytes: 1e12 });
    // Half of 30 days are seen at the end of the 15th; of the last ten days each is one in 30.
    expect(each.findIndex(({ drivesPerDay }) => drivesPerDay !== undefined)).toBe(14);
    expect(each.slice(78).map(({ drivesPerDay = -1 }) => Math.round(30 * drivesPerDay))).toEqual([
      0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(each.at(-1)).toEqual({ atMs: nowMs, drivesPerDay: 1 / 3 });
    for (const { atMs, drivesPerDay } of each.slice(30)) {
      const then = writesOver(rows, { nowMs: atMs - 1, days: 30, capacityBytes: 1e12 });
      expect(then).toMatchObject({ kind: "writes" });
      if (then.kind === "writes") expect(Math.abs(then.drivesPerDay - (drivesPerDay ?? -1))).toBeLessThan(0.04);
    }
  });
});

describe("ratedWrites", () => {
  it.each([
    // P4800X: 30 drive writes a day for 5 years of 375 GB.
    [{ driveWritesPerDay: 30, warrantyYears: 5 }, 375e9, { drivesPerDay: 30, bytes: 2.053125e16 }],
    // DC P3700 800 GB: 14.6 PB in 5 years.
    [{ bytesWritten: 14.6e15, warrantyYears: 5 }, 800e9, { drivesPerDay: 10, bytes: 14.6e15 }],
    [{ driveWritesPerDay: 3, bytesWritten: 10e15, warrantyYears: 5 }, 1e12, { drivesPerDay: 3, bytes: 10e15 }],
    [{ driveWritesPerDay: 3 }, 1e12, { drivesPerDay: 3, bytes: undefined }],
    [{ bytesWritten: 1e15 }, 1e12, { drivesPerDay: undefined, bytes: 1e15 }],
    [{}, 1e12, { drivesPerDay: undefined, bytes: undefined }],
  ])("%o", (sheet, capacityBytes, expected) => {
    expect(ratedWrites(sheet, capacityBytes)).toEqual(expected);
  });

  it("is in one unit with what the drive counts", () => {
    // A data unit is 512,000 bytes: 7.3 PB are 14,257,812,500 of them. In binary units that would be a tenth more.
    const p3700 = { bytesWritten: 7.3e15, warrantyYears: 5 };
    expect(Number(bytesOfDataUnits(14_257_812_500n)) / (ratedWrites(p3700, 400e9).bytes ?? 0)).toBe(1);
    const day = { timeMs: 0, unitsIncrease: 7_812_500n, unitsLast: 14_257_812_500n, coveredMs: 86_400_000, resets: 0 };
    const week = Array.from({ length: 7 }, (_, at) => ({ ...day, timeMs: at * 86_400_000 }));
    // 4 TB a day onto 400 GB are the ten drive writes that it is rated for.
    expect(writesOver(week, { nowMs: 7 * 86_400_000, days: 7, capacityBytes: 400e9 })).toMatchObject({
      drivesPerDay: 10,
    });
    expect(ratedWrites(p3700, 400e9).drivesPerDay).toBe(10);
  });
});

describe("endMeaning", () => {
  it("is the model's own where the catalog knows it", () => {
    const p4800x = {
      writeProtectPercentageUsed: 105,
      writeProtectWriteBytesPerSecond: 30_000_000,
      retentionUnpoweredMonthsAtEndOfLife: 3,
    };
    expect(endMeaning(p4800x).slice(1)).toEqual([
      "From 105\u2009% on, this model limits writes to 30\u2009MB/s, or takes none. It goes on reading.",
      "Without power it keeps data for 3 months then.",
    ]);
    expect(endMeaning(undefined).join(" ")).toContain("is not known");
  });
});
