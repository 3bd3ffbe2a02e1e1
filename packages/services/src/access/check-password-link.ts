import type { ServiceContext } from "../context.ts";
import { hashSecret } from "./rules/secrets.ts";

export type PasswordLinkState =
  | { readonly kind: "open"; readonly name: string; readonly email: string }
  | { readonly kind: "unknown" | "used" | "expired" };

/** What the page of a password link may offer. Needs no right: who holds the token is who may ask. */
export async function checkPasswordLink(
  context: Pick<ServiceContext, "db" | "now">,
  token: string,
): Promise<PasswordLinkState> {
  const link = await context.db.passwordLink.findUnique({
    where: { tokenHash: hashSecret(token) },
    include: { user: { select: { name: true, email: true } } },
  });
  if (!link) return { kind: "unknown" };
  if (link.usedAt) return { kind: "used" };
  if (link.expiresAt <= context.now) return { kind: "expired" };
  return { kind: "open", ...link.user };
}
