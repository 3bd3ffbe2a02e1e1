import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { admit, requestRate } from "./admit.ts";
import { addressOfRequest, notForNow } from "./client.ts";

const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
afterAll(() => warn.mockRestore());

let server: Server;
afterEach(() => void server.close());

/** Answers who it was taken to be, by the thread of work and by the header that Next.js reads. */
async function start(trusted: string, rate = requestRate): Promise<string> {
  const entrance = { proxies: parseTrustedProxies(trusted), requests: new TokenBuckets(rate) };
  server = createServer((request, response) => {
    admit(request, response, entrance, async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      response.end(`${addressOfRequest()} ${request.headers["x-forwarded-for"]}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const ask = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return response.ok ? response.text() : response.status;
};

describe("admit", () => {
  it("takes a request for that of its connection, whatever X-Forwarded-For says", async () => {
    const url = await start("");
    expect(await ask(url)).toBe("127.0.0.1 127.0.0.1");
    expect(await ask(url, { headers: { "x-forwarded-for": "203.0.113.9" } })).toBe("127.0.0.1 127.0.0.1");
  });

  it("believes the address that a trusted proxy appended, and not what stood there before", async () => {
    const url = await start("127.0.0.0/8");
    const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };
    expect(await ask(url, { headers })).toBe("203.0.113.9 203.0.113.9");
  });

  it("keeps requests that are under way at once apart", async () => {
    const url = await start("127.0.0.1");
    const addresses = Array.from({ length: 50 }, (_, index) => `203.0.113.${index}`);
    const answers = await Promise.all(
      addresses.map((address) => ask(url, { headers: { "x-forwarded-for": address } })),
    );
    expect(answers).toEqual(addresses.map((address) => `${address} ${address}`));
  });

  it("bounds the requests of an address, pages and files too, and says when to come back", async () => {
    const url = await start("127.0.0.1", { burst: 3, perSecond: 0.5 });
    const from = (address: string) => fetch(url, { headers: { "x-forwarded-for": address } });
    for (let time = 0; time < 3; time += 1) expect((await from("203.0.113.9")).status).toBe(200);
    const refused = await from("203.0.113.9");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect((await from("203.0.113.10")).status).toBe(200);
  });

  it("lets only calls have a body", async () => {
    const url = await start("");
    expect(await ask(`${url}/fleet`, { method: "POST", body: "x" })).toBe(405);
    expect(await ask(`${url}/api/trpc/x`, { method: "PUT", body: "x" })).toBe(405);
    expect(await ask(`${url}/api/trpc/x`, { method: "POST", body: "x" })).toBe("127.0.0.1 127.0.0.1");
  });

  it("gives the page again to whoever sent its form before its scripts were there", async () => {
    const url = await start("");
    const post = async (page: string) => {
      const { status, headers } = await fetch(`${url}${page}`, { method: "POST", body: "x", redirect: "manual" });
      return [status, headers.get("location")];
    };
    expect(await post("/sign-in")).toEqual([303, "/sign-in"]);
    expect(await post("/password?token=a%2Fb")).toEqual([303, "/password?token=a%2Fb"]);
    for (const page of ["//sign-in", "/sign-in/x", "/fleet?/sign-in"]) expect(await post(page)).toEqual([405, null]);
  });

  it("answers 503 and when to ask again, where a page fails for now, and 500 where it just fails", async () => {
    const entrance = { proxies: parseTrustedProxies(""), requests: new TokenBuckets(requestRate) };
    server = createServer((request, response) => {
      admit(request, response, entrance, async () => {
        if (request.url === "/away") notForNow(5);
        response.statusCode = 500;
        response.end("failed");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [away, failed] = [await fetch(`${url}/away`), await fetch(url)];
    expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
    expect([failed.status, failed.headers.get("retry-after")]).toEqual([500, null]);
  });
});
