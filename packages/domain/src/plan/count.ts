import { countDatabase } from "./database.ts";
import { searchMeasurementsMax } from "./search.ts";
import type { DriveSettings } from "./settings.ts";
import type { EachStep, PlanStep } from "./steps.ts";
import { countSweep } from "./sweep.ts";

/** The values of its settings that a drive offers, as far as it told. */
export type OfferedValues = { readonly [Setting in keyof DriveSettings]?: readonly (number | string)[] | undefined };

/** Most values of a setting that a drive offers, as in the contract. */
export const settingValuesMax = 32;

/** How many points a plan can come to at most. Counted from its axes: no plan is made to be counted. */
export function countPoints(steps: readonly PlanStep[], offered: OfferedValues = {}): number {
  return steps.reduce((sum, step) => sum + countStep(step, offered), 0);
}

function countStep(step: PlanStep, offered: OfferedValues): number {
  switch (step.kind) {
    case "sweep":
      return countSweep(step);
    case "streams":
      return step.streams.length;
    case "fill":
      return 1;
    case "database":
      return countDatabase(step);
    case "rounds":
      return step.roundsMax * countPoints(step.steps, offered);
    case "each":
      return (eachValues(step, offered)?.length ?? settingValuesMax) * countPoints(step.steps, offered);
    case "search":
      return searchMeasurementsMax(step) * countPoints(step.steps, offered);
    default:
      return 0;
  }
}

/** The values that a step goes through; undefined where it goes through what a drive offers that has not told it. */
export function eachValues(step: EachStep, offered: OfferedValues): readonly (number | string)[] | undefined {
  return step.values === "offered" ? offered[step.setting] : step.values;
}

/** Whether a run of the plan can have another number of points than its longest walk. */
export function pointsAreAtMost(steps: readonly PlanStep[]): boolean {
  return steps.some((step) => {
    if (step.kind === "search") return true;
    if (step.kind === "rounds") return step.until !== undefined;
    return step.kind === "each" && (step.values === "offered" || pointsAreAtMost(step.steps));
  });
}
