import type { IncomingMessage, ServerResponse } from "node:http";
import { addressGroup, clientAddress, type TrustedProxies } from "@crosspoint/services/access/rules/client-address";
import type { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { type Client, withClient } from "./client.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What pages and calls are asked by. Anything else is refused before Next.js would keep a copy of its body. */
const methods = new Set(["GET", "HEAD", "POST"]);

/** Whose forms hold what must stand in no address: the browser sends them as bodies where they are sent before their scripts are there. */
const pagesWithSecrets = new Set(["/sign-in", "/setup", "/password"]);

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
  const { url = "" } = request;
  if (!methods.has(method) || (method === "POST" && !url.startsWith("/api/"))) {
    refuse(response, method === "POST" && pagesWithSecrets.has(url.replace(/\?.*/, "")) ? url : undefined);
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
  const client: Client = { address };
  answerWhenToAskAgain(response, client);
  withClient(client, () => void handle(request, response));
}

/** What was sent is not looked at. A person who was faster than a page's scripts gets the page again, and not an error of the browser. */
function refuse(response: ServerResponse, page: string | undefined): void {
  const headers = { connection: "close" };
  if (page === undefined) response.writeHead(405, { ...headers, allow: "GET, HEAD" }).end();
  else response.writeHead(303, { ...headers, location: page }).end();
}

/** Next.js answers 500 for whatever a page throws. What is only so for now is 503, with the time to come back. */
function answerWhenToAskAgain(response: ServerResponse, client: Client): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || client.retryAfterSeconds === undefined) return writeHead(status, ...rest);
    response.setHeader("retry-after", String(client.retryAfterSeconds));
    return writeHead(503, ...rest);
  };
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
