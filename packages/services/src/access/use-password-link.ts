import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { checkPasswordLink } from "./check-password-link.ts";
import { hashPassword } from "./rules/password-hash.ts";
import { passwordInput } from "./rules/passwords.ts";
import { hashSecret } from "./rules/secrets.ts";

export const usePasswordLinkInput = z.object({ token: z.string().min(1).max(200), password: passwordInput });

/** Sets a new password with the one-time link. Needs no right but the token; of two at once, one wins. */
export async function usePasswordLink(
  context: ServiceContext,
  { token, password }: z.infer<typeof usePasswordLinkInput>,
): Promise<{ email: string }> {
  if ((await checkPasswordLink(context, token)).kind !== "open") throw linkRefused();
  const hash = await hashPassword(password);
  return context.db.$transaction(async (tx) => {
    const person = await takeLink(tx, context.now, token);
    await tx.account.updateMany({ where: { userId: person.id, providerId: "credential" }, data: { password: hash } });
    await tx.session.deleteMany({ where: { userId: person.id } });
    await writeAudit(tx, context, {
      action: "access.usePasswordLink",
      objectKind: "person",
      objectId: person.id,
      detail: { email: person.email },
    });
    return { email: person.email };
  });
}

/** The row's lock decides: a second request waits for the first, then finds the link used. */
async function takeLink(tx: Transaction, now: Date, token: string) {
  const tokenHash = hashSecret(token);
  const { count } = await tx.passwordLink.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (count !== 1) throw linkRefused();
  const { user } = await tx.passwordLink.findUniqueOrThrow({ where: { tokenHash }, include: { user: true } });
  return user;
}

function linkRefused(): ServiceError {
  return new ServiceError("conflict", "This link is used, expired or void.", {
    remedy: "Ask an admin for a new one.",
  });
}
