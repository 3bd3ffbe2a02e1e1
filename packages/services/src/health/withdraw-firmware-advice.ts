import { markDrives } from "@crosspoint/db/queries/health-marks";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { reasonText } from "./rules/reason-text.ts";

export const withdrawFirmwareAdviceInput = z.object({ id: z.string().trim().min(1).max(100), why: reasonText });

/** Takes an entry off the list of firmware: no drive is judged by it any more, and the catalog does not bring it back. */
export async function withdrawFirmwareAdvice(
  context: ServiceContext,
  { id, why }: z.infer<typeof withdrawFirmwareAdviceInput>,
): Promise<void> {
  requireRight(context, "health.configure");
  await inTransaction(context.db, async (tx) => {
    const [row] = await tx.firmwareAdvice.updateManyAndReturn({
      where: { id, withdrawnAt: null },
      data: { withdrawnAt: context.now, changedAt: context.now, changedBy: actorLabel(context.actor) },
    });
    if (row === undefined) throw new ServiceError("notFound", `There is no firmware notice ${id}.`);
    await markDrives(tx, { kind: "all" });
    await writeAudit(tx, context, {
      action: "health.withdrawFirmwareAdvice",
      objectKind: "firmwareAdvice",
      objectId: id,
      detail: { models: row.models.join(", "), firmware: row.bad.join(", "), why },
    });
  });
}
