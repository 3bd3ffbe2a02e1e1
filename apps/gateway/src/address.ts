import { clientAddress, type TrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { GatewayTypes } from "./parts.ts";

/** Who sent this request: the other end of the connection, or whom a trusted reverse proxy names. */
export function addressOf(c: Context<GatewayTypes>, proxies: TrustedProxies): string {
  const remoteAddress = c.env.incoming === undefined ? undefined : getConnInfo(c).remote.address;
  return clientAddress({ remoteAddress, forwardedFor: c.req.header("x-forwarded-for") }, proxies);
}
