import { eachValues, settingValuesMax } from "./count.ts";
import { fillSpec } from "./fill.ts";
import type { PointSpec } from "./point-spec.ts";
import { confirmationsMax, confirmBody, raiseBody, searchMeasurementsMax } from "./search.ts";
import { leavesOutPoint, leavesOutStep, type TargetAbilities } from "./skips.ts";
import type { DatabaseStep, EachStep, PlanStep, RoundsStep, SearchStep, SelfTestStep, Tracked } from "./steps.ts";
import { expandStreams } from "./streams.ts";
import { expandSweep } from "./sweep.ts";
import { isTracked } from "./tracked.ts";

/** Something that a plan takes, from the shortest way through it to the longest. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What a plan's parts take. */
export interface Cost {
  /** Of the points that are measured together. */
  readonly measuring: (specs: readonly PointSpec[]) => Range;
  readonly idling: (seconds: number) => number;
  readonly selfTesting: (test: SelfTestStep["test"]) => Range;
  /** Of all points of a database. */
  readonly database: (step: DatabaseStep) => Range;
}

/**
 * What all of a plan takes: rounds may end with their first window, a search with its first value, and a setting may lack the values that
 * are not known to be offered. What a target cannot do takes nothing.
 */
export function rangeOf(steps: readonly PlanStep[], cost: Cost, target: TargetAbilities | undefined): Range {
  return sum(steps.map((step) => rangeOfStep(step, cost, target)));
}

function rangeOfStep(step: PlanStep, cost: Cost, target: TargetAbilities | undefined): Range {
  if (target !== undefined && leavesOutStep(step, target)) return none;
  const measuring = (specs: readonly PointSpec[]) => {
    const done = target === undefined ? specs : specs.filter((spec) => !leavesOutPoint(spec, target));
    return done.length === 0 ? none : cost.measuring(done);
  };
  switch (step.kind) {
    case "sweep":
      return sum(expandSweep(step).map((spec) => measuring([spec])));
    case "streams":
      return measuring(expandStreams(step));
    case "fill":
      return measuring([fillSpec(step)]);
    case "idle":
      return { least: cost.idling(step.seconds), most: cost.idling(step.seconds) };
    case "selfTest":
      return cost.selfTesting(step.test);
    case "database":
      return cost.database(step);
    case "rounds":
      return times(rangeOf(step.steps, cost, target), roundsLeast(step, target), step.roundsMax);
    case "each":
      return times(rangeOf(step.steps, cost, target), ...valueCounts(step, target));
    case "search":
      return rangeOfSearch(step, cost, target);
    default:
      return none;
  }
}

export const none: Range = { least: 0, most: 0 };

function sum(ranges: readonly Range[]): Range {
  return ranges.reduce((a, b) => ({ least: a.least + b.least, most: a.most + b.most }), none);
}

function times({ least, most }: Range, leastTimes: number, mostTimes: number): Range {
  return { least: least * leastTimes, most: most * mostTimes };
}

/** Of a figure whose point the target leaves out no window is ever steady. */
function roundsLeast({ until, roundsMax, steps }: RoundsStep, target: TargetAbilities | undefined): number {
  if (until === undefined) return roundsMax;
  if (target === undefined) return until.windowRounds;
  const points = steps.flatMap(pointsOf);
  const isLeftOut = (each: Tracked) => {
    const own = points.filter((spec) => isTracked(each, spec));
    return own.length > 0 && own.every((spec) => leavesOutPoint(spec, target));
  };
  return until.tracked.some(isLeftOut) ? roundsMax : until.windowRounds;
}

/** Those that a figure may be of. */
function pointsOf(step: RoundsStep["steps"][number]): PointSpec[] {
  if (step.kind === "sweep") return expandSweep(step);
  return step.kind === "streams" ? expandStreams(step) : [];
}

function valueCounts(step: EachStep, target: TargetAbilities | undefined): [number, number] {
  const offered = target?.offered ?? {};
  const values = eachValues(step, offered);
  if (values === undefined) return [1, settingValuesMax];
  // One that is not known to be offered is tried: it may do.
  const known = offered[step.setting];
  return [known === undefined ? values.length : values.filter((value) => known.includes(value)).length, values.length];
}

/** From the first value alone, if it fails, to every trial at the highest. */
function rangeOfSearch(step: SearchStep, cost: Cost, target: TargetAbilities | undefined): Range {
  const [body] = step.steps;
  if (body === undefined) return none;
  const at = (value: number) => raiseBody(body, step.raise, value);
  const costOf = (each: typeof body) => rangeOfStep(each, cost, target);
  const confirmations = step.confirmSeconds === undefined ? 0 : confirmationsMax;
  const trials = searchMeasurementsMax(step) - confirmations;
  const confirming = confirmations === 0 ? none : costOf(confirmBody(at(step.to), step.confirmSeconds ?? 0));
  return {
    least: costOf(at(step.from)).least,
    most: costOf(at(step.to)).most * trials + confirming.most * confirmations,
  };
}
