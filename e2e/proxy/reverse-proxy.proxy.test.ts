import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { protocolLimits } from "@crosspoint/protocol";
import { addPerson } from "@crosspoint/services/access/add-person";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { root } from "../../scripts/steps/paths.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { type ServerSettings, startGateway, startWeb } from "../../scripts/steps/services.ts";

/** The product behind the nginx configuration of docs/deployment.md: only names, ports and certificate are put in. */
const name = "crosspoint.example.net";
const origin = `https://${name}`;
const person = { email: "ada@example.net", password: "correct horse battery" };
const clientAddress = "127.0.0.2";

let folder: string;
let postgres: EmbeddedPostgres;
let db: Database;
let services: Service[] = [];
let httpPort: number;
let httpsPort: number;
let certificate: string;

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
  services = [await startNginx(webPort, gatewayPort), web, gateway];
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

async function startNginx(webPort: number, gatewayPort: number): Promise<Service> {
  [httpPort, httpsPort] = [await freePort(), await freePort()];
  const file = (...path: string[]) => join(folder, "nginx", ...path);
  mkdirSync(file());
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
  const files = ["-keyout", file("key.pem"), "-out", file("certificate.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject], { stdio: "ignore" });
  certificate = readFileSync(file("certificate.pem"), "utf8");
  const site = readFileSync(join(root, "deploy/nginx/crosspoint.conf"), "utf8")
    .replaceAll(/^.*listen \[::\].*$/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`)
    .replace("127.0.0.1:3000", `127.0.0.1:${webPort}`)
    .replace("127.0.0.1:4100", `127.0.0.1:${gatewayPort}`)
    .replace("/etc/ssl/crosspoint/fullchain.pem", file("certificate.pem"))
    .replace("/etc/ssl/crosspoint/privkey.pem", file("key.pem"));
  writeFileSync(file("site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    file("nginx.conf"),
    `${user} daemon off; pid ${file("pid")}; error_log stderr; worker_processes 1; events { worker_connections 256; }
     http { access_log off; ${temporary.join(" ")} include ${file("site.conf")}; }`,
  );
  return new Service("nginx", "nginx", ["-p", file(), "-c", file("nginx.conf")], { logsDir: join(folder, "logs") });
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A request to nginx, as its clients make it; `onChunk` sees the body as it comes, and ends the request by true. */
function call(
  path: string,
  { body, onChunk, ...options }: RequestOptions & { body?: string | Buffer; onChunk?: (text: string) => boolean } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const to = { host: "127.0.0.1", port: httpsPort, servername: name, ca: certificate, localAddress: clientAddress };
    const headers = { host: name, ...(options.headers as Record<string, string>) };
    const sent = request({ ...to, ...options, path, headers }, (response) => {
      let text = "";
      const done = () => resolve({ status: response.statusCode, headers: response.headers, text });
      response.on("data", (chunk) => {
        text += chunk;
        if (!onChunk?.(text)) return;
        sent.destroy();
        done();
      });
      response.on("end", done);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

async function signIn(headers: Record<string, string> = {}): Promise<Answer> {
  return await post("/api/trpc/access.signIn", { json: person }, { origin, ...headers });
}

async function enroll(hostname: string): Promise<{ hostId: string; authorization: string }> {
  const { token } = await createEnrollmentToken(system(), { uses: 1 });
  const answer = await post("/agent/v1/enroll", {
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
      get({ host: "127.0.0.1", port: httpPort, path: "/fleet", headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers, text: "" });
      }).on("error", reject);
    });
    expect(plain).toMatchObject({ status: 301, headers: { location: `${origin}/fleet` } });

    const page = await call("/sign-in");
    expect(page.status).toBe(200);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");
    const api = await call("/api/trpc/fleet.get");
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
    const stream = await call(`/api/trpc/live.follow?input=${input}`, {
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
    const answer = await call(path, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThan(1000 * protocolLimits.longPollSeconds - 100);
  });

  it("send reports as large as they may, and are told by the gateway when one is larger", async () => {
    const { authorization } = await enroll("reports");
    const report = (bytes: number) =>
      post("/agent/v1/reports", JSON.stringify({ agentTimeMs: Date.now(), events: [] }).padEnd(bytes), {
        authorization,
      });
    expect((await report(protocolLimits.bodyBytes)).status).toBe(200);
    const larger = await report(protocolLimits.bodyBytes + 200_000);
    expect(larger.status).toBe(413);
    expect(JSON.parse(larger.text).error.code).toBe("tooLarge");
  });
});
