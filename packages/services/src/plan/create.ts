import { randomUUID } from "node:crypto";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { requirePlan } from "./rules/read-plan.ts";
import {
  planDocument,
  planName,
  refuseTakenName,
  savedPlansLimit,
  versionNote,
  versionRow,
} from "./rules/saved-version.ts";

export const createPlanInput = z.object({ name: planName, document: planDocument, note: versionNote });

/** Keeps a plan for all people, as its first version. */
export async function createPlan(
  context: ServiceContext,
  { name, document, note = "" }: z.input<typeof createPlanInput>,
): Promise<{ savedPlanId: string; version: number }> {
  requireRight(context, "benchmark.launch");
  const plan = requirePlan({ ...Object(document), name });
  const { actor, now } = context;
  return inTransaction(context.db, async (tx) => {
    await refuseTakenName(tx, name);
    if ((await tx.savedPlan.count()) >= savedPlansLimit) {
      throw new ServiceError("conflict", `There are ${savedPlansLimit} saved plans already.`, {
        remedy: "Delete some that nobody needs.",
      });
    }
    const id = randomUUID();
    const createdById = actor.kind === "person" ? actor.id : null;
    await tx.savedPlan.create({
      data: { id, name, latestVersion: 1, createdById, createdBy: actorLabel(actor), createdAt: now },
    });
    await tx.savedPlanVersion.create({ data: versionRow(context, id, 1, { plan, note }) });
    const detail = { plan: name, points: plan.points, planHash: plan.planHash };
    await writeAudit(tx, context, { action: "plan.create", objectKind: "plan", objectId: id, detail });
    await notify(tx, { topic: "plans" });
    return { savedPlanId: id, version: 1 };
  });
}
