import { enrollHost } from "@crosspoint/services/host/enroll";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Handler } from "hono";
import type { GatewayParts, GatewayTypes } from "../gateway.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { readJson } from "../read-json.ts";

const bodyBytesLimit = 16 * 1024;

/** POST /agent/v1/enroll */
export function enrollRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    limitRate(remoteAddress(c));
    const body = await readJson(c.req.raw, bodyBytesLimit);
    const answer = await enrollHost({ db: parts.db, actor: { kind: "anonymous" }, now: parts.now() }, body);
    c.set("hostId", answer.hostId);
    parts.logger.info({ hostId: answer.hostId }, "a host enrolled");
    return c.json(answer, 201);
  };
}

function remoteAddress(c: Context<GatewayTypes>): string {
  return c.env.incoming === undefined ? "unknown" : (getConnInfo(c).remote.address ?? "unknown");
}
