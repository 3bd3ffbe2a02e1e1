import type { IncomingMessage } from "node:http";
import { protocolLimits } from "@crosspoint/protocol";
import { ingestReport } from "@crosspoint/services/report/ingest";
import type { Handler } from "hono";
import { authenticate } from "../authenticate.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { expectedBytes, parseJson, readBody } from "../read-json.ts";

const limitBytes = protocolLimits.bodyBytes;

/** POST /agent/v1/reports. A report of which nothing could be taken is a 422 with the same body. */
export function reportsRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    const actor = await authenticate(c, parts, limitRate);
    parts.group.requireRoom(actor.hostId);
    const place = parts.room.take(actor.hostId, expectedBytes(c.req.raw, limitBytes));
    try {
      const bytes = await readBody(c.req.raw, { limitBytes, incoming: c.env?.incoming as IncomingMessage, place });
      const body = { bytes, parse: () => parseJson(bytes) };
      const answer = await ingestReport({ db: parts.db, actor, now: parts.now() }, body, parts);
      c.set("note", { accepted: answer.accepted, refused: answer.refused.length });
      return c.json(answer, answer.accepted === 0 && answer.refused.length > 0 ? 422 : 200);
    } finally {
      place.free();
    }
  };
}
