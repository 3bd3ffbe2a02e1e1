import { ServiceError } from "@crosspoint/services";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { pino } from "pino";
import { expect, it } from "vitest";
import { Doorway } from "../doorway.ts";
import { createGateway } from "../gateway.ts";
import { KnownKeys } from "../known-keys.ts";
import type { GatewayParts } from "../parts.ts";

const holder = { id: "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0b13", hostname: "h", agentKeyHash: "", keyRevokedAt: null };

it("answers 503 with Retry-After while too much waits, without reading the body", async () => {
  const full = () => {
    throw new ServiceError("unavailable", "More is waiting here than can be taken soon.", { retryAfterSeconds: 2 });
  };
  const app = createGateway({
    keys: { holderOf: async () => holder },
    group: { requireRoom: full },
    logger: pino({ level: "silent" }),
    now: () => new Date(),
    strangers: Doorway.forStrangers(),
    knownKeys: new KnownKeys(),
    proxies: parseTrustedProxies(""),
  } as unknown as GatewayParts);
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { authorization: "Bearer cpk_x", "content-type": "application/json" };
  const request = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const answer = await app.request("/agent/v1/reports", request, {});
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(isRead).toBe(false);
});
