import { type LeasedCommand, leaseCommands } from "@crosspoint/db/queries/lease-commands";
import { type Command, command, protocolLimits } from "@crosspoint/protocol";
import type { ServiceContext } from "../context.ts";
import { requireAgent } from "../require-agent.ts";
import { failUnreadable } from "./rules/fail-unreadable.ts";

/** How long an agent has to accept or decline before the command is offered again. */
export const leaseMs = 30_000;

/** Most pages of commands that are looked at in one call, should none of a page be readable; the next poll goes on. */
const pagesLimit = 8;

/** The commands that wait for the agent's host, oldest first, leased to it. One that cannot be read fails alone. */
export async function leaseNextCommands(context: ServiceContext): Promise<Command[]> {
  const agent = requireAgent(context);
  const leasedUntil = new Date(context.now.getTime() + leaseMs);
  for (let page = 1; page <= pagesLimit; page += 1) {
    const rows = await leaseCommands(context.db, agent, context.now, leasedUntil, protocolLimits.commandsPerPoll);
    const readable = await readCommands(context, rows);
    if (readable.length > 0 || rows.length === 0) return readable;
  }
  return [];
}

async function readCommands(context: ServiceContext, rows: readonly LeasedCommand[]): Promise<Command[]> {
  const parsed = rows.map(({ id, payload }) => ({ id, read: command.safeParse(payload) }));
  const unreadable = parsed.flatMap(({ id, read }) => (read.success ? [] : [{ id, error: read.error }]));
  if (unreadable.length > 0) await failUnreadable(context, unreadable);
  return parsed.flatMap(({ read }) => (read.success ? [read.data] : []));
}
