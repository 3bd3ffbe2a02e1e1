import { type Role, roleOf } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { requireRight } from "../rights.ts";

const maxPeople = 1000;

export interface PersonEntry {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** When a session of this person was last used; null while there is none. */
  readonly lastSessionAt: Date | null;
}

export async function listPeople(context: ServiceContext): Promise<PersonEntry[]> {
  requireRight(context, "access.manage");
  const people = await context.db.user.findMany({
    orderBy: [{ name: "asc" }, { email: "asc" }],
    take: maxPeople,
    include: { sessions: { orderBy: { updatedAt: "desc" }, take: 1, select: { updatedAt: true } } },
  });
  return people.map(({ id, name, email, role, createdAt, sessions }) => ({
    id,
    name,
    email,
    role: roleOf(role),
    createdAt,
    lastSessionAt: sessions[0]?.updatedAt ?? null,
  }));
}
