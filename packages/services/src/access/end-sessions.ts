import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import type { Person } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { deviceOf } from "./rules/device.ts";
import { requirePerson } from "./rules/require-person.ts";

export const endSessionInput = z.object({ sessionId: z.string().min(1).max(100) });

/** Ends one of one's own sessions. */
export async function endSession(
  context: ServiceContext,
  { sessionId }: z.infer<typeof endSessionInput>,
): Promise<void> {
  const person = requirePerson(context);
  await context.db.$transaction(async (tx) => {
    const session = await tx.session.findFirst({ where: { id: sessionId, userId: person.id } });
    const { count } = await tx.session.deleteMany({ where: { id: sessionId, userId: person.id } });
    if (!session || count === 0) {
      throw new ServiceError("notFound", "This session has ended already.", { remedy: "Reload the page." });
    }
    await writeAudit(tx, context, {
      action: "access.endSession",
      objectKind: "person",
      objectId: person.id,
      detail: { device: deviceOf(session.userAgent ?? ""), address: session.ipAddress },
    });
  });
}

/** Ends all of one's own sessions but the one that asks. */
export async function endOtherSessions(context: ServiceContext): Promise<{ sessionsEnded: number }> {
  const person = requirePerson(context);
  return context.db.$transaction(async (tx) => {
    const sessionsEnded = await endSessionsBut(tx, person);
    await writeAudit(tx, context, {
      action: "access.endOtherSessions",
      objectKind: "person",
      objectId: person.id,
      detail: { sessionsEnded },
    });
    return { sessionsEnded };
  });
}

/** Ends a person's sessions, but for the one that they speak in; answers how many. */
export async function endSessionsBut(tx: Transaction, { id, sessionId }: Person): Promise<number> {
  const { count } = await tx.session.deleteMany({
    where: { userId: id, ...(sessionId === undefined ? {} : { id: { not: sessionId } }) },
  });
  return count;
}
