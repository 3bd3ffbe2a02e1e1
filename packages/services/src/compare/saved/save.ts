import { z } from "zod";
import { actorLabel } from "../../actor.ts";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { comparisonName, comparisonNote, comparisonQuery, savedComparisonsLimit } from "./rules/saved-comparison.ts";

export const saveComparisonInput = z.object({
  name: comparisonName,
  note: comparisonNote.default(""),
  query: comparisonQuery,
});

/** Keeps a comparison under a name, for all who may look. */
export async function saveComparison(
  context: ServiceContext,
  { name, note, query }: z.infer<typeof saveComparisonInput>,
): Promise<{ id: string }> {
  requireRight(context, "comparison.save");
  const { actor, now } = context;
  return inTransaction(context.db, async (tx) => {
    if ((await tx.savedComparison.count()) >= savedComparisonsLimit) {
      throw new ServiceError("conflict", `There are ${savedComparisonsLimit} saved comparisons already.`, {
        remedy: "Delete some that nobody needs.",
      });
    }
    const ownerId = actor.kind === "person" ? actor.id : null;
    const data = { name, note, query, ownerId, owner: actorLabel(actor), createdAt: now, updatedAt: now };
    const { id } = await tx.savedComparison.create({ data, select: { id: true } });
    const detail = { comparison: name };
    await writeAudit(tx, context, { action: "comparison.save", objectKind: "comparison", objectId: id, detail });
    return { id };
  });
}
