import type { Handler } from "hono";
import type { GatewayParts, GatewayTypes } from "../parts.ts";

/** Longer than a database that is well ever takes. A connection that leaves the question unanswered is given up for another. */
export const probeTimeoutMs = 3_000;

/**
 * GET /healthz: 200 while the database answers; what a start script or a load balancer asks. Anybody may ask, however often: the
 * database is asked once at a time. It has a connection of its own for this, which reports cannot take.
 */
export function healthRoute({ probe, logger }: GatewayParts): Handler<GatewayTypes> {
  let asking: Promise<boolean> | undefined;
  const ask = () =>
    probe.$queryRaw`SELECT 1`.then(
      () => true,
      (error: Error) => {
        logger.warn({ reason: error.message }, "PostgreSQL cannot be reached");
        return false;
      },
    );
  return async (c) => {
    asking ??= Promise.resolve(ask()).finally(() => {
      asking = undefined;
    });
    const answers = await Promise.race([
      asking,
      new Promise<false>((resolve) => setTimeout(resolve, probeTimeoutMs, false).unref()),
    ]);
    return c.json({ status: answers ? "ok" : "database away" }, answers ? 200 : 503);
  };
}
