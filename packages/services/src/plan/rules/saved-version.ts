import type { Prisma, Transaction } from "@crosspoint/db";
import { z } from "zod";
import { actorLabel } from "../../actor.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import type { PlanInShort } from "./read-plan.ts";

export const planName = z.string().trim().min(1).max(200);
/** What a version is for, in a person's words. */
export const versionNote = z.string().trim().max(1000).default("");
/** Most saved plans; they are listed whole. */
export const savedPlansLimit = 1000;
/** Read as a plan by the verb, which names each mistake. */
export const planDocument = z.unknown();

/** A version's row. Its document bears the plan's own id; its name is the plan's, and read from there. */
export function versionRow(
  { actor, now }: ServiceContext,
  planId: string,
  version: number,
  { plan, note }: { plan: PlanInShort; note: string },
): Prisma.SavedPlanVersionUncheckedCreateInput {
  return {
    planId,
    version,
    document: { ...plan.document, id: planId },
    planHash: plan.planHash,
    pointsPlanned: plan.points,
    plannedSeconds: plan.durationMs / 1000,
    note,
    savedById: actor.kind === "person" ? actor.id : null,
    savedBy: actorLabel(actor),
    savedAt: now,
  };
}

/** A saved plan that nobody else changes meanwhile. */
export async function lockSavedPlan(tx: Transaction, savedPlanId: string) {
  await tx.$queryRaw`SELECT id FROM saved_plan WHERE id = ${savedPlanId}::uuid FOR UPDATE`;
  const plan = await tx.savedPlan.findUnique({ where: { id: savedPlanId } });
  if (plan !== null) return plan;
  throw new ServiceError("notFound", `There is no saved plan ${savedPlanId}.`, {
    remedy: "Somebody may have deleted it.",
  });
}

/** Two plans of one name could not be told apart, whatever the case of their letters. */
export async function refuseTakenName(tx: Transaction, name: string, own?: string): Promise<void> {
  // Names are few and change seldom: one at a time is looked at.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('saved_plan_name'))::text`;
  const same = await tx.savedPlan.findFirst({
    where: {
      name: { equals: name.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" },
      ...(own ? { id: { not: own } } : {}),
    },
    select: { name: true },
  });
  if (same === null) return;
  const message = `There is a saved plan "${same.name}" already.`;
  throw new ServiceError("conflict", message, {
    remedy: "Choose another name, or save it as a new version of that plan.",
    fields: [{ path: "name", message }],
  });
}
