import { join } from "node:path";
import { type Environment, Service } from "./child.ts";
import { binDir, root } from "./paths.ts";

export interface ServerSettings {
  readonly databaseUrl: string;
  readonly sessionSecret: string;
  /** Address to listen on. */
  readonly host: string;
  readonly webPort: number;
  readonly gatewayPort: number;
  /** Where people open the product. */
  readonly webUrl: string;
  /** Where agents reach the gateway. */
  readonly gatewayUrl: string;
  /** What hosts install from the gateway, in place of what is built here. */
  readonly packagesDir?: string;
  readonly logsDir: string;
  readonly appendLog?: boolean;
  /** Pages built on demand, gateway and worker restarted on change. */
  readonly dev?: boolean;
}

const node = join(binDir, "node");
/**
 * What the gateway keeps is small, and what it lets go of is much: without a word, V8 would rather have twice the memory than
 * collect it. Of what it keeps it looks through all once that has grown by two thirds, not three times a second. And it makes nothing among what
 * lives long because most of its kind did once: that keeps alive whatever it holds, until all is looked through. Also in
 * deploy/systemd and in the gateway's own `npm start`.
 */
export const gatewayHeap = [
  "--max-semi-space-size=16",
  "--max-old-space-size=1024",
  "--heap-growing-percent=65",
  "--no-allocation-site-pretenuring",
];

/** The same of the pages. Also in deploy/systemd and in their own `npm start`. */
export const webHeap = ["--max-semi-space-size=8", "--max-old-space-size=768"];

export function startGateway(settings: ServerSettings): Service {
  return startNode(settings, "gateway", [...gatewayHeap, "apps/gateway/src/main.ts"]);
}

export function startWorker(settings: ServerSettings): Service {
  return startNode(settings, "worker", ["apps/worker/src/main.ts"]);
}

export function startWeb(settings: ServerSettings): Service {
  const args = [...webHeap, "apps/web/serve.ts", "-p", String(settings.webPort), "-H", settings.host];
  const dev = settings.dev ? ["--dev"] : [];
  return new Service("web", node, [...args, ...dev], { ...settings, env: environmentOf(settings), cwd: root });
}

function startNode(settings: ServerSettings, name: string, args: string[]): Service {
  const watch = settings.dev ? ["--watch"] : [];
  return new Service(name, node, [...watch, ...args], { ...settings, env: environmentOf(settings), cwd: root });
}

function environmentOf(settings: ServerSettings): Environment {
  return {
    DATABASE_URL: settings.databaseUrl,
    BETTER_AUTH_SECRET: settings.sessionSecret,
    WEB_URL: settings.webUrl,
    GATEWAY_URL: settings.gatewayUrl,
    GATEWAY_HOST: settings.host,
    GATEWAY_PORT: String(settings.gatewayPort),
    ...(settings.packagesDir === undefined ? {} : { AGENT_PACKAGES_DIR: settings.packagesDir }),
    NODE_ENV: settings.dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}
