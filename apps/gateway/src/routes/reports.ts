import type { IncomingMessage } from "node:http";
import { protocolLimits } from "@crosspoint/protocol";
import type { Agent } from "@crosspoint/services";
import { ingestReport } from "@crosspoint/services/report/ingest";
import type { Context, Handler } from "hono";
import { type ApartRequest, answerApart, failApart, isApart, takeApart } from "../answer-apart.ts";
import { authenticate } from "../authenticate.ts";
import type { BodyPlace } from "../body-room.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { expectedBytes, parseJson, readBody } from "../read-json.ts";

export const reportsPath = "/agent/v1/reports";
const limitBytes = protocolLimits.bodyBytes;

/** POST /agent/v1/reports. A report of which nothing could be taken is a 422 with the same body. */
export function reportsRoute(parts: GatewayParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    const startedMs = performance.now();
    const actor = await authenticate(c, parts, limitRate);
    parts.group.requireRoom(actor.hostId);
    const request = takeApart(c, { path: reportsPath, hostId: actor.hostId, startedMs });
    const place = parts.room.take(actor.hostId, expectedBytes(c.req.raw, limitBytes));
    const bytes = await bodyOf(c, place);
    ingest(parts, { actor, bytes, request })
      .catch((err) => parts.logger.error({ err }, "a report could not be answered"))
      .finally(place.free);
    return isApart(c);
  };
}

async function bodyOf(c: Context<GatewayTypes>, place: BodyPlace): Promise<Buffer> {
  try {
    return await readBody(c.req.raw, { limitBytes, incoming: c.env?.incoming as IncomingMessage, place });
  } catch (error) {
    place.free();
    throw error;
  }
}

interface Report {
  readonly actor: Agent;
  readonly bytes: Buffer;
  readonly request: ApartRequest;
}

async function ingest(parts: GatewayParts, { actor, bytes, request }: Report): Promise<void> {
  const { db, logger, now } = parts;
  try {
    const body = await ingestReport({ db, actor, now: now() }, { bytes, parse: () => parseJson(bytes) }, parts);
    const note = { accepted: body.accepted, refused: body.refused.length };
    answerApart(logger, request, { status: body.accepted === 0 && note.refused > 0 ? 422 : 200, body, note });
  } catch (error) {
    failApart(logger, request, error);
  }
}
