import type { Transaction } from "@crosspoint/db";
import { ServiceError } from "../../errors.ts";

/**
 * Finds a person, with every admin's row locked, so that two admins who remove each other at once cannot both succeed.
 */
export async function findPersonWithAdminsLocked(tx: Transaction, personId: string) {
  const admins = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "user" WHERE role = 'admin' ORDER BY id LIMIT 1000 FOR UPDATE`;
  const person = await tx.user.findUnique({ where: { id: personId } });
  if (!person) {
    throw new ServiceError("notFound", "There is no such person.", { remedy: "Reload the list of people." });
  }
  return { person, isLastAdmin: admins.length === 1 && admins[0]?.id === personId };
}

export function refuseLastAdmin(isLastAdmin: boolean, email: string): void {
  if (!isLastAdmin) return;
  throw new ServiceError("conflict", `${email} is the last admin.`, {
    remedy: "Make another person an admin first.",
  });
}
