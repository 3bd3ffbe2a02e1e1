import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError } from "../errors.ts";
import { endSessionsBut } from "./end-sessions.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { passwordInput, passwordLimits } from "./passwords.ts";
import { requirePerson } from "./require-person.ts";

export const changePasswordInput = z.object({
  current: z.string().min(1).max(passwordLimits.maxCharacters),
  next: passwordInput,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** Changes one's own password, whatever the role, and ends every other session of this person. */
export async function changePassword(context: ServiceContext, { current, next }: ChangePasswordInput): Promise<void> {
  const person = requirePerson(context);
  const account = await context.db.account.findFirst({ where: { userId: person.id, providerId: "credential" } });
  if (!account?.password || !(await verifyPassword({ hash: account.password, password: current }))) {
    const message = "This is not your current password.";
    throw new ServiceError("invalid", message, { fields: [{ path: "current", message }] });
  }
  const password = await hashPassword(next);
  await context.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: account.id }, data: { password } });
    const sessionsEnded = await endSessionsBut(tx, person);
    await writeAudit(tx, context, {
      action: "access.changePassword",
      objectKind: "person",
      objectId: person.id,
      detail: { sessionsEnded },
    });
  });
}
