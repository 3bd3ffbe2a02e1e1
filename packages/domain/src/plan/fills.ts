import type { PointSpec } from "./point-spec.ts";
import { none, type Range, rangeOf } from "./range.ts";
import type { PlanStep } from "./steps.ts";

/** How many times a plan goes through its whole target, in the steps that end by that. Their time depends on the drive. */
export function planFills(steps: readonly PlanStep[]): Range {
  const measuring = (specs: readonly PointSpec[]) => {
    const fills = Math.max(...specs.map(fillsOf));
    return { least: fills, most: fills };
  };
  const cost = { measuring, idling: () => 0, selfTesting: () => none, database: () => none };
  return rangeOf(steps, cost, undefined);
}

function fillsOf({ ending, spanPercent }: PointSpec): number {
  return ending.kind === "fills" ? (ending.fills * spanPercent) / 100 : 0;
}
