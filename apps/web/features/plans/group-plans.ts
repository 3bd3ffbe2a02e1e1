import { formatCount, formatDuration } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { pointCount } from "./point-count";

export type PlanSummary = Outputs["plan"]["list"][number];
/** What a list says of a built-in plan, and of a saved one. */
export type PlanFigures = Pick<
  PlanSummary,
  "dependsOnModel" | "durationMs" | "durationIsUpperBound" | "fills" | "points" | "pointsAreAtMost" | "effect"
>;

/** Plans that are shown together. */
export interface PlanGroup {
  readonly family: string;
  readonly plans: readonly PlanSummary[];
}

/** The plans that a search finds, family by family, in the order in which they come. Every word must be there. */
export function groupPlans(plans: readonly PlanSummary[], search: string): PlanGroup[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = plans.filter((plan) => {
    const text = [plan.id, plan.name, plan.family, plan.description].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const families = [...new Set(found.map(({ family }) => family))];
  return families.map((family) => ({ family, plans: found.filter((plan) => plan.family === family) }));
}

/** How long a plan takes and how much there is to it. The time of a purge and of fills depends on the drive. */
export function planFacts({
  dependsOnModel,
  durationMs,
  durationIsUpperBound,
  fills,
  points,
  pointsAreAtMost,
  effect,
}: PlanFigures): string {
  if (dependsOnModel) return "depends on the drive's model";
  const time = durationMs === 0 ? [] : [`${durationIsUpperBound ? "up to " : ""}${formatDuration(durationMs)}`];
  const filling = fills === 0 ? [] : [fills === 1 ? "1 drive fill" : `${formatCount(fills)} drive fills`];
  const parts = [...time, ...(effect === "purges" ? ["purge"] : []), ...filling];
  return `${parts.join(" + ")}, ${pointCount({ points, pointsAreAtMost })}`;
}
