import {
  countPoints,
  dependsOnModel,
  mayEndSooner,
  planDuration,
  planFills,
  planPurges,
  pointsAreAtMost,
} from "@crosspoint/domain";
import type { PlanTemplate } from "@crosspoint/protocol";

/** What lists say of a plan before anyone knows its drive. */
export interface PlanFigures {
  /** What becomes of the data on its target. */
  readonly effect: "readsOnly" | "overwrites" | "purges";
  /** What it measures is known when its drive is; points and time are those of its other steps. */
  readonly dependsOnModel: boolean;
  /** Of its longest walk: every value that a drive may offer, every round, every trial of a search. */
  readonly points: number;
  readonly pointsAreAtMost: boolean;
  /** Without its purge and its fills, whose time depends on the drive. */
  readonly durationMs: number;
  /** It may be over sooner. */
  readonly durationIsUpperBound: boolean;
  /** How many times it writes the whole drive at most, in the steps that end by that. */
  readonly fills: number;
}

/** No time is spent on what ends by the bytes that it moves. */
const withoutFills = {
  sizeBytes: 1,
  fastestBytesPerSecond: Number.POSITIVE_INFINITY,
  slowestBytesPerSecond: Number.POSITIVE_INFINITY,
};

export function planFigures({ readsOnly, steps }: Pick<PlanTemplate, "readsOnly" | "steps">): PlanFigures {
  const planned = planDuration(steps, withoutFills);
  return {
    effect: planPurges(steps).length > 0 ? "purges" : readsOnly ? "readsOnly" : "overwrites",
    dependsOnModel: dependsOnModel(steps),
    points: countPoints(steps),
    pointsAreAtMost: pointsAreAtMost(steps),
    durationMs: planned.secondsMost * 1000,
    durationIsUpperBound: mayEndSooner(planned),
    fills: planFills(steps).most,
  };
}
