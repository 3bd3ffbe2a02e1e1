import { formatCount, planSkips, type TargetAbilities } from "@crosspoint/domain";
import type { ChosenPlan } from "../../plan/rules/loaded-plan.ts";

/** A part of a plan that is not done on a target, and why. */
export interface LeftOut {
  /** "Step 2", "Step 1: 3 of 12 points". */
  readonly what: string;
  readonly reason: string;
}

/** Parts that are listed; more are counted. */
const listedLimit = 24;

/** What a target cannot do of a plan: whole steps, and points by their step. */
export function leftOutParts(plan: ChosenPlan, abilities: TargetAbilities): LeftOut[] {
  const points = [...plan.points, ...plan.databasePoints].toSorted((a, b) => a.sequence - b.sequence);
  const skips = planSkips(plan.document.steps, points, abilities);
  if (skips.length === 0) return [];
  const pointsOfStep = countByStep(points);
  const bySequence = new Map(points.map((point) => [point.sequence, point.stepPath.join()]));
  const parts = skips.flatMap(({ reason, paths, sequences }) => {
    const whole = paths.map((path) => ({ what: stepName(path), reason }));
    const skipped = countOf(sequences.flatMap((sequence) => bySequence.get(sequence) ?? []));
    const some = [...skipped].map(([path, count]) => ({
      what: pointsName(path, count, pointsOfStep.get(path) ?? count),
      reason,
    }));
    return [...whole, ...some];
  });
  const more = parts.length - listedLimit;
  const rest = more > 0 ? [{ what: `${formatCount(more)} more parts`, reason: "For the same or other reasons." }] : [];
  return [...parts.slice(0, listedLimit), ...rest];
}

function countByStep(points: readonly { readonly stepPath: readonly number[] }[]): Map<string, number> {
  return countOf(points.map(({ stepPath }) => stepPath.join()));
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Counted from one, as people do: "Step 2.1" is the first within the second. */
function stepName(path: readonly number[]): string {
  return `Step ${path.map((index) => index + 1).join(".")}`;
}

function pointsName(path: string, count: number, all: number): string {
  const name = stepName(path.split(",").map(Number));
  return count === all ? name : `${name}: ${formatCount(count)} of ${formatCount(all)} points`;
}
