import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import { requestCommand } from "../command/request.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";

/** Later than this the next routine reading has come by itself. */
const expiresInMs = 5 * 60_000;

export const collectNowInput = z.object({ hostId: z.uuid() });

/** Asks a host to read everything now, rather than at its next turn. */
export async function collectNow(
  context: ServiceContext,
  { hostId }: z.infer<typeof collectNowInput>,
): Promise<{ commandId: string }> {
  requireRight(context, "host.collectNow");
  return context.db.$transaction(async (tx) => {
    const host = await tx.host.findUnique({ where: { id: hostId } });
    if (!host) throw new ServiceError("notFound", `There is no host ${hostId}.`);
    if (host.keyRevokedAt) {
      throw new ServiceError("conflict", `The key of ${host.hostname} is revoked: its agent is not let in.`, {
        remedy: "Enrol the host again.",
      });
    }
    const commandId = await requestCommand(tx, context, { hostId, payload: { kind: "collectNow" }, expiresInMs });
    await writeAudit(tx, context, {
      action: "host.collectNow",
      objectKind: "host",
      objectId: hostId,
      detail: { hostname: host.hostname },
      commandId,
    });
    return { commandId };
  });
}
