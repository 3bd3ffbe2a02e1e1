import { studentCritical } from "../analysis/distribution/student-t.ts";
import type { Interval } from "../analysis/interval/interval.ts";
import { type TooLittle, tooLittle } from "../analysis/result.ts";
import { mean, sampleDeviation } from "../analysis/statistics.ts";
import { crossings, STEPS_MIN, stepRate, type WearPoint, wearSlope } from "./wear-slope.ts";

/** A day of a drive, since nothing changed that makes its past no guide (firmware, format, host, a counter's reset). */
export interface WearDay extends WearPoint {
  /** Bytes written since the day before; undefined where the drive does not report them. */
  readonly bytesWritten?: number | undefined;
}

/** When percentage used reaches a limit if the drive goes on as in the days given. */
export type WearForecast =
  | TooLittle
  | { readonly kind: "reached"; readonly day: number }
  | {
      readonly kind: "forecast";
      /** What shows how much its days differ: the bytes of each week, or how long each percent took. */
      readonly basedOn: "writes" | "percentageUsed";
      readonly steps: number;
      readonly days: number;
      readonly percentPerDay: Rate;
      readonly earliestDay: number;
      readonly day: number;
      /** Absent where the rate may be next to nothing. */
      readonly latestDay: number | undefined;
    };

interface Rate extends Interval {
  readonly estimate: number;
}

/** How much equal parts of the past differ, each from the mean of all. */
interface Spread {
  readonly parts: number;
  /** Standard deviation of a part by the mean of all, as if each told something of its own. */
  readonly share: number;
  readonly partDays: number;
}

const CONFIDENCE = 0.95;
const WEEK_DAYS = 7;
/** Fewer weeks don't show how much they differ. */
const WEEKS_MIN = 3;
/** Weeks that hang together more than this tell next to nothing of their own. */
const CORRELATION_MAX = 0.8;
/** A rate that may be so many times smaller has no latest date. */
const LATEST_TIMES = 10;

/**
 * The date as an interval, for three reasons: percentage used is a whole number, the days of the past differ, and those to
 * come will differ as much. It can't know of a workload that changes.
 *
 * @param days ascending; what is missing is left out.
 */
export function forecastWear(days: readonly WearDay[], limitPercent: number): WearForecast {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return tooLittle("percentSteps", STEPS_MIN, 0);
  const reached = days.find(({ percent }) => percent >= limitPercent);
  if (reached) return { kind: "reached", day: reached.day };
  const robust = wearSlope(crossings(days), limitPercent);
  if (robust.kind === "tooLittle") return robust;
  const { steps } = robust;
  const estimate = robust.percentPerDay.slope;
  const span = last.day - first.day;
  // Of the percent that it is in, the drive may have used nothing or nearly all.
  const left: Interval = { low: limitPercent - last.percent - 1, high: limitPercent - last.percent };
  const middle = (left.low + left.high) / 2;
  const weeks = spreadOfWeeks(days);
  const factor = factorOf(weeks ?? spreadOfSteps(days), middle / estimate);
  const whole = stepRate(steps, span);
  const low = Math.min(whole.low / factor, estimate);
  const high = Math.max(whole.high * factor, estimate);
  return {
    kind: "forecast",
    basedOn: weeks ? "writes" : "percentageUsed",
    steps,
    days: span,
    percentPerDay: { estimate, low, high },
    earliestDay: last.day + left.low / high,
    day: last.day + middle / estimate,
    latestDay: low * LATEST_TIMES > estimate ? last.day + left.high / low : undefined,
  };
}

/** When so many more bytes will have been written. */
export type WritesForecast =
  | TooLittle
  | Pick<Extract<WearForecast, { kind: "forecast" }>, "kind" | "days" | "earliestDay" | "day" | "latestDay">;

/** Fewer days don't show what a drive is used for. */
const WRITES_DAYS_MIN = 30;

/** @param days ascending; of the first one it does not matter what was written. */
export function forecastWrites(days: readonly WearDay[], leftBytes: number): WritesForecast {
  const [first, last] = [days[0], days.at(-1)];
  const span = first && last ? last.day - first.day : 0;
  const weeks = spreadOfWeeks(days);
  if (last === undefined || weeks === undefined || span < WRITES_DAYS_MIN)
    return tooLittle("days", WRITES_DAYS_MIN, span);
  const bytesPerDay = days.slice(1).reduce((sum, { bytesWritten = 0 }) => sum + bytesWritten, 0) / span;
  const daysLeft = leftBytes / bytesPerDay;
  const factor = factorOf(weeks, daysLeft);
  return {
    kind: "forecast",
    days: span,
    earliestDay: last.day + daysLeft / factor,
    day: last.day + daysLeft,
    latestDay: factor < LATEST_TIMES ? last.day + daysLeft * factor : undefined,
  };
}

/** By how much the mean of the days to come may differ from that of the past, either way; Student's t of logarithms. */
function factorOf({ parts, share, partDays }: Spread, daysToCome: number): number {
  const partsToCome = Math.max(daysToCome / partDays, 1);
  const relative = Math.sqrt(Math.log1p(share ** 2) * (1 / parts + 1 / partsToCome));
  return Math.exp(studentCritical(CONFIDENCE, parts - 1) * relative);
}

function spreadOfWeeks(days: readonly WearDay[]): Spread | undefined {
  const written = days.slice(1).map(({ bytesWritten }) => bytesWritten ?? Number.NaN);
  const weeks = Array.from({ length: Math.floor(written.length / WEEK_DAYS) }, (_, week) =>
    mean(written.slice(week * WEEK_DAYS, (week + 1) * WEEK_DAYS)),
  );
  if (weeks.length < WEEKS_MIN || weeks.some(Number.isNaN) || mean(weeks) === 0) return undefined;
  return { ...spreadOf(weeks), partDays: WEEK_DAYS };
}

/** By the days that each whole percent took, from the first that was seen to begin. */
function spreadOfSteps(days: readonly WearDay[]): Spread {
  const seen = crossings(days).slice(1);
  const took = seen.slice(1).map(({ day, percent }, index) => {
    const before = seen[index] ?? { day: 0, percent: 0 };
    return (day - before.day) / (percent - before.percent);
  });
  // One percent alone does not show how much they differ: as if by its whole length.
  if (took.length < 2) return { parts: 2, share: 1, partDays: took[0] ?? 1 };
  return { ...spreadOf(took), partDays: mean(took) };
}

function spreadOf(values: readonly number[]): Pick<Spread, "parts" | "share"> {
  const seen = neighborCorrelation(values);
  // From few values it comes out too low (Marriott and Pope, Biometrika 41, 1954; Kendall, the same).
  const hangTogether = Math.min(Math.max(seen + (1 + 3 * seen) / values.length, 0), CORRELATION_MAX);
  const share = (sampleDeviation(values) / mean(values)) * Math.sqrt((1 + hangTogether) / (1 - hangTogether));
  return { parts: values.length, share };
}

function neighborCorrelation(values: readonly number[]): number {
  const center = mean(values);
  let [together, alone] = [0, 0];
  for (const [index, value] of values.entries()) {
    alone += (value - center) ** 2;
    if (index > 0) together += (value - center) * ((values[index - 1] ?? 0) - center);
  }
  return alone === 0 ? 0 : together / alone;
}
