import type { PlannedPoint } from "./point-spec.ts";
import type { PlanStep } from "./steps.ts";
import { countSweep, expandSweep } from "./sweep.ts";

/** A plan's points, or how many there would be where that is more than may be. */
export type Expansion =
  | { readonly kind: "points"; readonly points: readonly PlannedPoint[] }
  | { readonly kind: "tooMany"; readonly count: number };

/** How many points a plan has. Counted from its axes: no plan is made to be counted. */
export function countPoints(steps: readonly PlanStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === "sweep" ? countSweep(step) : 0), 0);
}

/**
 * The points of a plan in the order of measuring, at most `pointsMax`. The agent walks the same steps; both are held to
 * packages/catalog/golden.
 */
export function expandPlan(steps: readonly PlanStep[], pointsMax: number): Expansion {
  const count = countPoints(steps);
  if (count > pointsMax) return { kind: "tooMany", count };
  const points = steps.flatMap((step, index) =>
    step.kind === "sweep" ? expandSweep(step).map((spec) => ({ stepPath: [index], spec })) : [],
  );
  return { kind: "points", points: points.map((point, sequence) => ({ sequence, ...point })) };
}
