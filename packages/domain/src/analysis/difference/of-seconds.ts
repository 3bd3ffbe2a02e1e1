import { normalQuantile } from "../distribution/normal.ts";
import { percentileInterval } from "../interval/bootstrap.ts";
import type { Interval } from "../interval/interval.ts";
import { type ResampledSeconds, resampledSeconds } from "../interval/of-seconds.ts";
import { DEFAULT_SEED, type Draw, seededDraw } from "../random.ts";
import { type TooLittle, tooLittle } from "../result.ts";
import { mean } from "../statistics.ts";
import { type Better, DIFFERENCE_CONFIDENCE, type Difference, verdictOf } from "./verdict.ts";

/**
 * Standard deviation from run to run of one drive and plan that is assumed where there are too few runs to see it, in
 * percent of each run's own value (chosen, ADR 0092): a run's seconds say nothing of it.
 */
export const RUN_TO_RUN_PERCENT = 1.5;
/** Most runs of a side whose seconds are compared: with more, the repeats themselves are. */
export const RUNS_A_SIDE_MAX = 64;
/** Most seconds of a side, of all its runs: ten days. */
const SIDE_SECONDS_MAX = 864_000;

/** The seconds of one run, in any positive figure; null is a gap. */
export type RunSeconds = readonly (number | null)[];

/**
 * Whether B's runs differ from A's where there are too few of them to compare as repeats: the means of their seconds, drawn
 * in blocks, and widened by how much runs differ from one another. That is assumed to be the same share of the value on
 * both sides, however far apart they are, so that it is a share of their quotient too. Between two single, calm runs it finds
 * a difference from about 5.5 % on. Takes 1,000 resamples of each run, of one addition a block.
 */
export function differenceOfSeconds(
  a: readonly RunSeconds[],
  b: readonly RunSeconds[],
  better: Better,
  { runToRunPercent = RUN_TO_RUN_PERCENT, seed = DEFAULT_SEED } = {},
): Difference {
  const [sideA, sideB] = [resampledSide(a), resampledSide(b)];
  if (sideA.kind === "tooLittle") return sideA;
  if (sideB.kind === "tooLittle") return sideB;
  if (!(sideA.estimate > 0)) return tooLittle("operations", 1, 0);
  const quotient = sideB.estimate / sideA.estimate;
  const percent = 100 * (quotient - 1);
  const draw = seededDraw(seed);
  const resamples = Math.min(...[...sideA.runs, ...sideB.runs].map((run) => run.resamples));
  const replicates = Float64Array.from({ length: resamples }, () =>
    quotientOf(sideA.replicate(draw), sideB.replicate(draw)),
  );
  const assumed = (runToRunPercent / 100) * Math.sqrt(1 / a.length + 1 / b.length);
  const { low, high } = widened(quotient, percentileInterval(replicates, DIFFERENCE_CONFIDENCE), assumed);
  const percentInterval = { low: 100 * (low - 1), high: 100 * (high - 1) };
  return {
    kind: "difference",
    verdict: verdictOf(percent, percentInterval, better),
    percent,
    percentInterval,
    confidence: DIFFERENCE_CONFIDENCE,
    method: "movingBlocks",
    basis: {
      kind: "seconds",
      runsA: a.length,
      runsB: b.length,
      secondsA: secondsOf(sideA.runs),
      secondsB: secondsOf(sideB.runs),
      longestBlockSeconds: Math.max(...[...sideA.runs, ...sideB.runs].map((run) => run.blockSeconds)),
      resamples,
      runToRunPercent,
    },
  };
}

interface Side {
  readonly kind: "side";
  readonly runs: readonly ResampledSeconds[];
  readonly estimate: number;
  readonly replicate: (draw: Draw) => number;
}

/** A side is as good as the worst of its runs. */
function resampledSide(side: readonly RunSeconds[]): Side | TooLittle {
  if (side.length > RUNS_A_SIDE_MAX) throw new RangeError(`More than ${RUNS_A_SIDE_MAX} runs: ${side.length}.`);
  const seconds = side.reduce((sum, run) => sum + run.length, 0);
  if (seconds > SIDE_SECONDS_MAX) throw new RangeError(`More than ${SIDE_SECONDS_MAX} seconds on a side: ${seconds}.`);
  if (side.length === 0) return tooLittle("runs", 1, 0);
  const runs: ResampledSeconds[] = [];
  for (const each of side) {
    const run = resampledSeconds(each, "mean");
    if (run.kind === "tooLittle") return run;
    runs.push(run);
  }
  return {
    kind: "side",
    runs,
    estimate: mean(runs.map(({ estimate }) => estimate)),
    replicate: (draw) => mean(runs.map(({ replicate }) => replicate(draw))),
  };
}

function quotientOf(a: number, b: number): number {
  // A resample of nothing but stalled seconds: no quotient, and no difference that could be claimed.
  return a > 0 ? b / a : 1;
}

/** Independent deviations add in squares: of the logarithm, where a share of the quotient is the same anywhere. */
function widened(quotient: number, { low, high }: Interval, deviation: number): Interval {
  // Nothing but stalled seconds: any share of it is 0.
  if (quotient === 0) return { low: 0, high: 0 };
  const reach = deviation * -normalQuantile((1 - DIFFERENCE_CONFIDENCE) / 2);
  return {
    low: quotient * Math.exp(-Math.hypot(Math.log(quotient / low), reach)),
    high: quotient * Math.exp(Math.hypot(Math.log(high / quotient), reach)),
  };
}

function secondsOf(runs: readonly ResampledSeconds[]): number {
  return runs.reduce((sum, { seconds }) => sum + seconds, 0);
}
