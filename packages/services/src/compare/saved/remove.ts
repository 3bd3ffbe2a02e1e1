import { z } from "zod";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { lockOwn } from "./rules/saved-comparison.ts";

export const removeComparisonInput = z.object({ id: z.uuid() });

/** Deletes a saved comparison; links to it that were shared stay. Its owner's and an admin's affair. */
export async function removeComparison(
  context: ServiceContext,
  { id }: z.infer<typeof removeComparisonInput>,
): Promise<void> {
  requireRight(context, "comparison.save");
  await inTransaction(context.db, async (tx) => {
    const { name, owner } = await lockOwn(tx, context, id);
    await tx.savedComparison.delete({ where: { id } });
    const detail = { comparison: name, owner };
    await writeAudit(tx, context, { action: "comparison.remove", objectKind: "comparison", objectId: id, detail });
  });
}
