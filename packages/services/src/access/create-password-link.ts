import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { requireRight } from "../rights.ts";
import { hashSecret, newSecret } from "./rules/secrets.ts";

const validMs = 24 * 3_600_000;

export const createPasswordLinkInput = z.object({ personId: z.string().min(1).max(100) });

export interface PasswordLink {
  readonly email: string;
  /** Part of the link; kept nowhere but as a hash. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Resets a person's password: from now on the old one opens nothing, every session has ended, every API token is
 * revoked, and whoever has the one-time link sets a new one. An older link is void.
 */
export async function createPasswordLink(
  context: ServiceContext,
  { personId }: z.infer<typeof createPasswordLinkInput>,
): Promise<PasswordLink> {
  requireRight(context, "access.manage");
  if (context.actor.kind === "person" && context.actor.id === personId) {
    throw new ServiceError("conflict", "This is your own account.", {
      remedy: "Change your password under Your password. It asks for the current one.",
    });
  }
  const token = newSecret("cpr");
  const expiresAt = new Date(context.now.getTime() + validMs);
  return context.db.$transaction(async (tx) => {
    const person = await tx.user.findUnique({ where: { id: personId } });
    if (!person) {
      throw new ServiceError("notFound", "There is no such person.", { remedy: "Reload the list of people." });
    }
    await voidPassword(tx, personId, context.now);
    await tx.passwordLink.create({
      data: { tokenHash: hashSecret(token), userId: personId, createdAt: context.now, expiresAt },
    });
    await writeAudit(tx, context, {
      action: "access.resetPassword",
      objectKind: "person",
      objectId: personId,
      detail: { email: person.email, expiresAt: expiresAt.toISOString() },
    });
    return { email: person.email, token, expiresAt };
  });
}

async function voidPassword(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.account.updateMany({ where: { userId, providerId: "credential" }, data: { password: null } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.apiToken.deleteMany({ where: { userId } });
  await tx.passwordLink.updateMany({
    where: { userId, usedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
}
