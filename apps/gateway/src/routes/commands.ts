import { type Command, type CommandsResponse, protocolLimits } from "@crosspoint/protocol";
import type { Agent } from "@crosspoint/services";
import { leaseNextCommands } from "@crosspoint/services/command/lease";
import { hostIsGone } from "@crosspoint/services/host/rules/mark-seen";
import type { Context, Handler } from "hono";
import { z } from "zod";
import { authenticate } from "../authenticate.ts";
import type { Client } from "../command-waiters.ts";
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

function clientOf(c: Context<GatewayTypes>): Client {
  const outgoing = c.env?.outgoing;
  return outgoing === undefined ? c.req.raw.signal : new Line(outgoing);
}

type Outgoing = NonNullable<GatewayTypes["Bindings"]["outgoing"]>;

/** By Node's own answer: the signal of a request would cost a request of the web for each line that is open, and any signal a kilobyte. */
class Line implements Client {
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  get aborted(): boolean {
    return this.#outgoing.destroyed || this.#outgoing.closed;
  }

  addEventListener(_: "abort", listener: () => void): void {
    this.#outgoing.once("close", listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#outgoing.off("close", listener);
  }
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
  readonly client: Client;
  /** Called once nothing is left to do but to wait. */
  onWait(): void;
}

async function nextCommands(parts: GatewayParts, actor: Agent, { waitMs, client, onWait }: Poll): Promise<Command[]> {
  // It may have gone while its key was looked up: what is leased to nobody is late, and a newer poll of its host must not end for it.
  if (client.aborted) return [];
  const deadlineMs = performance.now() + waitMs;
  const waiter = parts.waiters.register(actor.hostId);
  try {
    const first = await lookForCommands(parts, actor, client);
    if (first === "gone") throw hostIsGone();
    onWait();
    let commands = first;
    while (commands.length === 0 && (await waiter.wait(deadlineMs - performance.now(), client))) {
      commands = await waiter.look(() => lookAgain(parts, actor, client), client);
    }
    return commands;
  } finally {
    waiter.release();
  }
}

/** A host that is removed, or whose key is revoked, while its poll waits is told nothing. */
async function lookAgain(parts: GatewayParts, actor: Agent, client: Client): Promise<Command[]> {
  const found = await lookForCommands(parts, actor, client);
  return found === "gone" ? [] : found;
}

/**
 * Those that wait, leased, where the client is still there. Whether any does is asked together with others; so few have one that each of
 * those asks alone for it.
 */
async function lookForCommands(
  { db, polls, now }: GatewayParts,
  actor: Agent,
  client: Client,
): Promise<Command[] | "gone"> {
  const opened = await polls.open({ keyHash: actor.keyHash, now: now() });
  if (opened === undefined) return "gone";
  return opened.hasCommand && !client.aborted ? leaseNextCommands({ db, actor, now: now() }) : [];
}
