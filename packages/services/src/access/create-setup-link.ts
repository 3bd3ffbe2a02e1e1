import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { hashSecret, newSecret } from "./rules/secrets.ts";

const validMs = 24 * 3_600_000;
/** By which people tell links apart; far too few to guess the rest by. */
const endingCharacters = 4;

export type SetupLink = { readonly needed: false } | { readonly needed: true; readonly token: string };

/** Makes the link by which the first admin is created; only while there is none. A new link ends the older ones. */
export async function createSetupLink(context: ServiceContext): Promise<SetupLink> {
  requireRight(context, "access.manage");
  const token = newSecret("cps");
  const needed = await context.db.$transaction(async (tx) => {
    if (await tx.user.findFirst({ where: { role: "admin" }, select: { id: true } })) return false;
    await tx.setupLink.updateMany({ where: { usedAt: null }, data: { expiresAt: context.now } });
    const expiresAt = new Date(context.now.getTime() + validMs);
    const link = await tx.setupLink.create({
      data: { tokenHash: hashSecret(token), createdAt: context.now, expiresAt },
    });
    await writeAudit(tx, context, {
      action: "access.createSetupLink",
      objectKind: "setupLink",
      objectId: link.id,
      detail: { token: `…${token.slice(-endingCharacters)}`, expiresAt: expiresAt.toISOString() },
    });
    return true;
  });
  return needed ? { needed, token } : { needed };
}
