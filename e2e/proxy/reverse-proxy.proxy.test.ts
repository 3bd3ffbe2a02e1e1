import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { protocolLimits } from "@crosspoint/protocol";
import { addPerson } from "@crosspoint/services/access/add-person";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { type ServerSettings, startGateway, startWeb } from "../../scripts/steps/services.ts";
import { type Answer, clientAddress, Nginx, name, origin } from "./nginx.ts";

const person = { email: "ada@example.net", password: "correct horse battery" };

let folder: string;
let postgres: EmbeddedPostgres;
let db: Database;
let services: Service[] = [];
let nginx: Nginx;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-proxy-"));
  // The address from which nginx connects.
  vi.stubEnv("TRUSTED_PROXIES", "127.0.0.1");
  postgres = await startEmbeddedPostgres({ dataDir: folder, unsafeForTests: true });
  const urls = await postgres.ensureProduct();
  await bringUpToDate(urls);
  db = connectDatabase(urls.application, 2);
  const [webPort, gatewayPort] = [await freePort(), await freePort()];
  const settings: ServerSettings = {
    databaseUrl: urls.application,
    sessionSecret: randomBytes(32).toString("hex"),
    host: "127.0.0.1",
    webPort,
    gatewayPort,
    webUrl: origin,
    gatewayUrl: origin,
    logsDir: join(folder, "logs"),
  };
  const [web, gateway] = [startWeb(settings), startGateway(settings)];
  nginx = await Nginx.start(folder, { pages: [webPort], gateways: [gatewayPort] });
  services = [nginx.service, web, gateway];
  await waitUntilReady(gateway, `http://127.0.0.1:${gatewayPort}/healthz`);
  await waitUntilReady(web, `http://127.0.0.1:${webPort}/sign-in`);
  await addPerson(system(), { ...person, name: "Ada", role: "admin" });
}, 180_000);

afterAll(async () => {
  for (const service of services) await service.stop();
  await db.$disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const system = () => ({ db, now: new Date(), actor: { kind: "system", label: "test" } }) as const;

async function signIn(headers: Record<string, string> = {}): Promise<Answer> {
  return await nginx.post("/api/trpc/access.signIn", { json: person }, { origin, ...headers });
}

async function enroll(hostname: string): Promise<{ hostId: string; authorization: string }> {
  const { token } = await createEnrollmentToken(system(), { uses: 1 });
  const answer = await nginx.post("/agent/v1/enroll", {
    token,
    installationId: randomUUID(),
    hostname,
    agentVersion: "0.1.0",
  });
  expect(answer.status).toBe(201);
  const { hostId, agentKey } = JSON.parse(answer.text);
  return { hostId, authorization: `Bearer ${agentKey}` };
}

describe("people behind the reverse proxy", () => {
  it("are led from http to https, and browsers keep to it from then on", async () => {
    const plain = await new Promise<Answer>((resolve, reject) => {
      const headers = { host: name };
      get({ host: "127.0.0.1", port: nginx.httpPort, path: "/fleet", headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers, text: "" });
      }).on("error", reject);
    });
    expect(plain).toMatchObject({ status: 301, headers: { location: `${origin}/fleet` } });

    const page = await nginx.call("/sign-in");
    expect(page.status).toBe(200);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    const api = await nginx.call("/api/trpc/fleet.get");
    expect(api.status).toBe(401);
    expect(api.headers["strict-transport-security"]).toBe("max-age=31536000");
  });

  it("sign in with a cookie for https alone, from their own address, whatever they claim it to be", async () => {
    const answer = await signIn({ "x-forwarded-for": "203.0.113.7" });
    expect(answer.status).toBe(200);
    expect(String(answer.headers["set-cookie"])).toMatch(/__Secure-crosspoint.*; Secure/);
    const session = await db.session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
    expect(session.ipAddress).toBe(clientAddress);
  });

  it("cannot be signed in by another site", async () => {
    expect((await signIn({ origin: "https://evil.example.net" })).status).toBe(403);
  });

  it("hear live events as they happen", async () => {
    const cookie = String((await signIn()).headers["set-cookie"]).split(";")[0] ?? "";
    let enrolling: Promise<{ hostId: string }> | undefined;
    const startedMs = performance.now();
    const input = encodeURIComponent(JSON.stringify({ json: {} }));
    const stream = await nginx.call(`/api/trpc/live.follow?input=${input}`, {
      headers: { cookie, accept: "text/event-stream" },
      onChunk: (text) => {
        // The first batch says that the line stands.
        if (text.includes("[]")) enrolling ??= enroll("live");
        return text.includes('"host"');
      },
    });
    expect(stream.text).toContain((await enrolling)?.hostId);
    expect(performance.now() - startedMs).toBeLessThan(8000);
  });
});

describe("agents behind the reverse proxy", () => {
  it("wait for commands as long as they may", async () => {
    const { authorization } = await enroll("waits");
    const startedMs = performance.now();
    const path = `/agent/v1/commands?waitSeconds=${protocolLimits.longPollSeconds}`;
    const answer = await nginx.call(path, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThan(1000 * protocolLimits.longPollSeconds - 100);
  });

  it("install from the address that they are to report to", async () => {
    const script = await nginx.call("/install.sh");
    expect(script.headers["content-type"]).toContain("text/x-shellscript");
    expect(script.text).toContain(`\nserver='${origin}'\n`);
    const none = await nginx.call(`/agent/v1/download/${"0".repeat(64)}/crosspoint-agent-0.0.0-x86_64.deb`);
    expect(none).toMatchObject({ status: 404, headers: { "content-type": "application/json" } });
  });

  it("send reports as large as they may, and are told by the gateway when one is larger", async () => {
    const { authorization } = await enroll("reports");
    const report = (bytes: number) =>
      nginx.post("/agent/v1/reports", JSON.stringify({ agentTimeMs: Date.now(), events: [] }).padEnd(bytes), {
        authorization,
      });
    expect((await report(protocolLimits.bodyBytes)).status).toBe(200);
    const larger = await report(protocolLimits.bodyBytes + 200_000);
    expect(larger.status).toBe(413);
    expect(JSON.parse(larger.text).error.code).toBe("tooLarge");
  });
});
