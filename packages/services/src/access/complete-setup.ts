import type { Transaction } from "@crosspoint/db";
import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { checkSetupLink } from "./check-setup-link.ts";
import { createPerson, hashedPerson } from "./create-person.ts";
import { personInput } from "./rules/passwords.ts";
import { hashSecret } from "./rules/secrets.ts";

export const completeSetupInput = personInput.extend({ token: z.string().min(1).max(200) });
export type CompleteSetupInput = z.infer<typeof completeSetupInput>;

/**
 * Creates the first admin with the one-time link. Needs no right but the token; of two at once, one wins. Whoever has no
 * token makes the server hash nothing.
 */
export async function completeSetup(
  context: ServiceContext,
  { token, ...input }: CompleteSetupInput,
): Promise<{ personId: string }> {
  if ((await checkSetupLink(context, token)) !== "open") throw linkRefused();
  const person = await hashedPerson(input);
  return context.db.$transaction(async (tx) => {
    await useLink(tx, context.now, token);
    const personId = await createPerson(tx, person, "admin");
    await writeAudit(tx, context, {
      action: "access.completeSetup",
      objectKind: "person",
      objectId: personId,
      detail: { email: person.email },
    });
    return { personId };
  });
}

/** The row's lock decides: a second request waits for the first, then finds the link used. */
async function useLink(tx: Transaction, now: Date, token: string): Promise<void> {
  const { count } = await tx.setupLink.updateMany({
    where: { tokenHash: hashSecret(token), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  const admin = count === 1 ? await tx.user.findFirst({ where: { role: "admin" }, select: { id: true } }) : null;
  if (count === 1 && !admin) return;
  throw linkRefused();
}

function linkRefused(): ServiceError {
  return new ServiceError("conflict", "This setup link is used, expired or not needed any more.", {
    remedy: "Run `npm start` again: while there is no admin it prints a new link. If there is one, sign in.",
  });
}
