import { z } from "zod";
import type { ServiceContext } from "../../context.ts";
import { type Comparison, compare } from "../get.ts";
import { openShare } from "./rules/open-share.ts";

export const sharedInput = z.object({ token: z.string().min(1).max(200) });

export interface SharedComparison {
  readonly title: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** How the page shows it. */
  readonly query: string;
  /** Without serials, hosts and paths. */
  readonly comparison: Comparison;
}

/** What a link shows. Needs no right: who holds the token is who may ask. */
export async function getShared(
  context: Pick<ServiceContext, "db" | "now">,
  { token }: z.infer<typeof sharedInput>,
): Promise<SharedComparison> {
  const { share, wanted, match } = await openShare(context, token);
  const comparison = await compare(context, wanted, { match, isShared: true });
  await context.db.comparisonShare.update({
    where: { id: share.id },
    data: { opened: { increment: 1 }, openedAt: context.now },
  });
  const { title, creatorName, createdAt, expiresAt, query } = share;
  return {
    title,
    createdBy: creatorName,
    createdAt,
    expiresAt,
    query,
    comparison: { ...comparison, isDefault: false },
  };
}
