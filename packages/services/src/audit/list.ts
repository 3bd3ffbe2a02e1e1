import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { type AuditOutcome, outcomesOf } from "./rules/outcomes.ts";

const pageLength = 100;
const text = z.string().trim().min(1).max(100).optional();

export const listAuditInput = z.object({
  /** The id of the last entry of the page before. */
  cursor: z.uuid().optional(),
  objectId: text,
  /** Part of who it was. */
  actor: text,
  /** A verb, for example `drive.format`, or the beginning of some: `drive.`. */
  action: text,
});

export interface AuditListEntry {
  readonly id: string;
  readonly time: Date;
  readonly actor: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
  /** How it ended; undefined where it was done when it was asked for. */
  readonly outcome: AuditOutcome | undefined;
}

/** Who asked what of which object, the newest first, and how it ended. */
export async function listAudit(
  context: ServiceContext,
  { cursor, objectId, actor, action }: z.infer<typeof listAuditInput>,
) {
  requireRight(context, "audit.view");
  const rows = await context.db.auditEntry.findMany({
    where: {
      ...(objectId === undefined ? {} : { objectId }),
      ...(actor === undefined ? {} : { actorLabel: { contains: actor, mode: "insensitive" as const } }),
      ...(action === undefined ? {} : { action: { startsWith: action } }),
    },
    orderBy: [{ time: "desc" }, { id: "desc" }],
    take: pageLength + 1,
    ...(cursor === undefined ? {} : { cursor: { id: cursor }, skip: 1 }),
  });
  const page = rows.slice(0, pageLength);
  const outcomes = await outcomesOf(context.db, page);
  const entries: AuditListEntry[] = page.map((row) => ({
    id: row.id,
    time: row.time,
    actor: row.actorLabel,
    action: row.action,
    objectKind: row.objectKind,
    objectId: row.objectId,
    detail: row.detail as AuditListEntry["detail"],
    outcome: outcomes.get(row.id),
  }));
  return { entries, nextCursor: rows.length > pageLength ? entries.at(-1)?.id : undefined };
}
