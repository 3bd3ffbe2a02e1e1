import type { RunState } from "@crosspoint/db";
import { expandPlan, type PlannedPoint, type PlanStep, pointsAreAtMost } from "@crosspoint/domain";
import { protocolLimits } from "@crosspoint/protocol";
import { noResult, type PointResult } from "../../result/rules/view.ts";
import { isOpen, type PointProgress, pendingOf } from "./view.ts";

type Heard = Pick<PlannedPoint, "sequence" | "stepPath" | "round">;

/** The points of a run's plan that nothing was heard of, with why they have no result. */
export function pendingPoints(
  state: RunState,
  steps: readonly PlanStep[],
  heard: readonly Heard[],
): (PointProgress & PointResult)[] {
  const expansion = expandPlan(steps, protocolLimits.pointsPerRun);
  if (expansion.kind === "tooMany") return [];
  const reason = unheardOf(state);
  return pointsUnheard(steps, expansion.points, heard).map((point) => ({ ...pendingOf(point), ...noResult(reason) }));
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
 */
export function pointsUnheard(
  steps: readonly PlanStep[],
  planned: readonly PlannedPoint[],
  heard: readonly Heard[],
): PlannedPoint[] {
  const known = new Set(heard.map(({ sequence }) => sequence));
  if (!pointsAreAtMost(steps)) return planned.filter(({ sequence }) => !known.has(sequence));
  const last = heard.reduce<Heard | undefined>((a, b) => (a && a.sequence > b.sequence ? a : b), undefined);
  if (last === undefined) return [...planned];
  const next = last.sequence + 1;
  return planned.slice(placeBehind(last, heard, planned)).map((point, index) => ({ ...point, sequence: next + index }));
}

/** Behind as many listed points of the last step and round as were heard of, or behind all of that step. */
function placeBehind(last: Heard, heard: readonly Heard[], planned: readonly PlannedPoint[]): number {
  const ofStep = ({ stepPath }: Heard) => stepPath.join() === last.stepPath.join();
  const ofRound = (point: Heard) => ofStep(point) && point.round === last.round;
  const places = planned.flatMap((point, index) => (ofRound(point) ? [index] : []));
  const place = places[Math.min(heard.filter(ofRound).length, places.length) - 1];
  return 1 + (place ?? planned.findLastIndex(ofStep));
}
