import { z } from "zod";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { hasRight, requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";

export const revokeShareInput = z.object({ id: z.uuid() });

/** Ends a link at once; its maker's and an admin's affair. One that is revoked stays so. */
export async function revokeShare(context: ServiceContext, { id }: z.infer<typeof revokeShareInput>): Promise<void> {
  requireRight(context, "comparison.share");
  const { actor, now } = context;
  await inTransaction(context.db, async (tx) => {
    const share = await tx.comparisonShare.findUnique({ where: { id } });
    const isOwn = actor.kind === "person" && actor.id === share?.createdById;
    // Whose link it is, is nobody else's business: to others there is none.
    if (share === null || !(isOwn || hasRight(actor, "comparison.manage"))) {
      throw new ServiceError("notFound", "There is no such link.", { remedy: "Reload the list of links." });
    }
    const { count } = await tx.comparisonShare.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
    if (count === 0) return;
    const detail = { comparison: share.title, createdBy: share.createdBy };
    const action = "comparison.revokeShare";
    await writeAudit(tx, context, { action, objectKind: "comparisonShare", objectId: id, detail });
  });
}
