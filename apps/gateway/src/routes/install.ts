import { createHash } from "node:crypto";
import { addressGroup } from "@crosspoint/services/access/rules/client-address";
import type { Handler } from "hono";
import { addressOf } from "../address.ts";
import type { AgentPackage } from "../install/agent-packages.ts";
import { installScript } from "../install/install-script.ts";
import type { GatewayParts, GatewayTypes } from "../parts.ts";
import type { RateLimiter } from "../rate-limit.ts";
import { RequestError } from "../request-error.ts";

type InstallParts = Pick<GatewayParts, "proxies" | "packages" | "serverUrl">;

const contentTypes: Record<AgentPackage["kind"], string> = {
  deb: "application/vnd.debian.binary-package",
  archive: "application/gzip",
};

/** GET /install.sh: what "Add a host" pipes into a shell. No secret is in it. */
export function installRoute(parts: InstallParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    limitRate(addressGroup(addressOf(c, parts.proxies)));
    const script = installScript({ serverUrl: parts.serverUrl, packages: await parts.packages.all() });
    const tag = `"${createHash("sha256").update(script).digest("hex")}"`;
    const headers = {
      "Content-Type": "text/x-shellscript; charset=utf-8",
      // The builds that it names change with the server.
      "Cache-Control": "no-cache",
      ETag: tag,
    };
    return c.req.header("if-none-match") === tag ? c.body(null, 304, headers) : c.body(script, 200, headers);
  };
}

/** GET /agent/v1/download/<SHA-256>/<name>: a file that can never be another. */
export function downloadRoute(parts: InstallParts, limitRate: RateLimiter): Handler<GatewayTypes> {
  return async (c) => {
    limitRate(addressGroup(addressOf(c, parts.proxies)));
    const { sha256 = "", name = "" } = c.req.param();
    const found = await parts.packages.find(sha256, name);
    if (found === undefined) {
      throw new RequestError(404, "notFound", `This server has no ${name} with that SHA-256 (any more).`, {
        remedy: "Run the line of “Add a host” again: it asks for what is there now.",
      });
    }
    return c.body(found.content, 200, {
      "Content-Type": contentTypes[found.kind],
      "Content-Length": String(found.content.byteLength),
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: `"${sha256}"`,
    });
  };
}
