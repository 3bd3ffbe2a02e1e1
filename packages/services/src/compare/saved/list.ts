import type { ServiceContext } from "../../context.ts";
import { hasRight, requireRight } from "../../rights.ts";
import { savedComparisonsLimit } from "./rules/saved-comparison.ts";

export interface SavedComparisonEntry {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly ownerName: string;
  readonly mine: boolean;
  /** Whether whoever asks may rename and delete it. */
  readonly changeable: boolean;
  /** The page's query, without "?". */
  readonly query: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Every saved comparison, the newest first. */
export async function listSavedComparisons(context: ServiceContext): Promise<SavedComparisonEntry[]> {
  requireRight(context, "benchmark.view");
  const { actor, db } = context;
  const rows = await db.savedComparison.findMany({
    include: { ownedBy: { select: { name: true } } },
    orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
    take: savedComparisonsLimit,
  });
  const own = hasRight(actor, "comparison.save");
  return rows.map(({ id, name, note, owner, ownerId, ownedBy, query, createdAt, updatedAt }) => {
    const mine = actor.kind === "person" && actor.id === ownerId;
    const changeable = hasRight(actor, "comparison.manage") || (mine && own);
    return { id, name, note, ownerName: ownedBy?.name ?? owner, mine, changeable, query, createdAt, updatedAt };
  });
}
