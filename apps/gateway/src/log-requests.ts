import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { GatewayTypes } from "./parts.ts";

/** What is told of a request: never a header or a body. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** By `performance.now()`. */
  readonly startedMs: number;
  readonly hostId: string | undefined;
  readonly note?: Readonly<Record<string, number>> | undefined;
}

/** One line: quiet where all is well, because a fleet makes thousands a second. */
export function logRequest(logger: Logger, { startedMs, note, ...told }: LoggedRequest): void {
  const level = told.status >= 500 ? "error" : told.status >= 400 ? "warn" : "debug";
  logger[level]({ ...told, durationMs: Math.round(performance.now() - startedMs), ...note }, "request");
}

/** A line for each request but those that are answered past Hono, by whoever answers them. */
export function logRequests(logger: Logger): MiddlewareHandler<GatewayTypes> {
  return async (c, next) => {
    const startedMs = performance.now();
    await next();
    if (c.get("isAnsweredApart")) return;
    const { method, path } = c.req;
    logRequest(logger, { method, path, status: c.res.status, startedMs, hostId: c.get("hostId") });
  };
}
