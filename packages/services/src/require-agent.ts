import type { Agent } from "./actor.ts";
import type { ServiceContext } from "./context.ts";
import { ServiceError } from "./errors.ts";

/** The agent that asks, for verbs that only its own host's agent may call. */
export function requireAgent(context: Pick<ServiceContext, "actor">): Agent {
  if (context.actor.kind === "agent") return context.actor;
  throw new ServiceError("forbidden", "Only a host's agent may do this.", { remedy: "Use the agent's key." });
}
