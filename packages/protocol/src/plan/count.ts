import { protocolLimits } from "../limits.ts";
import { countDatabasePoints } from "./database.ts";
import { searchMeasurementsMax } from "./search.ts";
import type { TemplateStep } from "./step.ts";
import { countSweepPoints } from "./sweep.ts";

/** The most points that a step can come to, counted from its axes: no point is made to be counted. */
export function countPoints(step: TemplateStep): number {
  switch (step.kind) {
    case "sweep":
      return countSweepPoints(step);
    case "streams":
      return step.streams.length;
    case "fill":
      return 1;
    case "database":
      return countDatabasePoints(step);
    case "rounds":
      return step.roundsMax * countAll(step.steps);
    case "each":
      return (step.values === "offered" ? protocolLimits.settingValues : step.values.length) * countAll(step.steps);
    case "search":
      return searchMeasurementsMax(step) * countAll(step.steps);
    default:
      // What a step of rated figures comes to depends on the drive, and is counted when it is launched.
      return 0;
  }
}

function countAll(steps: readonly TemplateStep[]): number {
  return steps.reduce((sum, step) => sum + countPoints(step), 0);
}
