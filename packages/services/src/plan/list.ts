import { plans } from "@crosspoint/catalog";
import { mayEndSooner, type PlannedPoint, planDuration } from "@crosspoint/domain";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

export interface PlanSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly readsOnly: boolean;
  readonly points: readonly PlannedPoint[];
  readonly durationMs: number;
  /** It may be over sooner. */
  readonly durationIsUpperBound: boolean;
  /** The catalog's sources whose method it follows, and where it departs from them. */
  readonly sourceIds: readonly string[];
  readonly departs: readonly string[];
}

/** The built-in plans, in the order of the catalog. */
export function listPlans(context: ServiceContext): PlanSummary[] {
  requireRight(context, "catalog.view");
  return plans.map(({ document, description, points, sourceIds, departs }) => {
    const { id, name, readsOnly } = document;
    const planned = planDuration(document.steps);
    const duration = { durationMs: planned.secondsMost * 1000, durationIsUpperBound: mayEndSooner(planned) };
    return { id, name, description, readsOnly, points, ...duration, sourceIds, departs };
  });
}
