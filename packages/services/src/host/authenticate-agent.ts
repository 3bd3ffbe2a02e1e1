import type { Database } from "@crosspoint/db";
import { hashSecret } from "../access/rules/secrets.ts";
import type { Agent } from "../actor.ts";
import { ServiceError } from "../errors.ts";
import type { AgentKeys } from "./agent-keys.ts";

const remedy = "Enrol the host again: make a token on the hosts page, and run the command that it shows.";
/** A key of ours has 47 characters; nothing much longer is hashed. */
const keyCharactersLimit = 200;

/** The hash of the key in an `Authorization: Bearer …` header. Throws `unauthenticated` where it has none. */
export function keyHashOf(authorization: string | undefined): string {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  if (key !== undefined && key.length <= keyCharactersLimit) return hashSecret(key);
  throw new ServiceError("unauthenticated", "The request carries no agent key.", {
    remedy: "Send the key as `Authorization: Bearer <key>`.",
  });
}

/**
 * Who a key speaks for. It is found by its hash, so how long the look-up takes says nothing of how much of a guess was right.
 * Throws `unauthenticated` for a key that is unknown or revoked.
 */
export async function authenticateAgent(
  { db, keys }: { readonly db: Database; readonly keys: AgentKeys },
  keyHash: string,
): Promise<Agent> {
  const host = await keys.holderOf(keyHash);
  if (host === undefined) throw new ServiceError("unauthenticated", await whyUnknown(db, keyHash), { remedy });
  if (host.keyRevokedAt !== null) {
    const when = host.keyRevokedAt.toISOString();
    throw new ServiceError("unauthenticated", `The key of ${host.hostname} was revoked at ${when}.`, { remedy });
  }
  return { kind: "agent", hostId: host.id, hostname: host.hostname, keyHash };
}

async function whyUnknown(db: Database, keyHash: string): Promise<string> {
  const removed = await db.removal.findUnique({ where: { agentKeyHash: keyHash } });
  if (removed === null) return "The agent key is not known.";
  return `The host ${removed.name} was removed at ${removed.requestedAt.toISOString()}.`;
}
