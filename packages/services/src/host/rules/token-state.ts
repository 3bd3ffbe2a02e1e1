import type { Database, EnrollmentToken, Transaction } from "@crosspoint/db";
import { roleOf } from "../../actor.ts";
import { roleHasRight } from "../../rights.ts";

/** Whether an enrollment token lets a host in now, and if not, why: the most final reason first. */
export type TokenState = "usable" | "revoked" | "expired" | "usedUp" | "makerLostRight";

/** Who made a token: a person may have lost the right to add hosts since, or be gone. */
export interface TokenMaker {
  readonly mayEnroll: boolean;
}

type TokenFacts = Pick<EnrollmentToken, "revokedAt" | "expiresAt" | "usesLeft">;

export function tokenState(token: TokenFacts, maker: TokenMaker | undefined, now: Date): TokenState {
  if (token.revokedAt !== null) return "revoked";
  if (token.expiresAt <= now) return "expired";
  if (token.usesLeft <= 0) return "usedUp";
  return maker?.mayEnroll ? "usable" : "makerLostRight";
}

/** The makers of some tokens, in their order. What the system itself made needs nobody's right. */
export async function makersOf(
  db: Database | Transaction,
  tokens: readonly Pick<EnrollmentToken, "createdById">[],
): Promise<TokenMaker[]> {
  const ids = tokens.flatMap(({ createdById }) => (createdById === null ? [] : [createdById]));
  const people =
    ids.length > 0 ? await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, role: true } }) : [];
  const roleOfPerson = new Map(people.map(({ id, role }) => [id, roleOf(role)]));
  return tokens.map(({ createdById }) => {
    if (createdById === null) return { mayEnroll: true };
    const role = roleOfPerson.get(createdById);
    return { mayEnroll: role !== undefined && roleHasRight(role, "host.enroll") };
  });
}
