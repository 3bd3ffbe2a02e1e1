import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { requirePlan } from "./rules/read-plan.ts";
import { lockSavedPlan, planDocument, versionNote, versionRow } from "./rules/saved-version.ts";

export const saveVersionInput = z.object({
  savedPlanId: z.uuid(),
  /** The version that was edited: another one that was saved meanwhile is not passed over. */
  basedOn: z.int().min(1),
  document: planDocument,
  note: versionNote,
});

/** Most versions of one plan. */
const versionsLimit = 500;

/** Keeps an edited plan as its next version; those before stay as they are. */
export async function savePlanVersion(
  context: ServiceContext,
  { savedPlanId, basedOn, document, note = "" }: z.input<typeof saveVersionInput>,
): Promise<{ version: number }> {
  requireRight(context, "benchmark.launch");
  return inTransaction(context.db, async (tx) => {
    const { name, latestVersion } = await lockSavedPlan(tx, savedPlanId);
    const plan = requirePlan({ ...Object(document), name });
    if (latestVersion !== basedOn) {
      throw new ServiceError("conflict", `Version ${latestVersion} of "${name}" was saved meanwhile.`, {
        remedy: "Look at it, then save yours on top of it, or as another plan.",
      });
    }
    if (latestVersion >= versionsLimit) {
      throw new ServiceError("conflict", `"${name}" has ${versionsLimit} versions already.`, {
        remedy: "Save it as another plan.",
      });
    }
    const version = latestVersion + 1;
    await tx.savedPlanVersion.create({ data: versionRow(context, savedPlanId, version, { plan, note }) });
    await tx.savedPlan.update({ where: { id: savedPlanId }, data: { latestVersion: version } });
    const detail = { plan: name, version, points: plan.points, planHash: plan.planHash };
    await writeAudit(tx, context, { action: "plan.saveVersion", objectKind: "plan", objectId: savedPlanId, detail });
    await notify(tx, { topic: "plans" });
    return { version };
  });
}
