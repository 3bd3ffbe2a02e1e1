import type { Interval } from "../analysis/interval/interval.ts";
import { type TooLittle, tooLittle } from "../analysis/result.ts";
import { type Point, type RobustSlope, theilSen } from "./theil-sen.ts";

/** Fewer whole percents tell no rate: before the third the median slope of whole percents is often 0. */
export const STEPS_MIN = 3;

/** Percentage used at a time in days. */
export interface WearPoint {
  readonly day: number;
  readonly percent: number;
}

/** When percentage used reaches a limit at the slope of its past. */
export type WearSlope =
  | TooLittle
  | {
      readonly kind: "reached";
      readonly steps: number;
      /** Of the first point at or above the limit. */
      readonly day: number;
      readonly percentPerDay: RobustSlope;
    }
  | {
      /** `noWear`: the slope is not above 0. */
      readonly kind: "reaches" | "noWear";
      readonly steps: number;
      readonly percentPerDay: RobustSlope;
      /** Absent for `noWear`. */
      readonly day?: number | undefined;
      readonly earliestDay?: number | undefined;
      /** Absent where the lower slope is not above 0: then there is no latest day. */
      readonly latestDay?: number | undefined;
    };

/** @param points in order of their days; feed {@link crossings}, not each sample. */
export function wearSlope(points: readonly WearPoint[], limitPercent: number): WearSlope {
  const [first, last] = [points[0], points.at(-1)];
  const steps = first && last ? last.percent - first.percent : 0;
  const percentPerDay = theilSen(points.map(({ day, percent }): Point => ({ x: day, y: percent })));
  if (steps < STEPS_MIN || percentPerDay === undefined) return tooLittle("percentSteps", STEPS_MIN, Math.max(steps, 0));
  const reached =
    last && last.percent >= limitPercent ? points.find(({ percent }) => percent >= limitPercent) : undefined;
  if (reached) return { kind: "reached", steps, day: reached.day, percentPerDay };
  const dayAt = (slope: number) =>
    slope > 0 ? percentPerDay.medianX + (limitPercent - percentPerDay.medianY) / slope : undefined;
  return {
    kind: percentPerDay.slope > 0 ? "reaches" : "noWear",
    steps,
    percentPerDay,
    day: dayAt(percentPerDay.slope),
    earliestDay: dayAt(percentPerDay.high),
    latestDay: dayAt(percentPerDay.low),
  };
}

/** The first sight of each whole percent: between them the drive says the same, however often it is asked. */
export function crossings(points: readonly WearPoint[]): WearPoint[] {
  let highest = Number.NEGATIVE_INFINITY;
  return points.filter(({ percent }) => {
    if (percent <= highest) return false;
    highest = percent;
    return true;
  });
}

/** Percents a day that a window of so many days can have had in which so many whole percents were passed. */
export function stepRate(steps: number, days: number): Interval {
  return { low: Math.max(steps - 1, 0) / days, high: (steps + 1) / days };
}
