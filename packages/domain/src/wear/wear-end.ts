import type { TooLittle } from "../analysis/result.ts";
import { RATED_PERCENT } from "./endurance.ts";
import { forecastWear, forecastWrites, type WearDay } from "./forecast.ts";
import { stepRate } from "./wear-slope.ts";
import { DATA_UNIT_BYTES } from "./writes.ts";

/** A day of a drive's rollups, as far as its wear is concerned. */
export interface WearRow {
  /** When its last sample was taken. */
  readonly lastAtMs: number;
  readonly percentageUsed: number;
  readonly unitsIncrease: bigint;
  readonly unitsLast: bigint;
  /** Times that data units written fell. */
  readonly resets: number;
}

export interface WearPast {
  /** Ascending. */
  readonly rows: readonly WearRow[];
  readonly nowMs: number;
  /** Percentage used at which the model limits itself; without one its rating is the end. */
  readonly writeProtectPercentageUsed?: number | undefined;
  /** All that the model is rated for. */
  readonly ratedBytes?: number | undefined;
  /** When something changed that makes the past no guide: firmware, a format, the host. */
  readonly changesMs?: readonly number[] | undefined;
}

/** The rating, or where the model limits its own writes. */
export type WearLimit = "rating" | "writeProtect";

/** `ratedWrites`: what was written against the rating in bytes, where percentage used rose too little. */
export type WearBasis = "percentageUsed" | "writes" | "ratedWrites";

/**
 * When a drive reaches its limit, if it goes on as it did. By `ratedWrites` that is the rating, of a model with a limit of its
 * own too: when it reaches that, no rating in bytes says.
 */
export type WearEnd =
  | (Omit<TooLittle, "kind"> & { readonly kind: "notEnoughData" })
  | { readonly kind: "reached"; readonly limit: WearLimit; readonly atMs: number }
  /** Not within so many years: {@link BEYOND_YEARS}, or fewer where too few whole percents tell no more. */
  | { readonly kind: "beyond"; readonly limit: WearLimit; readonly basis: WearBasis; readonly years: number }
  | {
      readonly kind: "forecast";
      readonly limit: WearLimit;
      readonly basis: WearBasis;
      /** How long it was watched. */
      readonly days: number;
      readonly earliestMs: number;
      readonly middleMs: number;
      /** Absent where the pace may be next to nothing. */
      readonly latestMs: number | undefined;
      /** Absent for `ratedWrites`. */
      readonly percentPerDay?: number | undefined;
    };

/** Dates further away are not told. */
export const BEYOND_YEARS = 10;
/** As far as lists look ahead for dates: what is known to be later than that is worth telling. */
const BEYOND_YEARS_MIN = 2;

const dayMs = 86_400_000;
const YEAR_DAYS = 365.25;
const BEYOND_DAYS = BEYOND_YEARS * YEAR_DAYS;
/** So long a watch, with too few whole percents for a date, still tells that there is a long way to go. */
const WATCHED_DAYS_MIN = 30;
/** By so much the pace to come may be above what it can have been. */
const PACE_MARGIN = 2;

/** The end as an interval of dates from the slope of the past, never from the average of a drive's whole life. */
export function forecastEnd(past: WearPast): WearEnd {
  const { nowMs, writeProtectPercentageUsed } = past;
  const limit: WearLimit = writeProtectPercentageUsed === undefined ? "rating" : "writeProtect";
  const limitPercent = writeProtectPercentageUsed ?? RATED_PERCENT;
  const rows = sinceChange(past);
  const days = rows.map(dayOf);
  const found = forecastWear(days, limitPercent);
  if (found.kind === "reached") return { kind: "reached", limit, atMs: found.day * dayMs };
  if (found.kind === "forecast") {
    const { basedOn: basis, percentPerDay } = found;
    return dated({ ...found, limit, basis, percentPerDay: percentPerDay.estimate }, nowMs);
  }
  const years = yearsAtLeast(days, limitPercent, nowMs / dayMs);
  const beyond = { kind: "beyond", limit, basis: "percentageUsed", years } as const;
  if (years >= BEYOND_YEARS) return beyond;
  const written = byRatedWrites(past.ratedBytes, rows, days);
  if (written !== undefined) return dated({ ...written, limit: "rating", basis: "ratedWrites" }, nowMs);
  if (years >= BEYOND_YEARS_MIN) return beyond;
  return { ...found, kind: "notEnoughData" };
}

/** The rows since the last thing that makes those before it no guide. */
function sinceChange({ rows, changesMs = [] }: WearPast): readonly WearRow[] {
  const changedMs = Math.max(...changesMs, Number.NEGATIVE_INFINITY);
  const fell = rows.findLastIndex(
    ({ percentageUsed, resets }, index) => resets > 0 || percentageUsed < (rows[index - 1]?.percentageUsed ?? 0),
  );
  return rows.slice(Math.max(fell, 0)).filter(({ lastAtMs }) => lastAtMs > changedMs);
}

function dayOf({ lastAtMs, percentageUsed, unitsIncrease }: WearRow): WearDay {
  return { day: lastAtMs / dayMs, percent: percentageUsed, bytesWritten: Number(unitsIncrease) * DATA_UNIT_BYTES };
}

type Dated = Extract<WearEnd, { kind: "forecast" }>;
type Found = Pick<Dated, "limit" | "basis" | "days" | "percentPerDay"> & {
  readonly earliestDay: number;
  readonly day: number;
  readonly latestDay: number | undefined;
};

function dated({ earliestDay, day, latestDay, limit, basis, days, percentPerDay }: Found, nowMs: number): WearEnd {
  if (earliestDay - nowMs / dayMs > BEYOND_DAYS) return { kind: "beyond", limit, basis, years: BEYOND_YEARS };
  return {
    kind: "forecast",
    limit,
    basis,
    days,
    earliestMs: Math.max(earliestDay * dayMs, nowMs),
    middleMs: Math.max(day * dayMs, nowMs),
    latestMs: latestDay === undefined ? undefined : Math.max(latestDay * dayMs, nowMs),
    percentPerDay,
  };
}

/** Whole years that even the highest pace that it can have had leaves it, up to those that dates are told for. */
function yearsAtLeast(days: readonly WearDay[], limitPercent: number, today: number): number {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || last.day - first.day < WATCHED_DAYS_MIN) return 0;
  const { high } = stepRate(last.percent - first.percent, last.day - first.day);
  const end = last.day + (limitPercent - last.percent - 1) / (high * PACE_MARGIN);
  return Math.min(Math.floor((end - today) / YEAR_DAYS), BEYOND_YEARS);
}

function byRatedWrites(ratedBytes: number | undefined, rows: readonly WearRow[], days: readonly WearDay[]) {
  const last = rows.at(-1);
  if (ratedBytes === undefined || last === undefined) return undefined;
  const leftBytes = ratedBytes - Number(last.unitsLast) * DATA_UNIT_BYTES;
  // Past it, the drive's own percentage used is right; and where that is past it, the bytes are wrong.
  if (leftBytes <= 0 || last.percentageUsed >= RATED_PERCENT) return undefined;
  const found = forecastWrites(days, leftBytes);
  return found.kind === "forecast" ? found : undefined;
}
