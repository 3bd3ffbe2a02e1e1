import { normalQuantile } from "../analysis/distribution/normal.ts";
import { median } from "../analysis/statistics.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A slope that a few odd points cannot turn, in units of y by units of x. */
export interface RobustSlope {
  readonly slope: number;
  /** Sen's interval; it takes the errors of the points for independent. */
  readonly low: number;
  readonly high: number;
  /** A line of the slope goes through the medians. */
  readonly medianX: number;
  readonly medianY: number;
}

/**
 * The median of the slopes between all pairs of points (Theil 1950; Sen, Journal of the American Statistical Association 63,
 * 1968, eq. 2.6, with its correction for ties). Quadratic in the points.
 *
 * @returns undefined where no two points differ in x.
 */
export function theilSen(points: readonly Point[], confidence = 0.95): RobustSlope | undefined {
  const slopes = slopesOf(points);
  if (slopes.length === 0) return undefined;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const reach = -normalQuantile((1 - confidence) / 2) * spreadOfRanks(xs, ys);
  const at = (position: number) => slopes[Math.min(Math.max(position, 0), slopes.length - 1)] ?? 0;
  return {
    slope: median(slopes),
    low: at(roundHalfToEven((slopes.length - reach) / 2) - 1),
    high: at(roundHalfToEven((slopes.length + reach) / 2)),
    medianX: median(xs),
    medianY: median(ys),
  };
}

/** Ascending. */
function slopesOf(points: readonly Point[]): Float64Array {
  const slopes: number[] = [];
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) {
      if (a.x !== b.x) slopes.push((b.y - a.y) / (b.x - a.x));
    }
  }
  return Float64Array.from(slopes).sort();
}

/** The standard deviation of Kendall's score. */
function spreadOfRanks(xs: readonly number[], ys: readonly number[]): number {
  const score = (count: number) => count * (count - 1) * (2 * count + 5);
  const ties = (values: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + score(count), 0);
  };
  return Math.sqrt((score(xs.length) - ties(xs) - ties(ys)) / 18);
}

function roundHalfToEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}
