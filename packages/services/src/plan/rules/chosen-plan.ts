import { findPlan, plans } from "@crosspoint/catalog";
import { describeWorkload } from "@crosspoint/domain";
import { type BenchmarkPlan, planPoint } from "@crosspoint/protocol";
import { z } from "zod";
import { ServiceError } from "../../errors.ts";

/** One workload that a person puts together; its bounds are the protocol's. */
export const customWorkload = planPoint.omit({ name: true });
export type CustomWorkload = z.infer<typeof customWorkload>;

/** What to run: a built-in plan by its id, or one workload. */
export const planChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("builtIn"), planId: z.string().min(1).max(100) }),
  z.object({ kind: z.literal("custom"), workload: customWorkload }),
]);
export type PlanChoice = z.infer<typeof planChoice>;

const customPlanId = "custom";

/** The plan as it is handed to the agent. */
export function resolvePlan(choice: PlanChoice): BenchmarkPlan {
  if (choice.kind === "custom") {
    const name = describeWorkload(choice.workload);
    return { id: customPlanId, name, points: [{ ...choice.workload, name }] };
  }
  const plan = findPlan(choice.planId);
  if (plan === undefined) {
    throw new ServiceError("notFound", `There is no built-in plan "${choice.planId}".`, {
      remedy: `Choose one of: ${plans.map(({ id }) => id).join(", ")}.`,
    });
  }
  return { id: plan.id, name: plan.name, points: [...plan.points] };
}

/** Whether any point of the plan writes. */
export function planWrites(plan: BenchmarkPlan): boolean {
  return plan.points.some((point) => point.readPercent < 100);
}

/** Largest share of the target that the plan writes to, in percent from its start; 0 for reads alone. */
export function writtenSpanPercent(plan: BenchmarkPlan): number {
  return plan.points.reduce((most, point) => (point.readPercent < 100 ? Math.max(most, point.spanPercent) : most), 0);
}
