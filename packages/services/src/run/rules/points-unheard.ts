import type { RunState } from "@crosspoint/db";
import { expandPlan, type PlannedPoint, type PlanStep, pointsAreAtMost } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol";
import { noResult, type PointResult } from "../../result/rules/view.ts";
import { isOpen, type PointProgress, pendingOf } from "./view.ts";

type Heard = Pick<PlannedPoint, "sequence" | "stepPath" | "round">;

/** What a search or rounds came to: the step is over. */
export interface Verdict {
  readonly stepPath: readonly number[];
}

/**
 * The points of a run's plan that nothing was heard of, with why they have no result. Of a complete run, a step with a
 * verdict is over: what the plan lists beyond that was never to be measured.
 */
export function pendingPoints(
  state: RunState,
  steps: readonly PlanStep[],
  heard: readonly Heard[],
  verdicts: readonly Verdict[] = [],
): (PointProgress & PointResult)[] {
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "tooMany") return [];
  const reason = unheardOf(state);
  const over = state === "complete" ? verdicts.map(({ stepPath }) => stepPath) : [];
  const points = pointsUnheard(steps, expansion.points, heard, over);
  return points.map((point) => ({ ...pendingOf(point), ...noResult(reason) }));
}

/** Why nothing was heard of a point; undefined where it may still come. */
export function unheardOf(state: RunState): string | undefined {
  if (isOpen(state)) return undefined;
  return state === "complete"
    ? "The run ended, and no result of this point has arrived."
    : "The run ended before this point.";
}

/**
 * The points of a plan that nothing was heard of. Where rounds or a search may end early, what is listed beforehand has
 * other numbers than what is measured: then it is what stands behind the last point that was heard of, counted on from it.
 * Of a step that is known to be over, nothing is left.
 */
export function pointsUnheard(
  steps: readonly PlanStep[],
  planned: readonly PlannedPoint[],
  heard: readonly Heard[],
  over: readonly (readonly number[])[] = [],
): PlannedPoint[] {
  const known = new Set(heard.map(({ sequence }) => sequence));
  if (!pointsAreAtMost(steps)) return planned.filter(({ sequence }) => !known.has(sequence));
  const last = heard.reduce<Heard | undefined>((a, b) => (a && a.sequence > b.sequence ? a : b), undefined);
  if (last === undefined) return [...planned];
  const next = last.sequence + 1;
  return planned
    .slice(placeBehind(last, heard, planned, over))
    .map((point, index) => ({ ...point, sequence: next + index }));
}

/** Behind the step that is over; else behind as many listed points of the last step and round as were heard of, or behind all of that step. */
function placeBehind(
  last: Heard,
  heard: readonly Heard[],
  planned: readonly PlannedPoint[],
  over: readonly (readonly number[])[],
): number {
  const done = over.find((path) => isWithin(last.stepPath, path));
  if (done !== undefined) return 1 + planned.findLastIndex(({ stepPath }) => isWithin(stepPath, done));
  const ofStep = ({ stepPath }: Heard) => stepPath.join() === last.stepPath.join();
  const ofRound = (point: Heard) => ofStep(point) && point.round === last.round;
  const places = planned.flatMap((point, index) => (ofRound(point) ? [index] : []));
  const place = places[Math.min(heard.filter(ofRound).length, places.length) - 1];
  return 1 + (place ?? planned.findLastIndex(ofStep));
}

function isWithin(stepPath: readonly number[], path: readonly number[]): boolean {
  return path.every((place, depth) => stepPath[depth] === place);
}
