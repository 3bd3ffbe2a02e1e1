import type { Interval } from "../interval/interval.ts";
import type { TooLittle } from "../result.ts";

/** A difference smaller than this matters to nobody, however sure it is; the change of a drive's runs has the same (ADR 0092). */
export const LEAST_PERCENT = 1;

/**
 * Confidence of a difference's interval, and so of its verdict. At 95 %, one in twenty pairs of equal runs would be told
 * apart; on a page that compares many, that is too many.
 */
export const DIFFERENCE_CONFIDENCE = 0.99;

export type Better = "higher" | "lower";

/** What two sides come to; everything is B against A. */
export type Difference =
  | {
      readonly kind: "difference";
      /** `noise`: the interval holds 0, or the difference is below {@link LEAST_PERCENT}. */
      readonly verdict: "faster" | "slower" | "noise";
      /** Of A; above 0 where B's value is the larger one, whether that is better or not. */
      readonly percent: number;
      readonly percentInterval: Interval;
      readonly confidence: number;
      readonly method: "shiftOfRepeats" | "movingBlocks";
      readonly basis: RepeatsCompared | SecondsCompared;
    }
  | TooLittle;

/** Repeats of both sides: how much runs differ from one another is in them. */
export interface RepeatsCompared {
  readonly kind: "repeats";
  readonly repeatsA: number;
  readonly repeatsB: number;
  readonly cliffsDelta: number;
  /** Two-sided, of the rank test. */
  readonly p: number;
  readonly pBy: "exact" | "normal";
  /** Two-sided, of the means: by all splits of up to eight a side, else by Welch's t. Undefined where nothing spreads. */
  readonly meansP: { readonly by: "permutation" | "welch"; readonly p: number } | undefined;
}

/** Single runs, whose seconds say how sure each is: how much another run would differ is assumed. */
export interface SecondsCompared {
  readonly kind: "seconds";
  readonly runsA: number;
  readonly runsB: number;
  readonly secondsA: number;
  readonly secondsB: number;
  readonly longestBlockSeconds: number;
  readonly resamples: number;
  /** Of each run's own value. */
  readonly runToRunPercent: number;
}

/** Says faster or slower only of what is both sure and large enough to matter. */
export function verdictOf(percent: number, interval: Interval, better: Better): "faster" | "slower" | "noise" {
  if (Math.abs(percent) < LEAST_PERCENT || (interval.low <= 0 && interval.high >= 0)) return "noise";
  return percent > 0 === (better === "higher") ? "faster" : "slower";
}
