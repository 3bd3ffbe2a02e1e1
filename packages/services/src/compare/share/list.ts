import type { ServiceContext } from "../../context.ts";
import { hasRight, requireRight } from "../../rights.ts";

/** More than one person can have open, and what is left of those that ended. */
const linksLimit = 500;

export interface ShareEntry {
  readonly id: string;
  readonly title: string;
  readonly query: string;
  readonly createdBy: string;
  readonly mine: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
  readonly opened: number;
  readonly openedAt: Date | undefined;
}

/** One's own links, the newest first; an admin sees everybody's. */
export async function listShares(context: ServiceContext): Promise<ShareEntry[]> {
  requireRight(context, "comparison.share");
  const { actor, db } = context;
  const personId = actor.kind === "person" ? actor.id : null;
  const rows = await db.comparisonShare.findMany({
    where: hasRight(actor, "comparison.manage") ? {} : { createdById: personId },
    omit: { tokenHash: true, compared: true },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: linksLimit,
  });
  return rows.map(({ createdById, creatorName: _, revokedAt, openedAt, ...row }) => ({
    ...row,
    mine: personId !== null && createdById === personId,
    revokedAt: revokedAt ?? undefined,
    openedAt: openedAt ?? undefined,
  }));
}
