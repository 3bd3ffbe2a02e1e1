import { z } from "zod";
import { requireRight } from "../access/rights.ts";
import type { ServiceContext } from "../context.ts";

const pageLength = 100;

export const listAuditInput = z.object({
  /** The id of the last entry of the page before. */
  cursor: z.uuid().optional(),
  objectId: z.string().max(100).optional(),
});

export interface AuditListEntry {
  readonly id: string;
  readonly time: Date;
  readonly actor: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Who asked what of which object, the newest first. */
export async function listAudit(context: ServiceContext, { cursor, objectId }: z.infer<typeof listAuditInput>) {
  requireRight(context, "audit.view");
  const rows = await context.db.auditEntry.findMany({
    where: objectId === undefined ? {} : { objectId },
    orderBy: [{ time: "desc" }, { id: "desc" }],
    take: pageLength + 1,
    ...(cursor === undefined ? {} : { cursor: { id: cursor }, skip: 1 }),
  });
  const entries: AuditListEntry[] = rows.slice(0, pageLength).map((row) => ({
    id: row.id,
    time: row.time,
    actor: row.actorLabel,
    action: row.action,
    objectKind: row.objectKind,
    objectId: row.objectId,
    detail: row.detail as AuditListEntry["detail"],
  }));
  return { entries, nextCursor: rows.length > pageLength ? entries.at(-1)?.id : undefined };
}
