/** What a plan comes to, as it is edited. */
import {
  allSteps,
  countPoints,
  dependsOnModel,
  describeWorkload,
  estimateBytesWritten,
  expandPlan,
  type PlanDuration,
  planDuration,
  planFills,
  planPurges,
  pointSeconds,
  pointsAreAtMost,
  stepsForAgent,
  type TargetFacts,
  workloadOf,
} from "@crosspoint/domain";
import { type PlanDocument, protocolLimits } from "@crosspoint/protocol";

/** Points that are listed; of more, the first. */
export const listedPoints = 200;

export interface ListedPoint {
  readonly sequence: number;
  /** "2.1": the step, as the list of steps numbers it. */
  readonly step: string;
  readonly words: string;
  /** Undefined where the point ends by what it moves: that depends on the drive. */
  readonly seconds: number | undefined;
}

export interface Expansion {
  readonly points: number;
  readonly pointsAreAtMost: boolean;
  /** Beside these points there is one for each rated figure of the drive's model. */
  readonly dependsOnModel: boolean;
  readonly listed: readonly ListedPoint[];
  readonly duration: PlanDuration;
  /** Times that the whole target is written, in the steps that end by that. */
  readonly fills: number;
  readonly written: ReturnType<typeof estimateBytesWritten>;
  readonly effect: "readsOnly" | "overwrites" | "purges";
  /** "Purge (step 1)". */
  readonly forAgent: readonly { readonly kind: string; readonly step: string }[];
  /** Steps whose values the drive alone knows. */
  readonly isOpenEnded: boolean;
}

/** No time is spent on what ends by the bytes that it moves: it is told apart. */
const withoutFills: TargetFacts = {
  sizeBytes: 1,
  fastestBytesPerSecond: Number.POSITIVE_INFINITY,
  slowestBytesPerSecond: Number.POSITIVE_INFINITY,
};

/** Of a plan that the contract accepts; it has no more points than a run can have. */
export function expansionOf({ steps, readsOnly }: PlanDocument, facts: TargetFacts | undefined): Expansion {
  const expanded = expandPlan(steps, protocolLimits.pointsPerRun);
  const listed = expanded.kind === "points" ? listPoints(expanded) : [];
  return {
    points: countPoints(steps),
    pointsAreAtMost: pointsAreAtMost(steps),
    dependsOnModel: dependsOnModel(steps),
    listed,
    duration: planDuration(steps, facts ?? withoutFills),
    fills: planFills(steps).most,
    written: estimateBytesWritten(steps, facts ?? {}),
    effect: planPurges(steps).length > 0 ? "purges" : readsOnly ? "readsOnly" : "overwrites",
    forAgent: stepsForAgent(steps).map(({ step, path }) => ({ kind: step.kind, step: numberOf(path) })),
    isOpenEnded: allSteps(steps).some(({ step }) => step.kind === "each" && step.values === "offered"),
  };
}

/** Loads and databases, in the order of measuring; no more than are listed are put into words. */
function listPoints({ points, databasePoints }: Extract<ReturnType<typeof expandPlan>, { kind: "points" }>) {
  const inOrder = [...points, ...databasePoints].toSorted((a, b) => a.sequence - b.sequence);
  return inOrder.slice(0, listedPoints).map((point): ListedPoint => {
    const place = { sequence: point.sequence, step: numberOf(point.stepPath) };
    if ("database" in point) {
      const { benchmark, clients, rampSeconds, durationSeconds } = point.database;
      const words = `PostgreSQL, ${benchmark}, ${clients === 1 ? "1 client" : `${clients} clients`}`;
      return { ...place, words, seconds: rampSeconds + durationSeconds };
    }
    const { spec, round } = point;
    const words = `${describeWorkload(workloadOf(spec))}${round === undefined ? "" : `, round ${round + 1}`}`;
    return { ...place, words, seconds: isTimed(spec.ending.kind) ? pointSeconds(spec) : undefined };
  });
}

function isTimed(ending: "duration" | "steadyState" | "fills" | "bytes"): boolean {
  return ending === "duration" || ending === "steadyState";
}

function numberOf(path: readonly number[]): string {
  return path.map((index) => index + 1).join(".");
}
