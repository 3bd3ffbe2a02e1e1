import type { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { notifyAll } from "../../live/notify.ts";
import type { LiveEvent } from "../../live/topics.ts";
import { fieldErrors } from "../../parse.ts";
import { inTransaction } from "../../transaction.ts";

interface Unreadable {
  readonly id: string;
  readonly error: z.ZodError;
}

/** Fails commands whose stored form this version does not understand, and the runs that waited for them. */
export async function failUnreadable(context: ServiceContext, commands: readonly Unreadable[]): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const changed: LiveEvent[] = [];
    for (const { id, error } of commands.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const end = { state: "failed", reason: reasonOf(error), finishedAt: context.now } as const;
      const failed = await tx.command.updateManyAndReturn({ where: { id, state: "pending" }, data: end });
      const runs = await tx.benchmarkRun.updateManyAndReturn({
        where: { commandId: { in: failed.map((command) => command.id) }, state: "requested" },
        data: end,
        select: { id: true },
      });
      changed.push(
        ...failed.map(({ hostId }): LiveEvent => ({ topic: "host", hostId })),
        ...failed.flatMap(({ driveId }): LiveEvent[] => (driveId === null ? [] : [{ topic: "drive", driveId }])),
        ...runs.map((run): LiveEvent => ({ topic: "run", runId: run.id })),
      );
    }
    await notifyAll(tx, changed);
  });
}

/** Names the first field alone: the rest follows from it as often as not. */
function reasonOf(error: z.ZodError): string {
  const [first] = fieldErrors(error);
  const where = first === undefined ? "" : ` (${first.path || "the whole"}: ${first.message})`;
  return `What was stored of this command cannot be read by this version of the server${where}. Ask for it again.`;
}
