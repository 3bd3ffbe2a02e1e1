import { DIFFERENCE_CONFIDENCE, LEAST_PERCENT } from "../difference/verdict.ts";
import { welch } from "../difference/welch.ts";
import type { Interval } from "../interval/interval.ts";
import { type TooLittle, tooLittle } from "../result.ts";
import { mean } from "../statistics.ts";
import { bestSplit } from "./e-divisive.ts";

/** What makes a change. */
export interface ChangeCriterion {
  /** Of a change that is told, by Welch's test of the runs before it against those after: below this. */
  readonly pMax: number;
  /** Of a split that is looked at again among its neighbors: below this. */
  readonly pMaxWeak: number;
  /** Fewest runs of a level, at least 2: one or two bad runs are no new level. */
  readonly runsMin: number;
  readonly leastPercent: number;
}

/** As strict as the split's choice demands: it was the best of many, so its p is too small (Fleming et al., ICPE 2023). */
export const CHANGE_CRITERION: ChangeCriterion = {
  pMax: 0.001,
  pMaxWeak: 0.01,
  runsMin: 3,
  leastPercent: LEAST_PERCENT,
};

/** Most runs of a series that are looked at: its last. */
export const CHANGE_RUNS_MAX = 2000;

/** A new level of a drive's runs. */
export interface Change {
  /** First run of the new level, from 0 in the series given. */
  readonly index: number;
  readonly meanBefore: number;
  readonly meanAfter: number;
  /** Of the mean before; undefined where that is 0. */
  readonly percent: number | undefined;
  /**
   * Of the percentage, at 99 %: by Welch's t of the logarithms, since runs spread by a share of their level. Undefined where a
   * value is 0, or neither level spreads.
   */
  readonly percentInterval: Interval | undefined;
  readonly p: number;
  /** Undefined where neither level spreads. */
  readonly t: number | undefined;
  readonly degreesOfFreedom: number | undefined;
}

export type Changes =
  | {
      readonly kind: "changed" | "unchanged";
      readonly method: "eDivisive";
      readonly basis: { readonly runs: number; readonly criterion: ChangeCriterion };
      readonly changes: readonly Change[];
      /** Splits that were looked at, of which the changes are what was left. */
      readonly weak: readonly number[];
    }
  | TooLittle;

/**
 * Where the level of a drive's runs of one plan changed. A drift is cut into steps: then the result says that it changed,
 * not when. Quadratic in the runs, of which the last 2,000 are looked at.
 *
 * @param runs one value of each run, in the order in which they ran.
 */
export function changesOf(runs: readonly number[], criterion: ChangeCriterion = CHANGE_CRITERION): Changes {
  const needs = 2 * criterion.runsMin;
  if (runs.length < needs) return tooLittle("runs", needs, runs.length);
  const from = Math.max(0, runs.length - CHANGE_RUNS_MAX);
  const values = Float64Array.from(runs.slice(from));
  const weak = weakSplits(values, 0, values.length, criterion);
  const changes = settled(values, weak, criterion);
  return {
    kind: changes.length > 0 ? "changed" : "unchanged",
    method: "eDivisive",
    basis: { runs: values.length, criterion },
    changes: changes.map((change) => ({ ...change, index: change.index + from })),
    weak: weak.map((index) => index + from),
  };
}

/** Splits that divide their segment at all, ascending. The segments yet to be looked at wait in a list, not on the stack. */
function weakSplits(values: Float64Array, from: number, to: number, criterion: ChangeCriterion): number[] {
  const found: number[] = [];
  const waiting: [number, number][] = [[from, to]];
  for (let segment = waiting.pop(); segment !== undefined; segment = waiting.pop()) {
    const [start, end] = segment;
    const split = bestSplit(values.subarray(start, end), criterion.runsMin);
    if (split === undefined) continue;
    const index = start + split;
    if (changeAt(values, start, index, end).p >= criterion.pMaxWeak) continue;
    found.push(index);
    waiting.push([start, index], [index, end]);
  }
  return found.toSorted((a, b) => a - b);
}

/** Drops the least sure split and tests the others anew until all are sure; then the smallest until all matter. */
function settled(values: Float64Array, weak: readonly number[], criterion: ChangeCriterion): Change[] {
  let splits = weak;
  for (;;) {
    const changes = splits.map((index, at) =>
      changeAt(values, splits[at - 1] ?? 0, index, splits[at + 1] ?? values.length),
    );
    const dropped = firstToDrop(changes, criterion);
    if (dropped === undefined) return changes;
    splits = splits.filter((index) => index !== dropped.index);
  }
}

function firstToDrop(changes: readonly Change[], { pMax, leastPercent }: ChangeCriterion): Change | undefined {
  const leastSure = changes.toSorted((a, b) => b.p - a.p || a.index - b.index)[0];
  if (leastSure !== undefined && leastSure.p >= pMax) return leastSure;
  const size = ({ percent }: Change) => (percent === undefined ? Number.POSITIVE_INFINITY : Math.abs(percent));
  const smallest = changes.toSorted((a, b) => size(a) - size(b) || a.index - b.index)[0];
  return smallest !== undefined && size(smallest) < leastPercent ? smallest : undefined;
}

function changeAt(values: Float64Array, start: number, index: number, end: number): Change {
  const [before, after] = [[...values.subarray(start, index)], [...values.subarray(index, end)]];
  const [meanBefore, meanAfter] = [mean(before), mean(after)];
  const tested = welch(before, after, DIFFERENCE_CONFIDENCE);
  const isTested = tested.kind === "tested";
  return {
    index,
    meanBefore,
    meanAfter,
    percent: meanBefore === 0 ? undefined : 100 * (meanAfter / meanBefore - 1),
    percentInterval: isTested ? percentIntervalOf(before, after) : undefined,
    p: isTested ? tested.p : tested.difference === 0 ? 1 : 0,
    t: isTested ? tested.t : undefined,
    degreesOfFreedom: isTested ? tested.degreesOfFreedom : undefined,
  };
}

function percentIntervalOf(before: readonly number[], after: readonly number[]): Interval | undefined {
  if (Math.min(...before, ...after) <= 0) return undefined;
  const tested = welch(before.map(Math.log), after.map(Math.log), DIFFERENCE_CONFIDENCE);
  if (tested.kind === "noSpread") return undefined;
  return { low: 100 * Math.expm1(tested.interval.low), high: 100 * Math.expm1(tested.interval.high) };
}
