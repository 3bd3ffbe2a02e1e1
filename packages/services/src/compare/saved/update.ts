import { z } from "zod";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { comparisonName, comparisonNote, comparisonQuery, lockOwn } from "./rules/saved-comparison.ts";

export const updateComparisonInput = z.object({
  id: z.uuid(),
  name: comparisonName,
  note: comparisonNote,
  /** Left out: it compares what it did. */
  query: comparisonQuery.optional(),
});

/** Renames a saved comparison, and replaces its note and what it compares; its owner's and an admin's affair. */
export async function updateComparison(
  context: ServiceContext,
  { id, name, note, query }: z.infer<typeof updateComparisonInput>,
): Promise<void> {
  requireRight(context, "comparison.save");
  await inTransaction(context.db, async (tx) => {
    const before = await lockOwn(tx, context, id);
    const data = { name, note, ...(query === undefined ? {} : { query }), updatedAt: context.now };
    await tx.savedComparison.update({ where: { id }, data });
    const detail = { comparison: name, before: before.name };
    await writeAudit(tx, context, { action: "comparison.change", objectKind: "comparison", objectId: id, detail });
  });
}
