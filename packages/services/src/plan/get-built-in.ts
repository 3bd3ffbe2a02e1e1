import { findPlan, plans } from "@crosspoint/catalog";
import type { PlanDocument } from "@crosspoint/protocol";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";

export const getBuiltInPlanInput = z.object({ planId: z.string().min(1).max(100) });

/** A built-in plan as a file of one has it, with what it follows and where it departs: to begin another from. */
export function getBuiltInPlan(context: ServiceContext, { planId }: z.infer<typeof getBuiltInPlanInput>): PlanDocument {
  requireRight(context, "catalog.view");
  const plan = findPlan(planId);
  if (plan === undefined) {
    throw new ServiceError("notFound", `There is no built-in plan "${planId}".`, {
      remedy: `Choose one of: ${plans.map(({ document }) => document.id).join(", ")}.`,
    });
  }
  const { document, sourceIds, departs } = plan;
  return { ...document, follows: [...sourceIds], departs: [...departs] };
}
