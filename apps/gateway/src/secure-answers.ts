import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { GatewayTypes } from "./parts.ts";

const byLibrary: MiddlewareHandler<GatewayTypes> = secureHeaders();
let names: ReadonlyMap<string, string> | undefined;

/**
 * The headers that Hono sets to keep browsers from mischief, on every answer, but set in Node's own answer before there is one: set in
 * that of the web, each would be made into one with headers of the web first, which costs more than all else that HTTP does here.
 */
export const secureAnswers: MiddlewareHandler<GatewayTypes> = async (c, next) => {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return byLibrary(c, next);
  names ??= await setByLibrary();
  for (const [name, value] of names) outgoing.setHeader(name, value);
  await next();
};

/** What Hono's middleware sets on an answer without any. */
async function setByLibrary(): Promise<ReadonlyMap<string, string>> {
  const app = new Hono<GatewayTypes>().use(byLibrary).get("/", (c) => c.body(null));
  return new Map((await app.request("/")).headers);
}
