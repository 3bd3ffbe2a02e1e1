import type { ServiceContext } from "../context.ts";
import { hashSecret } from "./rules/secrets.ts";

export type SetupLinkState = "open" | "unknown" | "used" | "expired" | "notNeeded";

/** What the setup page may offer. Needs no right: who holds the token is who may ask. */
export async function checkSetupLink(
  context: Pick<ServiceContext, "db" | "now">,
  token: string,
): Promise<SetupLinkState> {
  const link = await context.db.setupLink.findUnique({ where: { tokenHash: hashSecret(token) } });
  if (!link) return "unknown";
  if (link.usedAt) return "used";
  if (link.expiresAt <= context.now) return "expired";
  const admin = await context.db.user.findFirst({ where: { role: "admin" }, select: { id: true } });
  return admin ? "notNeeded" : "open";
}
