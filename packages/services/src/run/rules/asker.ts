import type { Transaction } from "@crosspoint/db";
import { type Person, roleOf } from "../../actor.ts";
import { ServiceError } from "../../errors.ts";

/** Who asked for something that is carried out later, with the role that they have now. */
export async function readAsker(
  tx: Transaction,
  { requestedById, requestedBy }: { requestedById: string | null; requestedBy: string },
): Promise<Person> {
  const user = requestedById === null ? null : await tx.user.findUnique({ where: { id: requestedById } });
  if (user === null) {
    throw new ServiceError("forbidden", `${requestedBy}, who asked for it, was removed.`, {
      remedy: "Ask for it again.",
    });
  }
  return { kind: "person", id: user.id, email: user.email, name: user.name, role: roleOf(user.role) };
}
