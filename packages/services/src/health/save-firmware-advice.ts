import { randomUUID } from "node:crypto";
import { markDrives } from "@crosspoint/db/queries/health-marks";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { adviceLimit, impactSchema } from "./rules/firmware-list.ts";
import { firmwarePatterns } from "./rules/firmware-patterns.ts";
import { reasonText } from "./rules/reason-text.ts";

export const saveFirmwareAdviceInput = z.object({
  /** Which entry is changed; a new one is made where it is left out. */
  id: z.string().trim().min(1).max(100).optional(),
  ...firmwarePatterns,
  fixed: z.string().trim().min(1).max(200).nullable(),
  impact: impactSchema,
  /** At which it shows in every drive that has them. */
  powerOnHours: z.int().min(1).max(1_000_000).nullable().optional(),
  text: z.string().trim().min(1).max(1000),
  publisher: z.string().trim().min(1).max(200),
  url: z.url({ protocol: /^https?$/ }).max(500),
  why: reasonText,
});

/** Adds an entry to the list of firmware, or changes one. A changed one of the catalog is the fleet's own from then on. */
export async function saveFirmwareAdvice(
  context: ServiceContext,
  { id, why, powerOnHours = null, ...entry }: z.infer<typeof saveFirmwareAdviceInput>,
): Promise<{ readonly id: string }> {
  requireRight(context, "health.configure");
  return inTransaction(context.db, async (tx) => {
    const known = id === undefined ? null : await tx.firmwareAdvice.findUnique({ where: { id } });
    if (id !== undefined && known === null) throw new ServiceError("notFound", `There is no firmware notice ${id}.`);
    if (known === null && (await tx.firmwareAdvice.count()) >= adviceLimit) {
      throw new ServiceError("conflict", `The list has ${adviceLimit} entries already.`);
    }
    const changed = { changedAt: context.now, changedBy: actorLabel(context.actor) };
    const data = { ...entry, powerOnHours, ...changed, fromCatalog: false, withdrawnAt: null };
    const row = await tx.firmwareAdvice.upsert({
      where: { id: id ?? "" },
      create: { id: randomUUID(), ...data },
      update: data,
    });
    await markDrives(tx, { kind: "all" });
    await writeAudit(tx, context, {
      action: known === null ? "health.addFirmwareAdvice" : "health.changeFirmwareAdvice",
      objectKind: "firmwareAdvice",
      objectId: row.id,
      detail: { models: entry.models.join(", "), firmware: entry.bad.join(", "), impact: entry.impact, why },
    });
    return { id: row.id };
  });
}
