import { digestBulkDrives, insertBulkDrives } from "@crosspoint/db/queries/bulk-drives";
import { findsFew } from "@crosspoint/db/queries/match-drives";
import { z } from "zod";
import { actorLabel } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { driveSelection, filterOfSelection } from "../drive/rules/filter.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { inTransaction } from "../transaction.ts";
import { kindOf } from "./kinds/kind-of.ts";
import { bulkRequest, bulkTitle } from "./rules/bulk-request.ts";
import { shownText, writeShown } from "./rules/shown.ts";

/** Most drives of one bulk action. */
export const bulkDrivesLimit = 100_000;

export const requestBulkInput = z.object({
  selection: driveSelection,
  request: bulkRequest,
  /** Of the preview's last page: refused where the selection has other drives by now. Left out: as they are now. */
  shown: shownText.optional(),
});

/** Asks for something of all drives of a selection, as it is now; the worker carries it out. */
export async function requestBulk(
  context: ServiceContext,
  { selection, request, shown }: z.infer<typeof requestBulkInput>,
): Promise<{ bulkActionId: string; drives: number }> {
  requireRight(context, kindOf(request).right);
  const { actor, now } = context;
  const filter = await filterOfSelection(context, selection);
  const few = await findsFew(context.db, filter);
  return inTransaction(context.db, async (tx) => {
    const requestedById = actor.kind === "person" ? actor.id : null;
    const asked = { request, requestedById, requestedBy: actorLabel(actor), requestedAt: now, total: 0 };
    const { id } = await tx.bulkAction.create({ data: asked, select: { id: true } });
    const total = await insertBulkDrives(tx, id, filter, { few, limit: bulkDrivesLimit + 1 });
    if (total === 0) throw new ServiceError("conflict", "No drive matches any more.", { remedy: "Select others." });
    if (total > bulkDrivesLimit) {
      throw new ServiceError("tooLarge", `More than ${bulkDrivesLimit} drives match.`, {
        remedy: "Narrow the selection by a filter.",
      });
    }
    if (shown !== undefined && shown !== writeShown({ drives: total, digest: await digestBulkDrives(tx, id) })) {
      throw new ServiceError("conflict", "Other drives match by now than the preview has shown.", {
        remedy: "Preview them again.",
      });
    }
    await tx.bulkAction.update({ where: { id }, data: { total } });
    const detail = { bulk: bulkTitle(request), drives: total };
    await writeAudit(tx, context, { action: "bulk.request", objectKind: "bulk", objectId: id, detail });
    return { bulkActionId: id, drives: total };
  });
}
