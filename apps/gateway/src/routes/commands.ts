import { type Command, type CommandsResponse, protocolLimits } from "@crosspoint/protocol";
import type { Agent } from "@crosspoint/services";
import { leaseNextCommands } from "@crosspoint/services/command/lease";
import { markSeen } from "@crosspoint/services/host/rules/mark-seen";
import type { Context, Handler } from "hono";
import { z } from "zod";
import { authenticate } from "../authenticate.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { RequestError } from "../request-error.ts";

const query = z.object({ waitSeconds: z.coerce.number().min(0).default(0) });

/** GET /agent/v1/commands?waitSeconds=…: answers at once if a command waits, else when one comes or the time is over. */
export function commandsRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    const waitMs = 1000 * Math.min(waitSeconds(c.req.query()), protocolLimits.longPollSeconds);
    let leave = () => {};
    try {
      const actor = await authenticate(c, parts, (hostId) => {
        limitRate(hostId);
        leave = parts.door.enter(hostId);
      });
      await markSeen(parts.db, { hostId: actor.hostId, now: parts.now() });
      const commands = await nextCommands(parts, actor, { waitMs, client: clientOf(c), onWait: leave });
      return answer(c, parts, commands);
    } finally {
      leave();
    }
  };
}

function answer(c: Context<GatewayTypes>, { now }: GatewayParts, commands: Command[]): Response {
  c.set("note", { commands: commands.length });
  return c.json({ serverTimeMs: now().getTime(), commands } satisfies CommandsResponse);
}

/** Whether who asked is gone, from Node's own answer: the request's signal would cost a request of the web for each line that is open. */
function clientOf(c: Context<GatewayTypes>): AbortSignal {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return c.req.raw.signal;
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  if (outgoing.destroyed || outgoing.closed) gone.abort();
  return gone.signal;
}

function waitSeconds(parameters: Record<string, string>): number {
  const parsed = query.safeParse(parameters);
  if (parsed.success) return parsed.data.waitSeconds;
  throw new RequestError(400, "invalid", "waitSeconds is not a number of seconds.", {
    remedy: `Give a number from 0 to ${protocolLimits.longPollSeconds}.`,
  });
}

interface Poll {
  readonly waitMs: number;
  readonly client: AbortSignal;
  /** Called once nothing is left to do but to wait. */
  onWait(): void;
}

async function nextCommands(
  { db, waiters, now }: GatewayParts,
  actor: Agent,
  { waitMs, client, onWait }: Poll,
): Promise<Command[]> {
  const deadlineMs = performance.now() + waitMs;
  const waiter = waiters.register(actor.hostId);
  try {
    const look = () => leaseNextCommands({ db, actor, now: now() });
    let commands = await look();
    onWait();
    while (commands.length === 0 && (await waiter.wait(deadlineMs - performance.now(), client))) {
      commands = await waiter.look(look, client);
    }
    return commands;
  } finally {
    waiter.release();
  }
}
