import { occurrenceAt } from "@crosspoint/domain/maintenance";
import type { ServiceContext } from "../context.ts";
import { notify } from "../live/notify.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { markOver } from "./rules/mark-over.ts";
import { isStanding, windowsLimit } from "./rules/windows.ts";

/** Notes the next occurrence of windows whose last one is over, and what began in that. Returns how many. */
export async function keepWindows(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  const { db, now } = context;
  const over = await db.maintenanceWindow.findMany({
    where: { ...isStanding, nextUntil: { lte: now } },
    take: windowsLimit,
  });
  for (const window of over) {
    const { from = null, until = null } = occurrenceAt(window, now) ?? {};
    await inTransaction(db, async (tx) => {
      await markOver(tx, window, window.nextUntil ?? now);
      // Unless a person ended it meanwhile.
      await tx.maintenanceWindow.updateMany({
        where: { id: window.id, endedAt: null },
        data: { nextFrom: from, nextUntil: until },
      });
      await notify(tx, { topic: "maintenance" });
    });
  }
  return over.length;
}
