import type { Role } from "../actor.ts";
import { roleOf } from "../actor.ts";
import type { ServiceContext } from "../context.ts";
import { requirePerson } from "./rules/require-person.ts";

export interface ApiTokenEntry {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** To five minutes; null: never. */
  readonly lastUsedAt: Date | null;
}

/** One's own API tokens that open something, the newest first. */
export async function listApiTokens(context: ServiceContext): Promise<ApiTokenEntry[]> {
  const person = requirePerson(context);
  const rows = await context.db.apiToken.findMany({
    where: { userId: person.id, expiresAt: { gt: context.now } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    select: { id: true, name: true, role: true, createdAt: true, expiresAt: true, lastUsedAt: true },
  });
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}
