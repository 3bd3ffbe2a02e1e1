import { type Plan, planDurationMs, plans } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface PlanSummary extends Plan {
  readonly durationMs: number;
}

/** The built-in plans, in the order of the catalog. */
export function listPlans(context: ServiceContext): PlanSummary[] {
  requireRight(context, "catalog.view");
  return plans.map((plan) => ({ ...plan, durationMs: planDurationMs(plan) }));
}
