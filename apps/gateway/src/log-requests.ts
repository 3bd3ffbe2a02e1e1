import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { GatewayTypes } from "./parts.ts";

/** One line per request: quiet where all is well, because a fleet makes thousands a second. Never a header or a body. */
export function logRequests(logger: Logger): MiddlewareHandler<GatewayTypes> {
  return async (c, next) => {
    const startedMs = performance.now();
    await next();
    const { status } = c.res;
    const level = status >= 500 ? "error" : status >= 400 ? "warn" : "debug";
    logger[level](
      {
        method: c.req.method,
        path: c.req.path,
        status,
        durationMs: Math.round(performance.now() - startedMs),
        hostId: c.get("hostId"),
        ...c.get("note"),
      },
      "request",
    );
  };
}
