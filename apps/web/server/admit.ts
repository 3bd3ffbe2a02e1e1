import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress, type TrustedProxies } from "@crosspoint/services/access/client-address";
import { withClient } from "./client.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What pages and calls are asked by. Anything else is refused before Next.js would keep a copy of its body. */
const methods = new Set(["GET", "HEAD", "POST"]);

/** Lets a request in under the address of whoever sent it. Only calls may have a body; they bound it themselves. */
export function admit(request: IncomingMessage, response: ServerResponse, proxies: TrustedProxies, handle: Handle) {
  const method = request.method ?? "";
  if (!methods.has(method) || (method === "POST" && !request.url?.startsWith("/api/"))) {
    response.writeHead(405, { allow: "GET, HEAD", connection: "close" }).end();
    return;
  }
  const { remoteAddress } = request.socket;
  const forwardedFor = request.headers["x-forwarded-for"];
  const address = clientAddress({ remoteAddress, forwardedFor: [forwardedFor].flat().join() }, proxies);
  if (forwardedFor !== undefined && address === remoteAddress) warnOnce(address);
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
