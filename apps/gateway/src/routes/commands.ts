import { type Command, type CommandsResponse, protocolLimits } from "@crosspoint/protocol";
import type { Agent } from "@crosspoint/services";
import { leaseNextCommands } from "@crosspoint/services/command/lease";
import { hostIsGone } from "@crosspoint/services/host/rules/mark-seen";
import type { Handler } from "hono";
import { z } from "zod";
import { type ApartRequest, answerApart, failApart, isApart, takeApart } from "../answer-apart.ts";
import { authenticate } from "../authenticate.ts";
import type { Client, CommandWaiter } from "../command-waiters.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { RequestError } from "../request-error.ts";

export const commandsPath = "/agent/v1/commands";
const query = z.object({ waitSeconds: z.coerce.number().min(0).default(0) });

/** GET /agent/v1/commands?waitSeconds=…: answers at once if a command waits, else when one comes or the time is over. */
export function commandsRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    // Hono answers it itself, as a GET without the body: commands would be leased to nobody.
    if (c.req.method === "HEAD") return c.body(null, 405, { Allow: "GET" });
    const startedMs = performance.now();
    const waitMs = 1000 * Math.min(waitSeconds(c.req.query()), protocolLimits.longPollSeconds);
    let leave = () => {};
    try {
      const actor = await authenticate(c, parts, (hostId) => {
        limitRate(hostId);
        leave = parts.door.enter(hostId);
      });
      const request = takeApart(c, { path: commandsPath, hostId: actor.hostId, startedMs });
      await begin(parts, { actor, request, deadlineMs: performance.now() + waitMs });
      return isApart(c);
    } finally {
      leave();
    }
  };
}

function waitSeconds(parameters: Record<string, string>): number {
  const parsed = query.safeParse(parameters);
  if (parsed.success) return parsed.data.waitSeconds;
  throw new RequestError(400, "invalid", "waitSeconds is not a number of seconds.", {
    remedy: `Give a number from 0 to ${protocolLimits.longPollSeconds}.`,
  });
}

interface Poll {
  readonly actor: Agent;
  readonly request: ApartRequest;
  /** By `performance.now()`. */
  readonly deadlineMs: number;
}

/** Answers with the commands that there are. Where there are none the poll waits, beside this: it is answered when one comes, or its time is over. */
async function begin(parts: GatewayParts, poll: Poll): Promise<void> {
  const { actor, request } = poll;
  // It may have gone while its key was looked up: what is leased to nobody is late, and a newer poll of its host must not end for it.
  if (request.line.aborted) return tell(parts, poll, []);
  const waiter = parts.waiters.register(actor.hostId);
  const found = await firstLook(parts, poll).catch((error) => {
    waiter.release();
    throw error;
  });
  if (found.length === 0) return wait(parts, poll, waiter);
  waiter.release();
  tell(parts, poll, found);
}

function wait(parts: GatewayParts, poll: Poll, waiter: CommandWaiter<Command>): void {
  const { actor, request, deadlineMs } = poll;
  const client = request.line;
  waiter.wait({
    client,
    deadlineMs,
    look: () => lookAgain(parts, actor, client),
    answer: (commands) => tell(parts, poll, commands),
    fail: (error) => failApart(parts.logger, request, error),
  });
}

function tell({ logger, now }: GatewayParts, { request }: Poll, commands: Command[]): void {
  const body: CommandsResponse = { serverTimeMs: now().getTime(), commands };
  answerApart(logger, request, { status: 200, body, note: { commands: commands.length } });
}

async function firstLook(parts: GatewayParts, { actor, request }: Poll): Promise<Command[]> {
  const found = await lookForCommands(parts, actor, request.line);
  if (found === "gone") throw hostIsGone();
  return found;
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
