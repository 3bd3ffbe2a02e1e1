import { type Command, type CommandsResponse, protocolLimits } from "@crosspoint/protocol";
import type { Agent } from "@crosspoint/services";
import { leaseNextCommands } from "@crosspoint/services/command/lease";
import { hostIsGone } from "@crosspoint/services/host/rules/mark-seen";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Handler } from "hono";
import { z } from "zod";
import { answerTo } from "../answer-error.ts";
import { authenticate } from "../authenticate.ts";
import type { Client, CommandWaiter } from "../command-waiters.ts";
import { Line } from "../line.ts";
import { logRequest } from "../log-requests.ts";
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
      const poll = { actor, line: lineOf(c), startedMs, deadlineMs: performance.now() + waitMs };
      await begin(parts, poll);
      c.set("isAnsweredApart", true);
      return RESPONSE_ALREADY_SENT;
    } finally {
      leave();
    }
  };
}

function lineOf(c: Context<GatewayTypes>): Line {
  if (c.env?.outgoing === undefined) throw new Error("Polls are answered past Hono, and need Node's own answer.");
  return new Line(c.env.outgoing);
}

function waitSeconds(parameters: Record<string, string>): number {
  const parsed = query.safeParse(parameters);
  if (parsed.success) return parsed.data.waitSeconds;
  throw new RequestError(400, "invalid", "waitSeconds is not a number of seconds.", {
    remedy: `Give a number from 0 to ${protocolLimits.longPollSeconds}.`,
  });
}

/** As much of a request as is kept while it waits. */
interface Poll {
  readonly actor: Agent;
  readonly line: Line;
  /** By `performance.now()`, as the deadline. */
  readonly startedMs: number;
  readonly deadlineMs: number;
}

/** Answers with the commands that there are. Where there are none the poll waits, beside this: it is answered when one comes, or its time is over. */
async function begin(parts: GatewayParts, poll: Poll): Promise<void> {
  const { actor, line } = poll;
  // It may have gone while its key was looked up: what is leased to nobody is late, and a newer poll of its host must not end for it.
  if (line.aborted) return tell(parts, poll, []);
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
  const { actor, line: client, deadlineMs } = poll;
  waiter.wait({
    client,
    deadlineMs,
    look: () => lookAgain(parts, actor, client),
    answer: (commands) => tell(parts, poll, commands),
    fail: (error) => end(parts, poll, answerTo(asError(error), commandsPath, parts.logger)),
  });
}

function tell(parts: GatewayParts, poll: Poll, commands: Command[]): void {
  const body: CommandsResponse = { serverTimeMs: parts.now().getTime(), commands };
  end(parts, poll, { status: 200, body, note: { commands: commands.length } });
}

interface End {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly note?: Readonly<Record<string, number>>;
}

function end({ logger }: GatewayParts, poll: Poll, { status, body, headers, note }: End): void {
  const { actor, line, startedMs } = poll;
  line.send(status, body, headers);
  logRequest(logger, { method: "GET", path: commandsPath, status, startedMs, hostId: actor.hostId, note });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function firstLook(parts: GatewayParts, { actor, line }: Poll): Promise<Command[]> {
  const found = await lookForCommands(parts, actor, line);
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
