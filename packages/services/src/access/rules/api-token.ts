import type { Database } from "@crosspoint/db";
import { type Actor, type Role, roleOf, roles } from "../../actor.ts";
import { hashSecret } from "./secrets.ts";

/** What a token may be: no program destroys data or lets people in, however it came to its token. */
export const apiTokenRoles = ["viewer", "operator"] as const satisfies readonly Role[];

/** How exactly it is written down when a token was last used. */
const lastUsedGrainMs = 300_000;
const bearer = /^Bearer +(cpa_\S+) *$/i;

/** The token that a request shows. Another `Authorization` is of a proxy on the way, and says nothing here. */
export function apiTokenIn(headers: Headers): string | undefined {
  return bearer.exec(headers.get("authorization") ?? "")?.[1];
}

/** In whose name a token speaks, with no more than they may do now. One that is not known, or too old, is nobody. */
export async function actorOfApiToken(
  { db, now }: { readonly db: Database; readonly now: Date },
  token: string,
): Promise<Actor> {
  const tokenHash = hashSecret(token);
  const found = await db.apiToken.findUnique({ where: { tokenHash }, include: { user: true } });
  if (!found || found.expiresAt <= now) return { kind: "anonymous" };
  const { user } = found;
  const unusedMs = now.getTime() - (found.lastUsedAt?.getTime() ?? 0);
  if (unusedMs > lastUsedGrainMs) await db.apiToken.updateMany({ where: { tokenHash }, data: { lastUsedAt: now } });
  return {
    kind: "person",
    id: user.id,
    email: user.email,
    name: user.name,
    role: lesser(roleOf(found.role), roleOf(user.role)),
    apiToken: found.name,
  };
}

function lesser(a: Role, b: Role): Role {
  return roles.indexOf(a) < roles.indexOf(b) ? a : b;
}
