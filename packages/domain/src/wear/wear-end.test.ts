import { describe, expect, it } from "vitest";
import { seededDraw } from "../analysis/random.ts";
import { forecastEnd, type WearEnd, type WearPast, type WearRow } from "./wear-end.ts";
import { DATA_UNIT_BYTES } from "./writes.ts";

const dayMs = 86_400_000;
const beganMs = Date.UTC(2026, 0, 1);

interface Life {
  readonly observedDays: number;
  readonly percentPerYear: number;
  readonly endPercent?: number;
}

/**
 * A drive whose days differ, hang together and are fewer at weekends, as its rollups would tell it, and the day on which it
 * reached its end. What a percent costs in bytes is its own.
 */
function lifeOf(seed: number, { observedDays, percentPerYear, endPercent = 100 }: Life) {
  const draw = seededDraw(seed);
  const uniform = () => (draw(2 ** 30) + 0.5) / 2 ** 30;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const unitsPerPercent = 2e7 * (0.5 + uniform());
  const bought = 20 + 50 * uniform();
  let used = bought;
  let mood = normal() / 0.9;
  let units = 0n;
  const rows: WearRow[] = [];
  let day = 0;
  for (; used < endPercent; day += 1) {
    mood = 0.45 * mood + normal();
    const today = (percentPerYear / 365) * Math.exp(0.6 * mood - 0.22) * (day % 7 < 5 ? 1.16 : 0.6);
    used += today;
    const unitsIncrease = BigInt(Math.round(today * unitsPerPercent));
    units += unitsIncrease;
    const lastAtMs = beganMs + (day + 1) * dayMs;
    if (day < observedDays)
      rows.push({ lastAtMs, percentageUsed: Math.floor(used), unitsIncrease, unitsLast: units, resets: 0 });
  }
  const ratedBytes = (endPercent - bought) * unitsPerPercent * DATA_UNIT_BYTES;
  return { rows, endMs: beganMs + day * dayMs, ratedBytes };
}

const pastOf = (rows: readonly WearRow[], more: Partial<WearPast> = {}): WearPast => ({
  rows,
  nowMs: rows.at(-1)?.lastAtMs ?? beganMs,
  ...more,
});
const holds = (end: WearEnd, atMs: number) =>
  end.kind === "forecast" && end.earliestMs <= atMs && (end.latestMs ?? Number.POSITIVE_INFINITY) >= atMs;
const withoutWrites = (rows: readonly WearRow[]) => rows.map((row) => ({ ...row, unitsIncrease: 0n, unitsLast: 0n }));
const beyondMs = (rows: readonly WearRow[], years: number) => (rows.at(-1)?.lastAtMs ?? 0) + years * 365.25 * dayMs;
const lives = (life: Life) => Array.from({ length: 100 }, (_, seed) => lifeOf(seed + 1, life));

describe("the true date lies within the interval for 90 of 100 drives or more", () => {
  it.each<Life>([
    { observedDays: 45, percentPerYear: 60 },
    { observedDays: 90, percentPerYear: 24 },
    { observedDays: 90, percentPerYear: 60 },
    { observedDays: 365, percentPerYear: 12 },
  ])("of those with $percentPerYear % a year, after $observedDays days", (life) => {
    const all = lives(life);
    const found = all.map(({ rows, endMs }) => holds(forecastEnd(pastOf(rows)), endMs));
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(90);
    const bySteps = all.map(({ rows, endMs }) => holds(forecastEnd(pastOf(withoutWrites(rows))), endMs));
    expect(bySteps.filter(Boolean).length).toBeGreaterThanOrEqual(90);
  });

  it("and up to a limit of the model's own", () => {
    const limited = lives({ observedDays: 90, percentPerYear: 60, endPercent: 105 });
    const found = limited.map(({ rows, endMs }) => {
      const end = forecastEnd(pastOf(rows, { writeProtectPercentageUsed: 105 }));
      return end.kind === "forecast" && end.limit === "writeProtect" && holds(end, endMs);
    });
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(90);
  });

  it.each([31, 45, 90])(
    "and after the years of which too few whole percents tell, seen for %d days",
    (observedDays) => {
      const told = [6, 12, 24].flatMap((percentPerYear) =>
        lives({ observedDays, percentPerYear }).flatMap(({ rows, endMs }) => {
          const end = forecastEnd(pastOf(withoutWrites(rows)));
          return end.kind === "beyond" ? [beyondMs(rows, end.years) < endMs] : [];
        }),
      );
      expect(told.length).toBeGreaterThan(20);
      expect(told.filter(Boolean).length).toBeGreaterThanOrEqual(0.97 * told.length);
    },
  );

  it.each([60, 120])("and by the rating in bytes alone, after %d days", (observedDays) => {
    const found = lives({ observedDays, percentPerYear: 24 }).map(({ rows, endMs, ratedBytes }) => {
      // Percentage used rose too little for a date.
      const flat = rows.map((row) => ({ ...row, percentageUsed: 90 }));
      const end = forecastEnd(pastOf(flat, { ratedBytes }));
      return end.kind === "forecast" && end.basis === "ratedWrites" && holds(end, endMs);
    });
    expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(90);
  });
});

describe("forecastEnd", () => {
  const row = (day: number, percentageUsed: number, more: Partial<WearRow> = {}): WearRow => ({
    lastAtMs: beganMs + day * dayMs,
    percentageUsed,
    unitsIncrease: 1_000_000n,
    unitsLast: BigInt(day + 1) * 1_000_000n,
    resets: 0,
    ...more,
  });
  const days = (count: number, percentAt: (day: number) => number) =>
    Array.from({ length: count }, (_, day) => row(day, percentAt(day)));

  it("knows too little of a new drive, and says of what", () => {
    expect(forecastEnd(pastOf([]))).toEqual({ kind: "notEnoughData", of: "percentSteps", needs: 3, has: 0 });
    expect(forecastEnd(pastOf(days(20, (day) => 50 + Math.floor(day / 10))))).toEqual({
      kind: "notEnoughData",
      of: "percentSteps",
      needs: 3,
      has: 1,
    });
  });

  it("says of a drive that wore next to nothing that its end is further away than dates are told for", () => {
    // At 0 steps in a year the pace is below 1 percent a year; twice that leaves 48 years.
    const far = { kind: "beyond", limit: "rating", basis: "percentageUsed", years: 10 };
    expect(forecastEnd(pastOf(days(365, () => 3)))).toEqual(far);
    // The same in a month leaves 96 / (2 / 30) = 1,440 days: three years and no more.
    expect(forecastEnd(pastOf(days(31, () => 3)))).toEqual({ ...far, years: 3 });
    // Of 70 percent 29 are left, 435 days: less than lists look ahead.
    expect(forecastEnd(pastOf(days(31, () => 70)))).toMatchObject({ kind: "notEnoughData" });
    expect(forecastEnd(pastOf(days(30, () => 3)))).toMatchObject({ kind: "notEnoughData" });
    // 3 percent a year, and 87 to go: no date within ten years.
    expect(forecastEnd(pastOf(days(1460, (day) => Math.floor((3 * day) / 365))))).toMatchObject({
      kind: "beyond",
      limit: "rating",
    });
  });

  it("names the day on which the end was reached, of the rating or of the model's own limit", () => {
    const past = [row(3, 99), row(4, 101), row(9, 104)];
    expect(forecastEnd(pastOf(past))).toEqual({ kind: "reached", limit: "rating", atMs: beganMs + 4 * dayMs });
    const limited = forecastEnd(pastOf(past, { writeProtectPercentageUsed: 105 }));
    expect(limited).toMatchObject({ kind: "forecast", limit: "writeProtect" });
  });

  it("tells of a model with a limit of its own when its rating in bytes ends, where percentage used tells too little", () => {
    // A P4800X: 2.98 TB a day of 20.54 PB, 18.9 years, of which percentage used shows no more than 0 or 1 % in 45 days.
    const unitsADay = BigInt(Math.round(2.98e12 / DATA_UNIT_BYTES));
    const written = (day: number) => ({ unitsIncrease: unitsADay, unitsLast: BigInt(day + 1) * unitsADay });
    const rows = Array.from({ length: 45 }, (_, day) => row(day, 3, written(day)));
    const limited = { writeProtectPercentageUsed: 105 };
    const end = (ratedBytes: number | undefined, past = rows) => forecastEnd(pastOf(past, { ...limited, ratedBytes }));
    expect(end(20.54e15)).toEqual({ kind: "beyond", limit: "rating", basis: "ratedWrites", years: 10 });
    // 45 days are written: 1,000 days of the same are left, each week like the other.
    const lastMs = rows.at(-1)?.lastAtMs ?? 0;
    expect(end(1045 * 2.98e12)).toMatchObject({
      ...{ kind: "forecast", limit: "rating", basis: "ratedWrites", percentPerDay: undefined },
      middleMs: expect.closeTo(lastMs + 1000 * dayMs, -5),
    });
    // Without a rating in bytes percentage used alone tells: 101 to the limit at 2 / 44 a day at most are 2,222 days.
    expect(end(undefined)).toEqual({ kind: "beyond", limit: "writeProtect", basis: "percentageUsed", years: 6 });
    // Where it says that the rating is over, bytes tell nothing.
    const over = rows.map((each) => ({ ...each, percentageUsed: 101 }));
    expect(end(20.54e15, over)).toMatchObject({ kind: "notEnoughData", of: "percentSteps" });
    // Of whole percents enough, the model's own limit has its date.
    const worn = rows.map((each, day) => ({ ...each, percentageUsed: 50 + Math.floor(day / 4) }));
    expect(end(20.54e15, worn)).toMatchObject({ kind: "forecast", limit: "writeProtect", basis: "writes" });
  });

  it("never goes by the average of a whole life: a drive that began to write lately is judged by its last days", () => {
    const quiet = days(730, (day) => (day < 640 ? 10 : 10 + Math.floor((day - 640) / 3)));
    const end = forecastEnd(pastOf(quiet.slice(-90)));
    // A percent in 3 days and 61 to go: 183 days. The lifetime average, 29 percent in 730 days, would say 1,535.
    expect(end).toMatchObject({ kind: "forecast" });
    if (end.kind !== "forecast") return;
    expect(Math.round((end.middleMs - (quiet.at(-1)?.lastAtMs ?? 0)) / dayMs)).toBeGreaterThan(150);
    expect(Math.round((end.middleMs - (quiet.at(-1)?.lastAtMs ?? 0)) / dayMs)).toBeLessThan(220);
  });

  it.each<[string, (rows: WearRow[]) => Partial<WearPast>]>([
    [
      "percentage used fell",
      (rows) => ({ rows: [...rows.slice(0, 90), ...rows.slice(90).map((each) => ({ ...each, percentageUsed: 5 }))] }),
    ],
    [
      "a counter was set back",
      (rows) => ({ rows: rows.map((each, day) => (day === 90 ? { ...each, resets: 1 } : each)) }),
    ],
    ["something changed then", () => ({ changesMs: [beganMs + 89.5 * dayMs] })],
  ])("begins anew where %s", (_, change) => {
    const rows = days(95, (day) => 10 + Math.floor(day / 4));
    expect(forecastEnd(pastOf(rows))).toMatchObject({ kind: "forecast" });
    expect(forecastEnd({ ...pastOf(rows), ...change(rows) })).toMatchObject({ kind: "notEnoughData" });
  });

  it("has no date before today", () => {
    const rows = days(60, (day) => 40 + day);
    const end = forecastEnd({ rows: rows.slice(0, 59), nowMs: beganMs + 400 * dayMs });
    expect(end).toMatchObject({ kind: "forecast", earliestMs: beganMs + 400 * dayMs });
  });

  it("does not take a drive that counts no writes for one that writes nothing", () => {
    const rows = withoutWrites(days(120, (day) => 10 + Math.floor(day / 4)));
    expect(forecastEnd(pastOf(rows))).toMatchObject({ kind: "forecast", basis: "percentageUsed" });
    const flat = withoutWrites(days(40, () => 90));
    expect(forecastEnd(pastOf(flat, { ratedBytes: 1e18 }))).toMatchObject({ kind: "notEnoughData" });
  });
});
