import { z } from "zod";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { findPersonWithAdminsLocked, refuseLastAdmin } from "./rules/last-admin.ts";

export const removePersonInput = z.object({ personId: z.string().min(1).max(100) });
export type RemovePersonInput = z.infer<typeof removePersonInput>;

/** Removes a person with their sessions; what they did stays in the audit under their e-mail. */
export async function removePerson(context: ServiceContext, { personId }: RemovePersonInput): Promise<void> {
  requireRight(context, "access.manage");
  await context.db.$transaction(async (tx) => {
    const { person, isLastAdmin } = await findPersonWithAdminsLocked(tx, personId);
    refuseLastAdmin(isLastAdmin, person.email);
    await tx.user.delete({ where: { id: personId } });
    await writeAudit(tx, context, {
      action: "access.removePerson",
      objectKind: "person",
      objectId: personId,
      detail: { email: person.email, role: person.role },
    });
  });
}
