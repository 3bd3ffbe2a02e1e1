import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { Logger } from "pino";
import { answerTo } from "./answer-error.ts";
import { Line } from "./line.ts";
import { logRequest } from "./log-requests.ts";
import type { GatewayTypes } from "./parts.ts";

/** As much of a request as is kept while it waits for its answer, past Hono, which keeps several times as much of it. */
export interface ApartRequest {
  readonly line: Line;
  readonly method: string;
  readonly path: string;
  readonly hostId: string;
  /** By `performance.now()`. */
  readonly startedMs: number;
}

/** The answer to such a request. */
export interface ApartAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly note?: Readonly<Record<string, number>>;
}

/** Of a request that may be answered apart. Until its handler returns {@link isApart}, Hono answers it, and what fails. */
export function takeApart(
  c: Context<GatewayTypes>,
  more: Pick<ApartRequest, "path" | "hostId" | "startedMs">,
): ApartRequest {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) throw new Error("What is answered past Hono needs Node's own answer.");
  return { line: new Line(outgoing), method: c.req.method, ...more };
}

/** What the handler of a request returns that was answered apart, or will be. */
export function isApart(c: Context<GatewayTypes>): Response {
  c.set("isAnsweredApart", true);
  return RESPONSE_ALREADY_SENT;
}

/** Sends the answer, and tells it in the log. */
export function answerApart(logger: Logger, request: ApartRequest, { status, body, headers, note }: ApartAnswer): void {
  const { line, ...told } = request;
  line.send(status, body, headers);
  logRequest(logger, { ...told, status, note });
}

export function failApart(logger: Logger, request: ApartRequest, error: unknown): void {
  const asError = error instanceof Error ? error : new Error(String(error));
  answerApart(logger, request, answerTo(asError, request.path, logger));
}
