import { expireCommands } from "@crosspoint/db/queries/expire-commands";
import type { ServiceContext } from "../context.ts";
import { LiveChanges } from "../live/changes.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

/** Most commands expired in one call; the next minute takes the rest. */
const commandsLimit = 1000;

/** Expires commands that no agent took in time, and declines the runs that waited for them. Returns how many. */
export async function expirePendingCommands(context: ServiceContext): Promise<number> {
  requireRight(context, "system.maintain");
  return inTransaction(context.db, async (tx) => {
    const expired = await expireCommands(tx, context.now, commandsLimit);
    if (expired.length === 0) return 0;
    const runs = await tx.benchmarkRun.updateManyAndReturn({
      where: { commandId: { in: expired.map((command) => command.id) }, state: "requested" },
      data: {
        state: "declined",
        reason: "The host's agent did not take the run in time. Check that the agent runs and reaches the server.",
        finishedAt: context.now,
      },
      select: { id: true },
    });
    const changes = new LiveChanges();
    for (const { hostId, driveId } of expired) {
      changes.host(hostId);
      if (driveId !== null) changes.drive(driveId);
    }
    for (const { id } of runs) changes.run(id);
    await changes.announce(tx);
    return expired.length;
  });
}
