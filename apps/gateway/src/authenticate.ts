import { type Agent, ServiceError } from "@crosspoint/services";
import { addressGroup } from "@crosspoint/services/access/rules/client-address";
import { authenticateAgent, keyHashOf } from "@crosspoint/services/host/authenticate-agent";
import type { Context } from "hono";
import { addressOf } from "./address.ts";
import type { GatewayParts, GatewayTypes } from "./parts.ts";

/**
 * Who asks. `onHost` is called with the host's id as early as it is known, before the database is asked where the key was good
 * before; what it throws goes before the rest. All others are looked up among the strangers, of whom there are only so many at once.
 */
export async function authenticate(
  c: Context<GatewayTypes>,
  parts: Pick<GatewayParts, "db" | "keys" | "knownKeys" | "strangers" | "proxies">,
  onHost: (hostId: string) => void,
): Promise<Agent> {
  const hash = keyHashOf(c.req.header("authorization"));
  const knownHost = parts.knownKeys.hostOf(hash);
  if (knownHost !== undefined) onHost(knownHost);
  const leave = knownHost === undefined ? parts.strangers.enter(addressGroup(addressOf(c, parts.proxies))) : undefined;
  const actor = await lookUp(parts, hash).finally(leave);
  c.set("hostId", actor.hostId);
  if (knownHost === undefined) onHost(actor.hostId);
  return actor;
}

async function lookUp(parts: Pick<GatewayParts, "db" | "keys" | "knownKeys">, hash: string): Promise<Agent> {
  try {
    const actor = await authenticateAgent(parts, hash);
    parts.knownKeys.note(hash, actor.hostId);
    return actor;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unauthenticated") parts.knownKeys.forget(hash);
    throw error;
  }
}
