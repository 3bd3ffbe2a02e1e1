import { z } from "zod";
import { hashSecret, newSecret } from "../../access/rules/secrets.ts";
import { actorLabel } from "../../actor.ts";
import { writeAudit } from "../../audit/write.ts";
import type { ServiceContext } from "../../context.ts";
import { ServiceError } from "../../errors.ts";
import { requireRight } from "../../rights.ts";
import { inTransaction } from "../../transaction.ts";
import { wantedSeries } from "../rules/resolve-series.ts";
import { comparisonSelection } from "../rules/selection.ts";
import { comparisonName, comparisonQuery } from "../saved/rules/saved-comparison.ts";
import { frozen } from "./rules/frozen.ts";

/** For how many days a link may show something; none shows it forever, since nobody remembers to end it. */
export const shareDays = [1, 7, 30, 90] as const;
const dayMs = 86_400_000;

export const shareComparisonInput = z.object({
  title: comparisonName.optional(),
  /** How the page shows it. */
  query: comparisonQuery,
  selection: comparisonSelection,
  expiresInDays: z.literal([...shareDays]),
});

/** Links of one person that are open at the same time. */
const openLinksLimit = 100;

export interface CreatedShare {
  readonly id: string;
  /** Part of the link; kept nowhere but as a hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Makes a link that shows this comparison, as it is made now, to whoever has it. It can be revoked, and ends by itself. */
export async function shareComparison(
  context: ServiceContext,
  { title = "", query, selection, expiresInDays }: z.infer<typeof shareComparisonInput>,
): Promise<CreatedShare> {
  requireRight(context, "comparison.share");
  const { actor, now } = context;
  const compared = frozen(await wantedSeries(context.db, selection), selection.match);
  const token = newSecret("cpc");
  const expiresAt = new Date(now.getTime() + expiresInDays * dayMs);
  const createdById = actor.kind === "person" ? actor.id : null;
  return inTransaction(context.db, async (tx) => {
    const open = await tx.comparisonShare.count({ where: { createdById, revokedAt: null, expiresAt: { gt: now } } });
    if (open >= openLinksLimit) {
      throw new ServiceError("conflict", `You have ${openLinksLimit} open links already.`, { remedy: "Revoke some." });
    }
    const people = {
      createdById,
      createdBy: actorLabel(actor),
      creatorName: actor.kind === "person" ? actor.name : "",
    };
    const { id } = await tx.comparisonShare.create({
      data: { tokenHash: hashSecret(token), title, query, compared, ...people, createdAt: now, expiresAt },
      select: { id: true },
    });
    const detail = { comparison: title, series: compared.series.length, expiresAt: expiresAt.toISOString() };
    await writeAudit(tx, context, { action: "comparison.share", objectKind: "comparisonShare", objectId: id, detail });
    return { id, token, expiresAt };
  });
}
