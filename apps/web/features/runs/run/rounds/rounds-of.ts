import { isTracked, type PlanStep, type RoundsStep, type Tracked } from "@crosspoint/domain";
import { findingsAt, placesOf, pointsWithin, walksOf } from "../plan-places";
import { isPrecondition, type Point, type Run } from "../run-detail";
import { figureOf } from "./tracked";

type Finding = Run["findings"][number];
export type JudgedRoundsStep = RoundsStep & { readonly until: NonNullable<RoundsStep["until"]> };

/** Rounds that go on until some figures are steady, as far as they were measured. */
export interface MeasuredRounds {
  readonly stepPath: readonly number[];
  readonly step: JudgedRoundsStep;
  /** All measuring points of the rounds, in their order. */
  readonly points: readonly Point[];
  /** Rounds of which every tracked figure is known or will not come. */
  readonly rounds: number;
  readonly figures: readonly TrackedFigure[];
  /** What the agent made of them; absent while they go on, and where they were cut short. */
  readonly finding: NonNullable<Finding["rounds"]> | undefined;
}

export interface TrackedFigure {
  readonly tracked: Tracked;
  /** One a round; null where it has no result. */
  readonly values: readonly (number | null)[];
  /** The point of each round. */
  readonly points: readonly (Point | undefined)[];
}

/** All steady-state rounds of a run, in the order of measuring: once for each value of a setting around them. */
export function roundsOf({ steps, points, findings }: Pick<Run, "steps" | "points" | "findings">): MeasuredRounds[] {
  return judgedPlaces(steps).flatMap(({ step, stepPath }) => {
    const own = pointsWithin(points, stepPath).filter((point) => !isPrecondition(point));
    const found = findingsAt(findings, stepPath);
    return walksOf(own).map((walk, index) => measuredRounds(step, stepPath, walk, found[index]?.rounds));
  });
}

function measuredRounds(
  step: JudgedRoundsStep,
  stepPath: readonly number[],
  points: readonly Point[],
  finding: MeasuredRounds["finding"],
): MeasuredRounds {
  const tracked = step.until.tracked.map((each) => ({
    tracked: each,
    byRound: new Map(points.filter(({ spec }) => isTracked(each, spec)).map((point) => [point.round ?? 0, point])),
  }));
  const rounds = finding?.rounds ?? roundsHeard(tracked.map(({ byRound }) => byRound));
  const figures = tracked.map(({ tracked: each, byRound }) => {
    const own = Array.from({ length: rounds }, (_, round) => byRound.get(round));
    return {
      tracked: each,
      points: own,
      values: own.map((point) => (point === undefined ? null : figureOf(point, each.metric))),
    };
  });
  return { stepPath, step, points, rounds, figures, finding };
}

/** Without the agent's word: up to the last round of which a figure has an end, good or bad. */
function roundsHeard(tracked: readonly ReadonlyMap<number, Point>[]): number {
  const isOver = ({ state }: Point) => state !== "pending" && state !== "running";
  const ended = tracked.map((byRound) =>
    [...byRound].reduce((last, [round, point]) => (isOver(point) ? Math.max(last, round + 1) : last), 0),
  );
  return Math.min(...ended);
}

function judgedPlaces(steps: readonly PlanStep[]) {
  return placesOf(steps, "rounds").flatMap(({ step, stepPath }) =>
    step.until === undefined ? [] : [{ step: { ...step, until: step.until }, stepPath }],
  );
}
