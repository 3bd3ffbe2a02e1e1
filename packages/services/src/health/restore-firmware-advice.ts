import { firmwareNotices } from "@crosspoint/catalog";
import { markDrives } from "@crosspoint/db/queries/health-marks";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { columnsOf } from "./rules/firmware-list.ts";
import { reasonText } from "./rules/reason-text.ts";

export const restoreFirmwareAdviceInput = z.object({ id: z.string().trim().min(1).max(100), why: reasonText });

/** Puts an entry back on the list of firmware that was taken off it; one of the catalog is as the catalog has it again, and follows it. */
export async function restoreFirmwareAdvice(
  context: ServiceContext,
  { id, why }: z.infer<typeof restoreFirmwareAdviceInput>,
): Promise<void> {
  requireRight(context, "health.configure");
  const notice = firmwareNotices.find((each) => each.id === id);
  await inTransaction(context.db, async (tx) => {
    const known = await tx.firmwareAdvice.findUnique({ where: { id } });
    if (known === null) throw new ServiceError("notFound", `There is no firmware notice ${id}.`);
    if (known.withdrawnAt === null && (notice === undefined || known.fromCatalog)) {
      throw new ServiceError("conflict", "It is on the list already, as it was.", { remedy: "Edit it instead." });
    }
    const changed = { changedAt: context.now, changedBy: actorLabel(context.actor), withdrawnAt: null };
    const own = notice === undefined ? {} : { ...columnsOf(notice), fromCatalog: true };
    const row = await tx.firmwareAdvice.update({ where: { id }, data: { ...changed, ...own } });
    await markDrives(tx, { kind: "all" });
    await writeAudit(tx, context, {
      action: "health.restoreFirmwareAdvice",
      objectKind: "firmwareAdvice",
      objectId: id,
      detail: { models: row.models.join(", "), firmware: row.bad.join(", "), why },
    });
  });
}
