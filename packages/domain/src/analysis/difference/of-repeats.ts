import { CONFIDENCE } from "../interval/interval.ts";
import { tooLittle } from "../result.ts";
import { mannWhitney } from "./mann-whitney.ts";
import { permutationP } from "./permutation.ts";
import { shiftBetween } from "./shift.ts";
import { type Better, DIFFERENCE_CONFIDENCE, type Difference, type RepeatsCompared, verdictOf } from "./verdict.ts";
import { welch } from "./welch.ts";

/** Three against three cannot tell any difference at 95 %: the smallest p is 0.1. */
export const REPEATS_A_SIDE_MIN = 4;
/** Most on a side: a million pairs. */
export const REPEATS_A_SIDE_MAX = 1000;

/**
 * Whether B's repeats differ from A's, and by how much: the quotient with its interval first, the test beside it. One bad
 * repeat moves neither far. It is the shift of the logarithms, since runs spread by a share of their value: a shift of the
 * values would carry the spread of the larger side over to the smaller one. The rank test is the same of both. Values above
 * 0, in B also 0; at most 1,000 a side.
 */
export function differenceOfRepeats(a: readonly number[], b: readonly number[], better: Better): Difference {
  const [fewer, more] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (more > REPEATS_A_SIDE_MAX) throw new RangeError(`More than ${REPEATS_A_SIDE_MAX} repeats on a side: ${more}.`);
  if (fewer < REPEATS_A_SIDE_MIN) return tooLittle("repeats", REPEATS_A_SIDE_MIN, fewer);
  if (!a.every((value) => value > 0)) return tooLittle("operations", 1, 0);
  const { shift, interval, confidence, cliffsDelta } = mostConfident(a.map(Math.log), b.map(Math.log));
  if (interval === undefined) return tooLittle("repeats", REPEATS_A_SIDE_MIN, fewer);
  const { p, by } = mannWhitney(a, b);
  const percent = 100 * Math.expm1(shift);
  const percentInterval = { low: 100 * Math.expm1(interval.low), high: 100 * Math.expm1(interval.high) };
  return {
    kind: "difference",
    verdict: verdictOf(percent, percentInterval, better),
    percent,
    percentInterval,
    confidence,
    method: "shiftOfRepeats",
    basis: {
      kind: "repeats",
      repeatsA: a.length,
      repeatsB: b.length,
      cliffsDelta,
      p,
      pBy: by,
      meansP: meansP(a, b),
    },
  };
}

/** Four against four can refuse nothing at 99 %, but do at 95 %. */
function mostConfident(a: readonly number[], b: readonly number[]) {
  const strict = shiftBetween(a, b, DIFFERENCE_CONFIDENCE);
  if (strict.interval !== undefined) return { ...strict, confidence: DIFFERENCE_CONFIDENCE };
  return { ...shiftBetween(a, b, CONFIDENCE), confidence: CONFIDENCE };
}

function meansP(a: readonly number[], b: readonly number[]): RepeatsCompared["meansP"] {
  const permuted = permutationP(a, b);
  if (permuted !== undefined) return { by: "permutation", p: permuted };
  const tested = welch(a, b);
  return tested.kind === "tested" ? { by: "welch", p: tested.p } : undefined;
}
