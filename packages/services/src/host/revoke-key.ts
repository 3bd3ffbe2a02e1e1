import { endClaims } from "@crosspoint/db/queries/end-claims";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { letGo } from "../drive/placement/let-go.ts";
import { ServiceError } from "../errors.ts";
import { LiveChanges } from "../live/changes.ts";
import { parseInput } from "../parse.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";

export const revokeKeyInput = z.object({ hostId: z.uuid() });

/**
 * Locks a host out: it holds no drive from then on, and claims none. What it reported stays; it may be enrolled again under
 * the same installation.
 */
export async function revokeKey(context: ServiceContext, input: z.input<typeof revokeKeyInput>): Promise<void> {
  requireRight(context, "host.remove");
  const { hostId } = parseInput(revokeKeyInput, input, "The host");
  await inTransaction(context.db, async (tx) => {
    const revoked = await tx.host.updateMany({
      where: { id: hostId, keyRevokedAt: null },
      data: { keyRevokedAt: context.now },
    });
    if (revoked.count === 0) refuse(await tx.host.findUnique({ where: { id: hostId } }), hostId);
    const changes = new LiveChanges();
    await letGo({ tx, changes }, { hostId, keeps: [], at: context.now });
    for (const driveId of await endClaims(tx, hostId)) changes.drive(driveId);
    await writeAudit(tx, context, { action: "host.revokeKey", objectKind: "host", objectId: hostId });
    changes.host(hostId);
    await changes.announce(tx);
  });
}

function refuse(host: { hostname: string } | null, hostId: string): never {
  if (host === null) throw new ServiceError("notFound", `There is no host ${hostId}.`);
  throw new ServiceError("conflict", `The key of ${host.hostname} is revoked already.`);
}
