import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Line } from "./line.ts";
import type { GatewayTypes } from "./parts.ts";
import { secureAnswers } from "./secure-answers.ts";
import { type ServedGateway, serveGateway } from "./serve.ts";

let served: ServedGateway;
let byLibrary: [string, string][];
beforeAll(async () => {
  const app = new Hono<GatewayTypes>().use(secureAnswers);
  app.get("/json", (c) => c.json({ kind: "taken" }, 200, { "retry-after": "2" }));
  app.get("/text", (c) => c.text("script"));
  app.get("/line", (c) => {
    if (c.env.outgoing) new Line(c.env.outgoing).send(200, { kind: "told" }, { "retry-after": "2" });
    c.set("isAnsweredApart", true);
    return RESPONSE_ALREADY_SENT;
  });
  app.get("/twice", (c) => {
    if (c.env.outgoing) new Line(c.env.outgoing).send(200, { kind: "told" });
    if (c.env.outgoing) new Line(c.env.outgoing).send(500, { kind: "told again" });
    c.set("isAnsweredApart", true);
    return RESPONSE_ALREADY_SENT;
  });
  app.get("/failure", () => {
    throw new Error("Nothing to say.");
  });
  app.onError((_, c) => c.json({ kind: "error" }, 500));
  served = await serveGateway(app, { host: "127.0.0.1", port: 0 });
  const plain = new Hono().use(secureHeaders()).get("/", (c) => c.body(null));
  byLibrary = [...(await plain.request("/")).headers];
});
afterAll(() => served.close());

it.each([
  ["/json", 200, "application/json"],
  ["/line", 200, "application/json"],
  ["/twice", 200, "application/json"],
  ["/text", 200, "text/plain;charset=UTF-8"],
  ["/failure", 500, "application/json"],
  ["/nowhere", 404, "text/plain; charset=UTF-8"],
])("sets what the library sets on the answer to %s, beside the answer's own", async (path, status, type) => {
  const answer = await fetch(`${served.address}${path}`);
  const { headers } = answer;
  await answer.text();
  expect(answer.status).toBe(status);
  expect([...headers]).toEqual(expect.arrayContaining(byLibrary));
  expect(headers.get("content-type")?.toLowerCase().replace("; ", ";")).toBe(type.toLowerCase().replace("; ", ";"));
  expect(headers.get("retry-after")).toBe(["/json", "/line"].includes(path) ? "2" : null);
});

it("is the library's where there is no answer of Node's", async () => {
  const app = new Hono<GatewayTypes>().use(secureAnswers).get("/", (c) => c.text("script"));
  expect([...(await app.request("/")).headers]).toEqual(expect.arrayContaining(byLibrary));
});

it("has something to set", () => {
  expect(Object.fromEntries(byLibrary)).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
  });
});
