import { z } from "zod";
import { requireRight } from "../access/rights.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { notify } from "../live/notify.ts";
import { parseInput } from "../parse.ts";

export const revokeKeyInput = z.object({ hostId: z.uuid() });

/** Locks a host out. What it reported stays; it may be enrolled again under the same installation. */
export async function revokeKey(context: ServiceContext, input: z.input<typeof revokeKeyInput>): Promise<void> {
  requireRight(context, "host.remove");
  const { hostId } = parseInput(revokeKeyInput, input, "The host");
  await context.db.$transaction(async (tx) => {
    const revoked = await tx.host.updateMany({
      where: { id: hostId, keyRevokedAt: null },
      data: { keyRevokedAt: context.now },
    });
    if (revoked.count === 0) refuse(await tx.host.findUnique({ where: { id: hostId } }), hostId);
    await writeAudit(tx, context, { action: "host.revokeKey", objectKind: "host", objectId: hostId });
    await notify(tx, { topic: "host", hostId });
  });
}

function refuse(host: { hostname: string } | null, hostId: string): never {
  if (host === null) throw new ServiceError("notFound", `There is no host ${hostId}.`);
  throw new ServiceError("conflict", `The key of ${host.hostname} is revoked already.`);
}
