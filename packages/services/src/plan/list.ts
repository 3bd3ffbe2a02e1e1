import { type Plan, plans } from "@crosspoint/catalog";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type PlanFigures, planFigures } from "./rules/plan-figures.ts";

export interface PlanSummary extends PlanFigures {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The plans that it is shown with, by their name. */
  readonly family: string;
  /** The catalog's sources whose method it follows, and where it departs from them. */
  readonly sourceIds: readonly string[];
  readonly departs: readonly string[];
}

/** The built-in plans, family by family. */
export function listPlans(context: ServiceContext): PlanSummary[] {
  requireRight(context, "catalog.view");
  return plans.map(({ document, description, family, sourceIds, departs }: Plan) => {
    const { id, name } = document;
    return {
      id,
      name,
      description,
      family: family.name,
      sourceIds,
      departs,
      ...planFigures(document),
    };
  });
}
