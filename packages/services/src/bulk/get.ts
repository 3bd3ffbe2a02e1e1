import { type BulkOutcomeGroup, countBulkOutcomes } from "@crosspoint/db/queries/bulk-drives";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { type BulkActionView, bulkActionView } from "./kinds/bulk-action-view.ts";

/** Most reasons that are told apart. */
const groupsLimit = 50;

export const getBulkInput = z.object({ bulkActionId: z.uuid() });

export interface BulkReport extends BulkActionView {
  /** How many drives came to the same, the most first; of the rest each drive tells. */
  readonly outcomes: readonly BulkOutcomeGroup[];
}

/** How far a bulk action is, and what became of its drives. */
export async function getBulk(
  { db, actor }: ServiceContext,
  { bulkActionId: id }: z.infer<typeof getBulkInput>,
): Promise<BulkReport> {
  requireRight({ actor }, "fleet.view");
  const row = await db.bulkAction.findUnique({ where: { id } });
  if (row === null) throw new ServiceError("notFound", `There is no bulk action ${id}.`);
  return { ...bulkActionView(row, actor), outcomes: await countBulkOutcomes(db, id, groupsLimit) };
}
