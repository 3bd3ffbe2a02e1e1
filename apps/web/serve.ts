/**
 * The pages' server: Next.js behind Node's own HTTP server, because Next.js hands no socket to its route handlers and
 * takes X-Forwarded-For from anyone.
 */
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { readInThreads } from "@crosspoint/services/result/rules/read-in-thread";
import nextModule from "next";
import { admit, requestRate } from "./server/admit.ts";
import { provideImportReader } from "./server/import-reader.ts";

/** A request whose headers or body take longer is a stuck or hostile client. Answers may take as long as a stream. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 60_000;
/** Answers under way get this long after the process was asked to stop. */
const closingGraceMs = 3000;
/** Where people open the pages by https, their browsers keep to it for a year after each visit. */
const strictTransport = process.env.WEB_URL?.startsWith("https:") ? "max-age=31536000" : undefined;

const { values } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    port: { type: "string", short: "p", default: process.env.PORT ?? "3000" },
    hostname: { type: "string", short: "H", default: "0.0.0.0" },
  },
});
const port = Number(values.port);
const { dev, hostname } = values;
const entrance = {
  proxies: parseTrustedProxies(process.env.TRUSTED_PROXIES),
  requests: new TokenBuckets(requestRate),
};

provideImportReader(readInThreads());

// A CommonJS module: what its types call the default export is one level deeper in Node.
const next = (nextModule as unknown as { default?: typeof nextModule }).default ?? nextModule;
const server = createServer({ headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs });
const app = next({ dev, dir: import.meta.dirname, hostname, port, httpServer: server, turbopack: true });
await app.prepare();
const handle = app.getRequestHandler();
server.on("request", (request, response) => {
  if (strictTransport !== undefined) response.setHeader("strict-transport-security", strictTransport);
  admit(request, response, entrance, handle);
});
server.on("error", (error: NodeJS.ErrnoException) => {
  console.error(`The pages cannot listen on ${hostname}:${port}: ${error.message}`);
  process.exit(1);
});
server.listen(port, hostname, () => console.log(`The pages are ready on ${hostname}:${port}`));

// The runtime ends its streams on the same signals. A browser that asks again on an open connection would keep it so.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), closingGraceMs).unref();
  });
}
