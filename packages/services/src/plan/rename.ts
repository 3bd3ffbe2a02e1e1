import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockSavedPlan, planName, refuseTakenName } from "./rules/saved-version.ts";

export const renamePlanInput = z.object({ savedPlanId: z.uuid(), name: planName });

/** Calls a saved plan something else, in all its versions; runs and schedules keep the name that it had. */
export async function renamePlan(
  context: ServiceContext,
  { savedPlanId, name }: z.infer<typeof renamePlanInput>,
): Promise<void> {
  requireRight(context, "benchmark.launch");
  await inTransaction(context.db, async (tx) => {
    const plan = await lockSavedPlan(tx, savedPlanId);
    await refuseTakenName(tx, name, savedPlanId);
    await tx.savedPlan.update({ where: { id: savedPlanId }, data: { name } });
    const detail = { plan: name, before: plan.name };
    await writeAudit(tx, context, { action: "plan.rename", objectKind: "plan", objectId: savedPlanId, detail });
    await notify(tx, { topic: "plans" });
  });
}
