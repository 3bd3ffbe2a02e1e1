import { z } from "zod";
import type { Person } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { endSessionsBut } from "./end-sessions.ts";
import { hashPassword, verifyPassword } from "./rules/password-hash.ts";
import { passwordInput, passwordLimits } from "./rules/passwords.ts";
import { requirePerson } from "./rules/require-person.ts";
import { type SignInGuard, tooManyAttempts } from "./rules/sign-in-guard.ts";

export const changePasswordInput = z.object({
  current: z.string().min(1).max(passwordLimits.maxCharacters),
  next: passwordInput,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/**
 * Changes one's own password, whatever the role, and ends every other session of this person. The current one may be
 * guessed no faster here than at the door.
 */
export async function changePassword(
  context: ServiceContext,
  guard: SignInGuard,
  address: string,
  { current, next }: ChangePasswordInput,
): Promise<void> {
  const person = requirePerson(context);
  const attempt = { account: person.email, address };
  // Whoever attacks the account from outside does not keep its owner from changing the password.
  const waitMs = await guard.admit(attempt, context.now.getTime(), async () => true);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  const account = await accountWith(context, person, current).catch((error: unknown) => {
    guard.notChecked(attempt);
    throw error;
  });
  if (account === undefined) {
    const message = "This is not your current password.";
    throw new ServiceError("invalid", message, { fields: [{ path: "current", message }] });
  }
  guard.succeeded(attempt);
  const password = await hashPassword(next);
  await context.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({ where: account, data: { password } });
    if (count === 0) {
      throw new ServiceError("conflict", "Your password was changed or reset in this moment.", {
        remedy: "Sign in again with the new one.",
      });
    }
    const sessionsEnded = await endSessionsBut(tx, person);
    await writeAudit(tx, context, {
      action: "access.changePassword",
      objectKind: "person",
      objectId: person.id,
      detail: { sessionsEnded },
    });
  });
}

/** The person's account, with the hash that the password was right for. */
async function accountWith({ db }: ServiceContext, person: Person, password: string) {
  const account = await db.account.findFirst({ where: { userId: person.id, providerId: "credential" } });
  if (!account?.password || !(await verifyPassword({ hash: account.password, password }))) return undefined;
  return { id: account.id, password: account.password };
}
