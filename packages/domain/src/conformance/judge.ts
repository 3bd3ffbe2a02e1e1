import { type ComparisonMetric, isHigherBetter, isLatency, percentileOf } from "../compare/metrics.ts";
import { keptPercentile, percentileSampleNote } from "../histogram/percentiles.ts";
import type { Bound } from "../units/bound.ts";
import type { RatedCheck } from "./rated-figure.ts";

/** The figures of one direction of a measured point. */
interface MeasuredDirection {
  readonly direction: "read" | "write";
  readonly operations: number;
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNsMean?: number | undefined;
  readonly latencyNsP50?: number | undefined;
  readonly latencyNsP99?: number | undefined;
  readonly latencyNsP999?: number | undefined;
  readonly latencyNsP9999?: number | undefined;
  readonly latencyNsP99999?: number | undefined;
  readonly latencyNsMax?: number | undefined;
}

/** A point of a run, as far as it is judged. */
export interface MeasuredPoint {
  readonly sequence: number;
  readonly stepPath: readonly number[];
  readonly state: string;
  readonly reason?: string | undefined;
  readonly directions: readonly MeasuredDirection[];
}

/** What became of a rated figure. Percentages are of the rated value, and never negative. */
export type RatedVerdict =
  | { readonly kind: "met"; readonly measured: number; readonly betterPercent: number; readonly sequence: number }
  | { readonly kind: "missed"; readonly measured: number; readonly worsePercent: number; readonly sequence: number }
  /** Measured, but the sheet's word or the samples do not carry a verdict. */
  | { readonly kind: "notJudged"; readonly measured: number; readonly reason: string; readonly sequence: number }
  | { readonly kind: "notMeasured"; readonly reason: string };

export interface JudgedFigure extends RatedCheck {
  readonly verdict: RatedVerdict;
}

/** Holds the points of a run against the figures that it checks. Of several points of a figure the best counts. */
export function judgeRated(checks: readonly RatedCheck[], points: readonly MeasuredPoint[]): JudgedFigure[] {
  return checks.map((check) => ({ ...check, verdict: verdictOf(check, points) }));
}

/** How many figures came to each verdict. */
export function countVerdicts(judged: readonly JudgedFigure[]): Record<RatedVerdict["kind"], number> {
  const counts = { met: 0, missed: 0, notJudged: 0, notMeasured: 0 };
  for (const { verdict } of judged) counts[verdict.kind] += 1;
  return counts;
}

function verdictOf(check: RatedCheck, points: readonly MeasuredPoint[]): RatedVerdict {
  const { figure, stepPath, notMeasured } = check;
  if (stepPath === undefined) return { kind: "notMeasured", reason: notMeasured ?? "No step measures it." };
  const own = points.filter((point) => point.stepPath.join() === stepPath.join());
  const readings = own.map((point) => readingOf(point, figure.metric));
  const values = readings.filter((reading) => reading.kind === "value");
  const [best] = values.toSorted((a, b) => (isHigherBetter(figure.metric) ? b.value - a.value : a.value - b.value));
  if (best !== undefined) return compared(best, figure);
  const [missing] = readings.filter((reading) => reading.kind === "missing");
  return { kind: "notMeasured", reason: missing?.reason ?? "The run ended before this point." };
}

type Reading =
  | { readonly kind: "value"; readonly value: number; readonly sequence: number; readonly doubt: string | undefined }
  | { readonly kind: "missing"; readonly reason: string };

function readingOf(point: MeasuredPoint, metric: ComparisonMetric): Reading {
  const { state, directions, sequence } = point;
  if (state !== "complete" || directions.length === 0) return missing(point.reason ?? stateReason(state));
  const sum = (of: (direction: MeasuredDirection) => number) => directions.reduce((total, each) => total + of(each), 0);
  if (metric === "iops") return { kind: "value", value: sum(({ iops }) => iops), sequence, doubt: undefined };
  if (metric === "bytesPerSecond") {
    return { kind: "value", value: sum(({ bytesPerSecond }) => bytesPerSecond), sequence, doubt: undefined };
  }
  const [only, ...others] = directions;
  if (only === undefined || others.length > 0) return missing("A mix has a latency for each direction.");
  return latencyOf(only, metric, sequence);
}

function latencyOf(
  direction: MeasuredDirection,
  metric: Exclude<ComparisonMetric, "iops" | "bytesPerSecond">,
  sequence: number,
): Reading {
  const value = direction[metric];
  const percentile = percentileOf(metric);
  if (percentile === undefined) {
    return value === undefined
      ? missing("No operation completed.")
      : { kind: "value", value, sequence, doubt: undefined };
  }
  const reading = keptPercentile(percentile, value, direction.operations);
  const doubt = percentileSampleNote(reading);
  if (reading.kind === "tooFewSamples") return missing(doubt ?? "Too few samples.");
  return { kind: "value", value: reading.ns, sequence, doubt };
}

function missing(reason: string): Reading {
  return { kind: "missing", reason };
}

function stateReason(state: string): string {
  return state === "pending" || state === "running" ? "Not measured yet." : `The point is ${state}.`;
}

interface Rated {
  readonly metric: ComparisonMetric;
  readonly value: number;
  readonly bound: Bound;
}

function compared({ value, sequence, doubt }: Extract<Reading, { kind: "value" }>, rated: Rated): RatedVerdict {
  const percent = (Math.abs(value - rated.value) / rated.value) * 100;
  const met = isMet(value, rated);
  if (doubt !== undefined) return { kind: "notJudged", measured: value, reason: doubt, sequence };
  if (met) return { kind: "met", measured: value, betterPercent: percent, sequence };
  if (!isLatency(rated.metric) && rated.bound === "at_most") {
    const reason = 'Rated "up to", for the best capacity of the family: no promise for this one.';
    return { kind: "notJudged", measured: value, reason, sequence };
  }
  return { kind: "missed", measured: value, worsePercent: percent, sequence };
}

/** A rate is a least and a latency a most; "below 10 µs" excludes 10 µs. */
function isMet(value: number, { metric, value: rated, bound }: Rated): boolean {
  if (isHigherBetter(metric)) return bound === "just_over" ? value > rated : value >= rated;
  return bound === "just_under" ? value < rated : value <= rated;
}
