import { endWaitingDrives } from "@crosspoint/db/queries/bulk-drives";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { bulkTitle, readBulkRequest } from "./rules/bulk-request.ts";

export const stopBulkInput = z.object({ bulkActionId: z.uuid() });

/** Leaves the drives alone that still wait; what was done stays done. By whoever may ask for such an action. */
export async function stopBulk(
  context: ServiceContext,
  { bulkActionId: id }: z.infer<typeof stopBulkInput>,
): Promise<{ left: number }> {
  // The least that any kind needs; its own is asked for below.
  requireRight(context, "fleet.organize");
  return inTransaction(context.db, async (tx) => {
    // The worker's transaction of this moment is waited for.
    await tx.$queryRaw`SELECT id FROM bulk_action WHERE id = ${id}::uuid FOR UPDATE`;
    const action = await tx.bulkAction.findUnique({ where: { id } });
    if (action === null) throw new ServiceError("notFound", `There is no bulk action ${id}.`);
    const request = readBulkRequest(action.request);
    requireRight(context, kindOf(request).right);
    if (action.finishedAt !== null) throw new ServiceError("conflict", "It is over already.");
    const by = actorLabel(context.actor);
    const left = await endWaitingDrives(tx, id, { outcome: "stopped", reason: `Stopped by ${by}` });
    const stopped = { stoppedAt: context.now, stoppedBy: by, finishedAt: context.now };
    await tx.bulkAction.update({ where: { id }, data: stopped });
    const detail = { bulk: bulkTitle(request), drives: action.total, left };
    await writeAudit(tx, context, { action: "bulk.stop", objectKind: "bulk", objectId: id, detail });
    return { left };
  });
}
