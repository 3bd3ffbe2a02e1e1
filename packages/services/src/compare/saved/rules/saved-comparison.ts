import type { Transaction } from "@crosspoint/db";
import type { ServiceContext } from "../../../context.ts";
import { ServiceError } from "../../../errors.ts";
import { hasRight } from "../../../rights.ts";
import { storableText } from "../../../unstorable-text.ts";

export const comparisonName = storableText(1, 100);
export const comparisonNote = storableText(0, 2000);
/** The page's query, without "?". */
export const comparisonQuery = storableText(0, 4000);

/** More are none that anybody finds again. */
export const savedComparisonsLimit = 1000;

/** The comparison, locked, if it is the person's own or they are an admin. */
export async function lockOwn(tx: Transaction, { actor }: ServiceContext, id: string) {
  await tx.$queryRaw`SELECT id FROM saved_comparison WHERE id = ${id}::uuid FOR UPDATE`;
  const found = await tx.savedComparison.findUnique({ where: { id } });
  if (found === null) {
    throw new ServiceError("notFound", "There is no such saved comparison.", {
      remedy: "Somebody may have deleted it.",
    });
  }
  const isOwn = actor.kind === "person" && actor.id === found.ownerId;
  if (isOwn || hasRight(actor, "comparison.manage")) return found;
  throw new ServiceError("forbidden", `"${found.name}" was saved by ${found.owner}.`, {
    remedy: "Ask its owner or an admin, or save it under a name of your own.",
  });
}
