import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { lockGroup } from "./rules/stored-group.ts";

export const removeGroupInput = z.object({ groupId: z.uuid() });

/** Removes a group; its drives and hosts stay. Refused while a maintenance window of it is to come: that would end with it. */
export async function removeGroup(
  context: ServiceContext,
  { groupId }: z.infer<typeof removeGroupInput>,
): Promise<void> {
  requireRight(context, "fleet.organize");
  await inTransaction(context.db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const window = await tx.maintenanceWindow.findFirst({
      where: { groupId, endedAt: null, nextUntil: { gt: context.now } },
      select: { name: true },
    });
    if (window !== null) {
      throw new ServiceError("conflict", `The maintenance window "${window.name}" is of ${group.name}.`, {
        remedy: "End the window first.",
      });
    }
    await tx.fleetGroup.delete({ where: { id: groupId } });
    const detail = { group: group.name };
    await writeAudit(tx, context, { action: "group.remove", objectKind: "group", objectId: groupId, detail });
    await notify(tx, { topic: "groups" });
  });
}
