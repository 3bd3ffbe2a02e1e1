import { leaseCommands } from "@crosspoint/db/queries/lease-commands";
import { type Command, command, protocolLimits } from "@crosspoint/protocol";
import type { ServiceContext } from "../context.ts";
import { requireAgent } from "../host/require-agent.ts";

/** How long an agent has to accept or decline before the command is offered again. */
export const leaseMs = 30_000;

/** The commands that wait for the agent's host, oldest first, leased to it. */
export async function leaseNextCommands(context: ServiceContext): Promise<Command[]> {
  const agent = requireAgent(context);
  const leasedUntil = new Date(context.now.getTime() + leaseMs);
  const rows = await leaseCommands(context.db, agent.hostId, context.now, leasedUntil, protocolLimits.commandsPerPoll);
  return rows.map((row) => command.parse(row.payload));
}
