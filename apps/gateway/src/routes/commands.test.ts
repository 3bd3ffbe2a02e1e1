import { ServiceError } from "@crosspoint/services";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { pino } from "pino";
import { expect, it } from "vitest";
import { Doorway } from "../doorway.ts";
import { createGateway } from "../gateway.ts";
import { KnownKeys } from "../known-keys.ts";
import type { GatewayParts } from "../parts.ts";
import { headersForBrowsers } from "../secure-answers.ts";
import { serveGateway } from "../serve.ts";
import { commandsPath } from "./commands.ts";

const holder = { id: "0190c6a4-1f2e-7c3a-9b1d-2f4e6a8c0b13", hostname: "h", agentKeyHash: "", keyRevokedAt: null };

it("answers a poll whose first look fails as everything else: with a line in the log and headers for browsers", async () => {
  const lines: string[] = [];
  const parts = {
    keys: { holderOf: async () => holder },
    polls: {
      open: async () => {
        throw new ServiceError("unavailable", "The database is away.", { retryAfterSeconds: 2 });
      },
    },
    waiters: { register: () => ({ release: () => undefined }) },
    door: Doorway.forPolls(),
    strangers: Doorway.forStrangers(),
    knownKeys: new KnownKeys(),
    proxies: parseTrustedProxies(""),
    logger: pino({ level: "warn" }, { write: (line) => lines.push(line) }),
    now: () => new Date(),
  } as unknown as GatewayParts;
  const server = await serveGateway(createGateway(parts), { host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${server.address}${commandsPath}`, { headers: { authorization: "Bearer cpk_x" } });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject(headersForBrowsers);
  await server.close();
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(told).toMatchObject([{ path: commandsPath, status: 503, hostId: holder.id }]);
});
