import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type BulkActionView, bulkActionView } from "./kinds/bulk-action-view.ts";

const listLimit = 50;

/** The last bulk actions, the newest first. */
export async function listBulk({ db, actor }: ServiceContext): Promise<BulkActionView[]> {
  requireRight({ actor }, "fleet.view");
  const rows = await db.bulkAction.findMany({ orderBy: [{ requestedAt: "desc" }, { id: "desc" }], take: listLimit });
  return rows.map((row) => bulkActionView(row, actor));
}
