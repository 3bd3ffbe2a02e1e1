import type { IncomingMessage, ServerResponse } from "node:http";
import { addressGroup, clientAddress, type TrustedProxies } from "@crosspoint/services/access/client-address";
import type { TokenBuckets } from "@crosspoint/services/access/token-buckets";
import { withClient } from "./client.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What pages and calls are asked by. Anything else is refused before Next.js would keep a copy of its body. */
const methods = new Set(["GET", "HEAD", "POST"]);

export interface Entrance {
  readonly proxies: TrustedProxies;
  /** Requests of any kind, by address. */
  readonly requests: TokenBuckets;
}

/** Requests of one address: a page takes some forty with all its files, and many people may share an address. */
export const requestRate = { burst: 2000, perSecond: 400 };

/** Lets a request in under the address of whoever sent it. Only calls may have a body; they bound it themselves. */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { proxies, requests }: Entrance,
  handle: Handle,
): void {
  const method = request.method ?? "";
  if (!methods.has(method) || (method === "POST" && !request.url?.startsWith("/api/"))) {
    response.writeHead(405, { allow: "GET, HEAD", connection: "close" }).end();
    return;
  }
  const { remoteAddress } = request.socket;
  const forwardedFor = request.headers["x-forwarded-for"];
  const address = clientAddress({ remoteAddress, forwardedFor: [forwardedFor].flat().join() }, proxies);
  if (forwardedFor !== undefined && address === remoteAddress) warnOnce(address);
  const waitMs = requests.take(addressGroup(address), Date.now());
  if (waitMs > 0) {
    response.writeHead(429, {
      "retry-after": String(Math.ceil(waitMs / 1000)),
      "content-type": "text/plain",
      connection: "close",
    });
    response.end(`Too many requests from ${address}. Try again in ${Math.ceil(waitMs / 1000)} s.\n`);
    return;
  }
  request.headers["x-forwarded-for"] = address;
  withClient({ address }, () => void handle(request, response));
}

let warned = false;

/** A reverse proxy that is not configured makes all people one address to every limit. */
function warnOnce(address: string): void {
  if (warned) return;
  warned = true;
  console.warn(
    `X-Forwarded-For from ${address} is ignored. If that is your reverse proxy, name it in TRUSTED_PROXIES.`,
  );
}
