import { addressGroup } from "@crosspoint/services/access/rules/client-address";
import { enrollHost } from "@crosspoint/services/host/enroll";
import type { Handler } from "hono";
import { addressOf } from "../address.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { readJson } from "../read-json.ts";

const bodyBytesLimit = 16 * 1024;

/** POST /agent/v1/enroll */
export function enrollRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    const address = addressOf(c, parts.proxies);
    limitRate(addressGroup(address));
    const body = await readJson(c.req.raw, { limitBytes: bodyBytesLimit });
    const answer = await enrollHost({ db: parts.db, actor: { kind: "anonymous" }, now: parts.now() }, body, address);
    c.set("hostId", answer.hostId);
    parts.logger.info({ hostId: answer.hostId }, "a host enrolled");
    return c.json(answer, 201);
  };
}
