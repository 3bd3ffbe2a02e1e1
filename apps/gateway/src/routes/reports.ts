import { protocolLimits } from "@crosspoint/protocol";
import { authenticateAgent } from "@crosspoint/services/host/authenticate-agent";
import { ingestReport } from "@crosspoint/services/report/ingest";
import type { Handler } from "hono";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { readJson } from "../read-json.ts";

/** POST /agent/v1/reports. A report of which nothing could be taken is a 422 with the same body. */
export function reportsRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    const actor = await authenticateAgent(parts, c.req.header("authorization"));
    c.set("hostId", actor.hostId);
    limitRate(actor.hostId);
    parts.group.requireRoom();
    const body = await readJson(c.req.raw, protocolLimits.bodyBytes);
    const answer = await ingestReport({ db: parts.db, actor, now: parts.now() }, body, parts.group);
    c.set("note", { accepted: answer.accepted, refused: answer.refused.length });
    return c.json(answer, answer.accepted === 0 && answer.refused.length > 0 ? 422 : 200);
  };
}
