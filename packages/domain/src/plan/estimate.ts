import { blockSizes } from "./block-mix.ts";
import type { PlannedPoint, PointSpec } from "./point-spec.ts";

/** How long a plan measures, warm-ups included. */
export interface PlanDuration {
  readonly seconds: number;
  /** Some point ends by what it has moved, or by steady state: it may be over sooner. */
  readonly isUpperBound: boolean;
}

type Points = readonly Pick<PlannedPoint, "spec">[];

export function planDuration(points: Points): PlanDuration {
  return {
    seconds: points.reduce((sum, { spec }) => sum + pointSeconds(spec), 0),
    isUpperBound: points.some(({ spec }) => spec.ending.kind !== "duration"),
  };
}

/** Longest time of a point, its warm-up included. */
export function pointSeconds({ ending, rampSeconds }: Pick<PointSpec, "ending" | "rampSeconds">): number {
  const measured = ending.kind === "steadyState" ? ending.roundSeconds * ending.roundsMax : ending.durationSeconds;
  return rampSeconds + measured;
}

/** Whether any point writes. */
export function planWrites(points: Points): boolean {
  return points.some(({ spec }) => spec.readPercent < 100);
}

/** Largest share of the target that is written to, in percent from its start; 0 for reads alone. */
export function writtenSpanPercent(points: Points): number {
  return points.reduce((most, { spec }) => (spec.readPercent < 100 ? Math.max(most, spec.spanPercent) : most), 0);
}

/** Largest block of a point, in bytes. */
export function largestBlockBytes(spec: PointSpec): number {
  return Math.max(...blockSizes(spec).map(({ bytes }) => bytes));
}
