import { type TooLittle, tooLittle } from "./result.ts";

/**
 * How far the operations in flight that a result implies may stray from its depth, in percent of the depth, and the
 * result still be believed. Our bound, and the only one: the engine has the same (ADR 0091).
 */
export const LITTLES_LAW_TOLERANCE_PERCENT = 5;

/** One direction of a closed loop. */
export interface ClosedLoopDirection {
  readonly iops: number;
  readonly meanLatencyNs: number;
}

export type LittlesLaw =
  | {
      /**
       * `consistent`: the figures agree with the depth. `tooLow`: time passed with fewer commands in flight than asked
       * for, so the benchmark itself was the limit, or the latency is not that of the whole operation. `tooHigh`:
       * impossible in a closed loop, so one of the figures is wrong.
       */
      readonly kind: "consistent" | "tooLow" | "tooHigh";
      readonly method: "littlesLaw";
      readonly basis: { readonly totalQueueDepth: number; readonly tolerancePercent: number };
      /** Operations in flight on average, by the figures. */
      readonly inFlight: number;
      /** `inFlight` by the depth asked for. */
      readonly ratio: number;
      /** Of all directions, each by its rate. */
      readonly meanLatencyNs: number;
    }
  | TooLittle;

/**
 * Checks a closed-loop result against itself: operations in flight = rate × mean latency (J. D. C. Little, "A Proof for the
 * Queuing Formula L = λW", Operations Research 9, 1961). It holds for means only, and for the sum of the directions.
 *
 * @param totalQueueDepth operations kept in flight, over all threads.
 */
export function checkLittlesLaw(directions: readonly ClosedLoopDirection[], totalQueueDepth: number): LittlesLaw {
  const iops = directions.reduce((sum, each) => sum + each.iops, 0);
  const latencyNsPerSecond = directions.reduce((sum, each) => sum + each.iops * each.meanLatencyNs, 0);
  if (!(iops > 0 && totalQueueDepth > 0)) return tooLittle("operations", 1, 0);
  const inFlight = latencyNsPerSecond / 1e9;
  return {
    kind: kindOf(inFlight, totalQueueDepth),
    method: "littlesLaw",
    basis: { totalQueueDepth, tolerancePercent: LITTLES_LAW_TOLERANCE_PERCENT },
    inFlight,
    ratio: inFlight / totalQueueDepth,
    meanLatencyNs: latencyNsPerSecond / iops,
  };
}

/** By products: 0.95 - 1 is beyond 0.05 in doubles, where 100 × 1 and 5 × 20 are equal. */
function kindOf(inFlight: number, depth: number): "consistent" | "tooLow" | "tooHigh" {
  if (100 * Math.abs(inFlight - depth) <= LITTLES_LAW_TOLERANCE_PERCENT * depth) return "consistent";
  return inFlight < depth ? "tooLow" : "tooHigh";
}
