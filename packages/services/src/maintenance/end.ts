import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { markOver } from "./rules/mark-over.ts";

export const endWindowInput = z.object({ windowId: z.uuid() });

/** Ends a window at once, should it be open, and for good. */
export async function endWindow(context: ServiceContext, { windowId }: z.infer<typeof endWindowInput>): Promise<void> {
  requireRight(context, "maintenance.manage");
  await inTransaction(context.db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM maintenance_window WHERE id = ${windowId}::uuid FOR UPDATE`;
    const window = await tx.maintenanceWindow.findUnique({ where: { id: windowId } });
    if (window === null) throw new ServiceError("notFound", `There is no maintenance window ${windowId}.`);
    if (window.endedAt !== null || window.nextUntil === null) {
      throw new ServiceError("conflict", `"${window.name}" is over.`);
    }
    const data = { endedAt: context.now, nextFrom: null, nextUntil: null };
    await tx.maintenanceWindow.update({ where: { id: windowId }, data });
    // Nobody may have noted yet that the last occurrence is over.
    await markOver(tx, window, window.nextUntil < context.now ? window.nextUntil : context.now);
    const detail = { window: window.name };
    await writeAudit(tx, context, { action: "maintenance.end", objectKind: "maintenance", objectId: windowId, detail });
    await notify(tx, { topic: "maintenance" });
  });
}
