import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
// Before the first server, which puts another Response in place of Node's: made of that, RESPONSE_ALREADY_SENT would be sent.
import "@hono/node-server/utils/response";
import type { Hono } from "hono";
import type { GatewayTypes } from "./parts.ts";

/** A request whose headers or body take longer is a stuck or hostile client. Answers may take as long as a long poll. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** What is still in flight after this, at a stop, is cut off: the agent sends it again. */
const closeTimeoutMs = 4_000;
/**
 * Connections that the kernel holds until they are accepted; Linux has 4,096 at most (`net.core.somaxconn`). It drops what comes beyond,
 * and who came tries again after one, three and seven seconds: of a fleet that comes back at once few would be heard in time with Node's 511.
 */
const backlog = 4_096;
const closeIdleEveryMs = 50;

export interface ServedGateway {
  /** For example http://127.0.0.1:4100. */
  readonly address: string;
  /** Takes no new requests, finishes those in flight, and closes. */
  close(): Promise<void>;
}

/** Listens; rejects where the port or the address cannot be had. */
export async function serveGateway(
  app: Hono<GatewayTypes>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ServedGateway> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: host,
    serverOptions: { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
  }) as Server;
  server.listen({ host, port, backlog });
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return { address: `http://${name}:${address.port}`, close: () => closeServer(server) };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose answer has just gone out is idle from then on, and would be kept alive for seconds.
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const cut = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
