import { z } from "zod";
import { roles } from "../actor.ts";
import { writeAudit } from "../audit/write.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";
import { createPerson, hashedPerson } from "./create-person.ts";
import { personInput } from "./rules/passwords.ts";

export const addPersonInput = personInput.extend({ role: z.enum(roles) });
export type AddPersonInput = z.infer<typeof addPersonInput>;

/** Lets a person in with an initial password, which they change themselves. */
export async function addPerson(
  context: ServiceContext,
  { role, ...input }: AddPersonInput,
): Promise<{ personId: string }> {
  requireRight(context, "access.manage");
  const person = await hashedPerson(input);
  return context.db.$transaction(async (tx) => {
    const personId = await createPerson(tx, person, role);
    await writeAudit(tx, context, {
      action: "access.addPerson",
      objectKind: "person",
      objectId: personId,
      detail: { email: person.email, role },
    });
    return { personId };
  });
}
