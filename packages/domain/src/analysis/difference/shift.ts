import { normalQuantile } from "../distribution/normal.ts";
import type { Interval } from "../interval/interval.ts";
import { median } from "../statistics.ts";
import { countsOfU, deviationOfU, isExactFor } from "./mann-whitney.ts";

/** How far B lies from A, in the unit of the values, and how cleanly the sides are apart. */
export interface Shift {
  /** Median of all differences b - a (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963). */
  readonly shift: number;
  /**
   * The shifts that the Mann-Whitney test would not refuse at this confidence (D. F. Bauer, Journal of the American
   * Statistical Association 67, 1972); undefined where so few values refuse nothing.
   */
  readonly interval: Interval | undefined;
  /** From -1 (every b below every a) over 0 to 1 (N. Cliff, Psychological Bulletin 114, 1993). */
  readonly cliffsDelta: number;
}

/** Takes time and memory in proportion to the pairs. */
export function shiftBetween(a: readonly number[], b: readonly number[], confidence: number): Shift {
  const differences = new Float64Array(a.length * b.length);
  let [above, below] = [0, 0];
  for (const [i, valueA] of a.entries()) {
    for (const [j, valueB] of b.entries()) {
      differences[i * b.length + j] = valueB - valueA;
      if (valueB > valueA) above += 1;
      else if (valueB < valueA) below += 1;
    }
  }
  differences.sort();
  return {
    shift: median(differences),
    interval: shiftInterval(differences, a.length, b.length, confidence),
    cliffsDelta: (above - below) / differences.length,
  };
}

function shiftInterval(sorted: Float64Array, sizeA: number, sizeB: number, confidence: number): Interval | undefined {
  const cut = pairsCut(sizeA, sizeB, (1 - confidence) / 2);
  const [low, high] = [sorted[cut - 1], sorted[sorted.length - cut]];
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** How many differences lie outside on each side, counted with the end itself: the most u + 1 with P(U <= u) <= tail. */
function pairsCut(sizeA: number, sizeB: number, tail: number): number {
  if (!isExactFor(sizeA, sizeB)) {
    // Ties only make the deviation smaller: without them the interval is, if anything, too wide.
    const reach = -normalQuantile(tail) * deviationOfU(sizeA, sizeB, 0);
    return Math.max(0, Math.floor((sizeA * sizeB) / 2 - 0.5 - reach) + 1);
  }
  const counts = countsOfU(sizeA, sizeB);
  const allowed = tail * counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  let cut = 0;
  for (const count of counts) {
    sum += count;
    if (sum > allowed) break;
    cut += 1;
  }
  return cut;
}
