import { type TooLittle, tooLittle } from "./result.ts";
import { median } from "./statistics.ts";

/** What one depth of a sweep came to. */
export interface DepthPoint {
  readonly depth: number;
  /** Of any rate: operations or bytes per second. */
  readonly rate: number;
}

export type Saturation =
  | {
      readonly kind: "found";
      readonly method: "saturation";
      readonly basis: { readonly depths: number; readonly points: number; readonly sharePercent: number };
      /** The lowest at which the rate reaches the share of the peak. */
      readonly depth: number;
      readonly rate: number;
      readonly peakRate: number;
      readonly peakDepth: number;
      /** The rate was still rising at the end of the sweep: the peak is at least this. */
      readonly isAtLeast: boolean;
    }
  | TooLittle;

/** The lowest depth whose rate reaches this share of the peak. Of repeats of a depth the median counts. */
export function saturationOf(points: readonly DepthPoint[], sharePercent = 95): Saturation {
  const rates = new Map<number, number[]>();
  for (const { depth, rate } of points) rates.set(depth, [...(rates.get(depth) ?? []), rate]);
  const byDepth = [...rates]
    .toSorted(([a], [b]) => a - b)
    .map(([depth, repeats]) => ({ depth, rate: median(repeats) }));
  if (byDepth.length < 2) return tooLittle("depths", 2, byDepth.length);
  const peak = byDepth.reduce((best, each) => (each.rate > best.rate ? each : best));
  const lowest = byDepth.find(({ rate }) => 100 * rate >= sharePercent * peak.rate);
  if (peak.rate <= 0 || lowest === undefined) return tooLittle("operations", 1, 0);
  const isAtLeast = peak.depth === byDepth.at(-1)?.depth;
  const basis = { depths: byDepth.length, points: points.length, sharePercent };
  return {
    kind: "found",
    method: "saturation",
    basis,
    ...lowest,
    peakRate: peak.rate,
    peakDepth: peak.depth,
    isAtLeast,
  };
}
