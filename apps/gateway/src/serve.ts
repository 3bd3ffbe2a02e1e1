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
const closeIdleEveryMs = 50;
/**
 * Sockets that listen on the port. Of each one connection is accepted in a turn of the event loop: a gateway with much to do turns some
 * 200 times in a second, and all of a fleet has to connect to one that was away.
 */
const listeners = process.platform === "linux" ? 16 : 1;
/** Connections that the kernel holds for each of them until they are accepted. It drops what comes beyond, and who came tries again seconds later. */
const backlog = 4_096;

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
  // Whoever shares a port does not notice that others have it: that nobody has is seen first.
  if (port !== 0) await closeServer(await listenOn(app, { host, port, isShared: false }));
  const first = await listenOn(app, { host, port, isShared: listeners > 1 });
  const address = first.address() as AddressInfo;
  const others = Array.from({ length: listeners - 1 }, () =>
    listenOn(app, { host, port: address.port, isShared: true }),
  );
  const servers = [first, ...(await Promise.all(others))];
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    address: `http://${name}:${address.port}`,
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly isShared: boolean;
}

async function listenOn(app: Hono<GatewayTypes>, { host, port, isShared }: Place): Promise<Server> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: host,
    serverOptions: { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
  }) as Server;
  server.listen({ host, port, backlog, reusePort: isShared });
  await new Promise<void>((resolve, reject) => server.once("listening", resolve).once("error", reject));
  return server;
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
