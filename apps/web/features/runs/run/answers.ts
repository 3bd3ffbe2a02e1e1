import { type Sweep, type SweepAxis, sweepsOf } from "./curves/sweeps";
import { completionModes } from "./modes/completion-modes";
import { placesOf, pointsWithin } from "./plan-places";
import type { Point, Run } from "./run-detail";
import { isSaturating, longPoints } from "./whole/long-points";

/** What a run's page shows besides its table of results and the details of a point: one panel each. */
export type Answer =
  /** Curves over what the plan swept. */
  | {
      readonly kind: "curves";
      readonly axis: SweepAxis;
      readonly sweeps: readonly Sweep[];
    }
  /** Rounds until steady state; trials of a search; one load at each value of a setting, or by each completion mode. */
  | { readonly kind: "rounds" | "search" | "settings" | "modes" }
  /** Points so long that how they change is their result: how they settle, and how even their seconds are. */
  | { readonly kind: "saturation" | "consistency"; readonly points: readonly Point[] };

export type AnsweringRun = Pick<Run, "steps" | "points">;

/** In the order of the page. */
const finders: readonly ((run: AnsweringRun) => readonly Answer[])[] = [
  rounds,
  search,
  settings,
  modes,
  saturation,
  consistency,
  curves,
];

/** Which answers a run gives, in the order in which its page shows them. They follow from its plan's steps and their axes. */
export function answersOf(run: AnsweringRun): Answer[] {
  return finders.flatMap((find) => find(run));
}

const axisOrder = ["size", "depth", "mix", "threads", "rate"] as const satisfies readonly SweepAxis[];

function curves(run: AnsweringRun): Answer[] {
  const byAxis = Map.groupBy(sweepsOf(run), ({ axis }) => axis);
  return axisOrder.flatMap((axis) => {
    const sweeps = byAxis.get(axis);
    return sweeps === undefined ? [] : [{ kind: "curves", axis, sweeps } as const];
  });
}

function rounds({ steps, points }: AnsweringRun): Answer[] {
  const judged = placesOf(steps, "rounds").filter(({ step }) => step.until !== undefined);
  return judged.some(({ stepPath }) => isBegun(points, stepPath)) ? [{ kind: "rounds" }] : [];
}

function search({ steps, points }: AnsweringRun): Answer[] {
  return placesOf(steps, "search").some(({ stepPath }) => isBegun(points, stepPath)) ? [{ kind: "search" }] : [];
}

function settings({ steps, points }: AnsweringRun): Answer[] {
  return placesOf(steps, "each").some(({ stepPath }) => isBegun(points, stepPath)) ? [{ kind: "settings" }] : [];
}

/** Whether anything of a step's body was measured, or tried. */
function isBegun(points: readonly Point[], stepPath: readonly number[]): boolean {
  return pointsWithin(points, stepPath).some(({ state }) => state !== "pending" && state !== "running");
}

function modes({ points }: AnsweringRun): Answer[] {
  const measured = completionModes(points).some((set) => set.points.some(({ directions }) => directions.length > 0));
  return measured ? [{ kind: "modes" }] : [];
}

function saturation({ points }: AnsweringRun): Answer[] {
  const own = longPoints(points).filter(isSaturating);
  return own.length === 0 ? [] : [{ kind: "saturation", points: own }];
}

function consistency({ points }: AnsweringRun): Answer[] {
  const own = longPoints(points);
  return own.length === 0 ? [] : [{ kind: "consistency", points: own }];
}
