import { Server } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, it, vi } from "vitest";
import type { GatewayTypes } from "./parts.ts";
import { serveGateway } from "./serve.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

// Elsewhere one socket listens.
it.runIf(process.platform === "linux")("listens with sixteen sockets, each with Linux's longest backlog", async () => {
  const listen = vi.spyOn(Server.prototype, "listen");
  const app = new Hono<GatewayTypes>().get("/", (c) => c.text("well"));
  const gateway = await serveGateway(app, { host: "127.0.0.1", port: 0 });
  const { port } = new URL(gateway.address);
  const shared = listen.mock.calls.filter(([place]) => (place as unknown as { port: number }).port === Number(port));
  expect(shared).toHaveLength(15);
  expect(listen).toHaveBeenCalledTimes(16);
  for (const [place] of listen.mock.calls) expect(place).toMatchObject({ backlog: 4_096, reusePort: true });
  expect(await (await fetch(gateway.address)).text()).toBe("well");
  await gateway.close();
});

it("says where a port cannot be had", async () => {
  const app = new Hono<GatewayTypes>();
  const first = await serveGateway(app, { host: "127.0.0.1", port: 0 });
  const port = Number(new URL(first.address).port);
  await expect(serveGateway(app, { host: "127.0.0.1", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await first.close();
});
