import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { GatewayTypes } from "./parts.ts";

const byLibrary: MiddlewareHandler<GatewayTypes> = secureHeaders();
/** What it sets on an answer without any. */
export const headersForBrowsers: Readonly<Record<string, string>> = Object.fromEntries(
  (
    await new Hono()
      .use(secureHeaders())
      .get("/", (c) => c.body(null))
      .request("/")
  ).headers,
);
const set = Object.entries(headersForBrowsers);

/**
 * The headers that Hono sets to keep browsers from mischief, on every answer, but set in Node's own answer before there is one: set in
 * that of the web, each would be made into one with headers of the web first: a twentieth of all that is made for a report.
 * What is answered past Hono has them from whoever answers it: a line that waits would keep a kilobyte of them.
 */
export const secureAnswers: MiddlewareHandler<GatewayTypes> = async (c, next) => {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return byLibrary(c, next);
  await next();
  if (c.get("isAnsweredApart")) return;
  for (const [name, value] of set) outgoing.setHeader(name, value);
};
