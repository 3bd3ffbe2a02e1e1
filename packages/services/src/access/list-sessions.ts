import type { ServiceContext } from "../context.ts";
import { sessionIdleLimitMs } from "./rules/auth.ts";
import { deviceOf } from "./rules/device.ts";
import { requirePerson } from "./rules/require-person.ts";

const maxSessions = 100;

export interface SessionEntry {
  readonly id: string;
  /** "Firefox on Linux", as the browser told when it signed in. */
  readonly device: string;
  /** From where it was opened; null where that is not known. */
  readonly address: string | null;
  readonly openedAt: Date;
  /** To five minutes. */
  readonly lastUsedAt: Date;
  /** The one that asks. */
  readonly isCurrent: boolean;
}

/** One's own open sessions, the last used first. */
export async function listSessions(context: ServiceContext): Promise<SessionEntry[]> {
  const person = requirePerson(context);
  const rows = await context.db.session.findMany({
    where: {
      userId: person.id,
      expiresAt: { gt: context.now },
      updatedAt: { gt: new Date(context.now.getTime() - sessionIdleLimitMs) },
    },
    orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
    take: maxSessions,
  });
  return rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
    id,
    device: deviceOf(userAgent ?? ""),
    address: ipAddress || null,
    openedAt: createdAt,
    lastUsedAt: updatedAt,
    isCurrent: id === person.sessionId,
  }));
}
