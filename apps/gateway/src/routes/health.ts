import type { Handler } from "hono";
import type { GatewayParts, GatewayTypes } from "../parts.ts";

const databaseTimeoutMs = 3_000;

/** GET /healthz: 200 while the database answers; what a start script or a load balancer asks. However many reports wait. */
export function healthRoute({ statement, logger }: GatewayParts): Handler<GatewayTypes> {
  return async (c) => {
    const answers = await Promise.race([
      statement.$queryRaw`SELECT 1`.then(
        () => true,
        (error: Error) => {
          logger.warn({ reason: error.message }, "PostgreSQL cannot be reached");
          return false;
        },
      ),
      new Promise<false>((resolve) => setTimeout(resolve, databaseTimeoutMs, false).unref()),
    ]);
    return c.json({ status: answers ? "ok" : "database away" }, answers ? 200 : 503);
  };
}
