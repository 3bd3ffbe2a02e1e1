import { type Sweep, type SweepAxis, sweepsOf } from "./curves/sweeps";
import type { Run } from "./run-detail";

/** What a run's page shows besides its table of results and the details of a point: one panel each. */
export type Answer =
  /** Curves over what the plan swept. */
  {
    readonly kind: "curves";
    readonly axis: SweepAxis;
    readonly sweeps: readonly Sweep[];
  };

export type AnsweringRun = Pick<Run, "steps" | "points">;

/** In the order of the page. */
const finders: readonly ((run: AnsweringRun) => readonly Answer[])[] = [curves];

/** Which answers a run gives, in the order in which its page shows them. They follow from its plan's steps and their axes. */
export function answersOf(run: AnsweringRun): Answer[] {
  return finders.flatMap((find) => find(run));
}

const axisOrder = ["size", "depth", "mix", "threads", "rate"] as const satisfies readonly SweepAxis[];

function curves({ points }: AnsweringRun): Answer[] {
  const byAxis = Map.groupBy(sweepsOf(points), ({ axis }) => axis);
  return axisOrder.flatMap((axis) => {
    const sweeps = byAxis.get(axis);
    return sweeps === undefined ? [] : [{ kind: "curves", axis, sweeps } as const];
  });
}
