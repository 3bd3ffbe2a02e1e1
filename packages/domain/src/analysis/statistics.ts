/** How far a closed loop's outstanding commands may stray from its depth and still be believed. */
const LITTLE_RATIO_LOWEST = 0.9;
const LITTLE_RATIO_HIGHEST = 1.05;

/** What a closed-loop measurement says of itself. */
export interface ClosedLoopPoint {
  readonly iops: number;
  readonly meanLatencyNs: number;
  /** Commands kept outstanding, over all threads. */
  readonly totalQueueDepth: number;
}

/** Result of Little's law: outstanding commands = throughput × mean latency. */
export interface LittlesLawCheck {
  /**
   * `consistent`: figures agree with the depth. `tooLow`: time passed with fewer commands outstanding than asked for,
   * so the benchmark itself was the limit. `tooHigh`: impossible in a closed loop, so one of the figures is wrong.
   */
  readonly kind: "consistent" | "tooLow" | "tooHigh";
  /** Commands outstanding on average by the figures. */
  readonly outstanding: number;
  /** `outstanding` over the depth asked for. */
  readonly ratio: number;
}

/**
 * Checks a closed-loop result against itself (J. D. C. Little, "A Proof for the Queuing Formula L = λW", 1961).
 * Between 0.9 and 1.05 of the depth is consistent: a little less is the time between completion and next submission.
 */
export function checkLittlesLaw(point: ClosedLoopPoint): LittlesLawCheck {
  const outstanding = (point.iops * point.meanLatencyNs) / 1e9;
  const ratio = outstanding / point.totalQueueDepth;
  if (ratio > LITTLE_RATIO_HIGHEST) return { kind: "tooHigh", outstanding, ratio };
  return { kind: ratio < LITTLE_RATIO_LOWEST ? "tooLow" : "consistent", outstanding, ratio };
}

/** Geometric mean, for scores over figures of different size; `undefined` when empty or any figure is not above zero. */
export function geometricMean(figures: readonly number[]): number | undefined {
  if (figures.length === 0 || figures.some((figure) => !(figure > 0))) return undefined;
  // The mean of logarithms cannot overflow where the product of the figures would.
  return Math.exp(figures.reduce((sum, figure) => sum + Math.log(figure), 0) / figures.length);
}

/** The middle of the values, or the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const below = sorted[sorted.length % 2 === 1 ? middle : middle - 1] ?? 0;
  return (below + (sorted[middle] ?? 0)) / 2;
}
