import { type TooLittle, tooLittle } from "../result.ts";
import { differenceOfRepeats, REPEATS_A_SIDE_MIN } from "./of-repeats.ts";
import { differenceOfSeconds, type RunSeconds } from "./of-seconds.ts";
import type { Better, Difference } from "./verdict.ts";

/** One run of a side. */
export interface ComparedRun {
  /** The figure that is compared. */
  readonly value: number;
  /**
   * The same figure second by second, where there is one; their mean is what is compared. Rates and mean latencies have it.
   * A percentile of the run has not: it is not the mean of the seconds' percentiles.
   */
  readonly seconds?: RunSeconds;
}

/**
 * Two runs or two groups of runs in one figure, B against A. With four or more runs on both sides the runs are compared;
 * with fewer their seconds, if all have them; else there is too little data.
 */
export function differenceOf(a: readonly ComparedRun[], b: readonly ComparedRun[], better: Better): Difference {
  const fewer = Math.min(a.length, b.length);
  if (fewer >= REPEATS_A_SIDE_MIN) return differenceOfRepeats(valuesOf(a), valuesOf(b), better);
  const [secondsA, secondsB] = [secondsOf(a), secondsOf(b)];
  if (secondsA === undefined || secondsB === undefined) return lacksRepeats(fewer);
  return differenceOfSeconds(secondsA, secondsB, better);
}

function lacksRepeats(has: number): TooLittle {
  return tooLittle("repeats", REPEATS_A_SIDE_MIN, has);
}

function valuesOf(runs: readonly ComparedRun[]): number[] {
  return runs.map(({ value }) => value);
}

function secondsOf(runs: readonly ComparedRun[]): RunSeconds[] | undefined {
  const seconds = runs.flatMap((run) => (run.seconds === undefined ? [] : [run.seconds]));
  return seconds.length === runs.length ? seconds : undefined;
}
