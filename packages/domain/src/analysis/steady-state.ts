import { type TooLittle, tooLittle } from "./result.ts";

/** When values count as steady, and how long to wait for it. */
export interface SteadyStateCriterion {
  /** The last so many rounds are judged, at least 2. */
  readonly windowRounds: number;
  /** Largest minus smallest value of the window, in percent of its average: at most this. */
  readonly excursionPercent: number;
  /** What the least-squares line gains or loses over the window, in percent of the average: at most this. */
  readonly slopePercent: number;
  readonly roundsMax: number;
}

/** SNIA Solid State Storage Performance Test Specification 2.0.2 (2020), "Steady State". */
export const SNIA_STEADY_STATE: SteadyStateCriterion = {
  windowRounds: 5,
  excursionPercent: 20,
  slopePercent: 10,
  roundsMax: 25,
};

/** The judgment on a window of rounds; values are in the unit of the tracked figure. */
export interface SteadyStateWindow {
  /** Rounds are numbered from 1; both are inside. */
  readonly fromRound: number;
  readonly toRound: number;
  readonly average: number;
  /** Largest minus smallest value. */
  readonly range: number;
  /** In percent of the average; undefined where that is not above zero. */
  readonly rangePercent: number | undefined;
  readonly slopePerRound: number;
  /** Slope times the rounds from first to last, without its sign, in percent of the average. */
  readonly slopePercent: number | undefined;
  /** The least-squares line at the first and at the last round of the window. */
  readonly line: readonly [number, number];
  readonly rangeHolds: boolean;
  readonly slopeHolds: boolean;
}

interface Report {
  readonly method: "sniaSteadyState";
  readonly basis: { readonly rounds: number; readonly gaps: number; readonly criterion: SteadyStateCriterion };
}

export type SteadyState =
  /** Reached at this round, the first at which window, range and slope hold. */
  | (Report & { readonly kind: "reached"; readonly round: number; readonly window: SteadyStateWindow })
  /** Not reached by the rounds measured, but there could be more; or in all that are allowed. The last window, if any. */
  | (Report & { readonly kind: "notYet" | "notReached"; readonly window: SteadyStateWindow | undefined })
  | TooLittle;

/**
 * Whether a tracked figure has become steady, round by round; the same definition, to the last bit, as the agent's
 * (agent/crates/bench/src/steady_state.rs), which ends the rounds by it. A round without its figure is null: rounds on both
 * sides of it are no window. Linear in the rounds.
 */
export function steadyStateOf(
  rounds: readonly (number | null)[],
  criterion: SteadyStateCriterion = SNIA_STEADY_STATE,
): SteadyState {
  const { windowRounds, roundsMax } = criterion;
  const counted = rounds.slice(0, roundsMax);
  if (windowRounds < 2) throw new RangeError("A window of fewer than two rounds has no slope.");
  if (counted.length < windowRounds) return tooLittle("rounds", windowRounds, counted.length);
  const gaps = counted.filter((value) => value === null).length;
  const report: Report = { method: "sniaSteadyState", basis: { rounds: counted.length, gaps, criterion } };
  let window: SteadyStateWindow | undefined;
  for (let round = windowRounds; round <= counted.length; round += 1) {
    window = judge(counted.slice(round - windowRounds, round), round, criterion);
    if (window?.rangeHolds && window.slopeHolds) return { kind: "reached", round, window, ...report };
  }
  return { kind: counted.length < roundsMax ? "notYet" : "notReached", window, ...report };
}

function judge(
  values: readonly (number | null)[],
  toRound: number,
  criterion: SteadyStateCriterion,
): SteadyStateWindow | undefined {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  if (known.length < values.length) return undefined;
  const average = known.reduce((sum, value) => sum + value, 0) / known.length;
  const range = Math.max(...known) - Math.min(...known);
  const { covariance, variance, span } = moments(known);
  const slopePerRound = covariance / variance;
  const half = (slopePerRound * span) / 2;
  const isPositive = average > 0;
  // Each share by one division, in the order of the agent's, so that a value at a limit compares equal to it.
  const excursion = range / average;
  const slope = Math.abs(covariance * span) / (variance * average);
  return {
    fromRound: toRound - known.length + 1,
    toRound,
    average,
    range,
    rangePercent: isPositive ? excursion * 100 : undefined,
    slopePerRound,
    slopePercent: isPositive ? slope * 100 : undefined,
    line: [average - half, average + half],
    rangeHolds: isPositive && excursion <= criterion.excursionPercent / 100,
    slopeHolds: isPositive && slope <= criterion.slopePercent / 100,
  };
}

function moments(values: readonly number[]) {
  const span = values.length - 1;
  let [covariance, variance] = [0, 0];
  for (const [round, value] of values.entries()) {
    const fromMiddle = round - span / 2;
    covariance += fromMiddle * value;
    variance += fromMiddle * fromMiddle;
  }
  return { covariance, variance, span };
}
