import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockSavedPlan } from "./rules/saved-version.ts";

export const deletePlanInput = z.object({ savedPlanId: z.uuid() });

/** Schedules that a refusal names. */
const namedLimit = 10;

/** Removes a saved plan with all its versions; runs keep the plan that they ran. Refused while a schedule needs it. */
export async function deletePlan(
  context: ServiceContext,
  { savedPlanId }: z.infer<typeof deletePlanInput>,
): Promise<void> {
  requireRight(context, "benchmark.launch");
  await inTransaction(context.db, async (tx) => {
    const plan = await lockSavedPlan(tx, savedPlanId);
    const schedules = await tx.benchmarkSchedule.findMany({
      where: { savedPlanId },
      select: { name: true },
      orderBy: { name: "asc" },
      take: namedLimit + 1,
    });
    if (schedules.length > 0)
      throw needed(
        plan.name,
        schedules.map(({ name }) => name),
      );
    await tx.savedPlan.delete({ where: { id: savedPlanId } });
    const detail = { plan: plan.name, versions: plan.latestVersion };
    await writeAudit(tx, context, { action: "plan.delete", objectKind: "plan", objectId: savedPlanId, detail });
    await notify(tx, { topic: "plans" });
  });
}

function needed(plan: string, schedules: readonly string[]): ServiceError {
  const more = schedules.length > namedLimit ? ", …" : "";
  const message = `"${plan}" is needed by ${schedules.length === 1 ? "the schedule" : "the schedules"} ${schedules.slice(0, namedLimit).join(", ")}${more}.`;
  return new ServiceError("conflict", message, { remedy: "Delete the schedules first." });
}
