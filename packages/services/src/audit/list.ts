import type { Prisma } from "@crosspoint/db";
import { z } from "zod";
import type { ServiceContext } from "../context.ts";
import { cursorOf, timeInKey } from "../cursor.ts";
import { requireRight } from "../rights.ts";
import { type AuditDetail, readAuditDetail } from "../stored/audit.ts";
import { type AuditOutcome, outcomesOf } from "./rules/outcomes.ts";
import { type Target, targetsOf } from "./rules/targets.ts";

const pageLength = 100;
/** The newest first, so the time and id of the last entry of the page before. */
const cursor = cursorOf(z.tuple([timeInKey, z.uuid()]));
const text = z.string().trim().min(1).max(100).optional();

export const listAuditInput = z.object({
  cursor: cursor.text.optional(),
  /** In small letters, as ids are kept. */
  objectId: z.string().trim().min(1).max(100).toLowerCase().optional(),
  /** Part of who it was. */
  actor: text,
  /** A verb, for example `drive.format`, or the beginning of some: `drive.`. */
  action: text,
});

export interface AuditListEntry extends Target {
  readonly id: string;
  readonly time: Date;
  readonly actor: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly detail: AuditDetail;
  /** How it ended; undefined where it was done when it was asked for. */
  readonly outcome: AuditOutcome | undefined;
}

export interface AuditList {
  readonly entries: readonly AuditListEntry[];
  /** Absent on the last page. */
  readonly nextCursor: string | undefined;
}

/** Who asked what of which object, the newest first, and how it ended. */
export async function listAudit(context: ServiceContext, input: z.infer<typeof listAuditInput>): Promise<AuditList> {
  requireRight(context, "audit.view");
  const rows = await context.db.auditEntry.findMany({
    where: { AND: [whereOf(input), whereAfter(input.cursor)] },
    orderBy: [{ time: "desc" }, { id: "desc" }],
    take: pageLength + 1,
  });
  const page = rows.slice(0, pageLength);
  const [outcomes, targetOf] = await Promise.all([outcomesOf(context.db, page), targetsOf(context.db, page)]);
  const entries: AuditListEntry[] = page.map((row) => ({
    id: row.id,
    time: row.time,
    actor: row.actorLabel,
    action: row.action,
    objectKind: row.objectKind,
    objectId: row.objectId,
    ...targetOf(row),
    detail: readAuditDetail(row.detail),
    outcome: outcomes.get(row.id),
  }));
  const last = rows.length > pageLength ? page.at(-1) : undefined;
  return { entries, nextCursor: last && cursor.write([last.time, last.id]) };
}

function whereOf({ objectId, actor, action }: z.infer<typeof listAuditInput>): Prisma.AuditEntryWhereInput {
  return {
    ...(objectId === undefined ? {} : { objectId }),
    ...(actor === undefined ? {} : { actorLabel: { contains: actor, mode: "insensitive" as const } }),
    ...(action === undefined ? {} : { action: { startsWith: action } }),
  };
}

function whereAfter(text: string | undefined): Prisma.AuditEntryWhereInput {
  const place = cursor.read(text);
  if (place === undefined) return {};
  const [time, id] = place;
  return { OR: [{ time: { lt: time } }, { time, id: { lt: id } }] };
}
