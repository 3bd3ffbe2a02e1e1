import { z } from "zod";
import { roles } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { findPersonWithAdminsLocked, refuseLastAdmin } from "./rules/last-admin.ts";

export const changeRoleInput = z.object({ personId: z.string().min(1).max(100), role: z.enum(roles) });
export type ChangeRoleInput = z.infer<typeof changeRoleInput>;

export async function changeRole(context: ServiceContext, { personId, role }: ChangeRoleInput): Promise<void> {
  requireRight(context, "access.manage");
  await context.db.$transaction(async (tx) => {
    const { person, isLastAdmin } = await findPersonWithAdminsLocked(tx, personId);
    if (person.role === role) return;
    refuseLastAdmin(isLastAdmin, person.email);
    await tx.user.update({ where: { id: personId }, data: { role } });
    await writeAudit(tx, context, {
      action: "access.changeRole",
      objectKind: "person",
      objectId: personId,
      detail: { email: person.email, before: person.role, after: role },
    });
  });
}
