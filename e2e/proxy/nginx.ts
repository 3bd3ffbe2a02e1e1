import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { Service } from "../../scripts/steps/child.ts";
import { root } from "../../scripts/steps/paths.ts";
import { freePort } from "../../scripts/steps/ports.ts";

/** The name that deploy/nginx/crosspoint.conf has, and where people find it. */
export const name = "crosspoint.example.net";
export const origin = `https://${name}`;
/** From which its clients come. */
export const clientAddress = "127.0.0.2";

export interface Upstreams {
  readonly pages: readonly number[];
  readonly gateways: readonly number[];
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** `onChunk` sees the body as it comes, and ends the request by true. */
type CallOptions = RequestOptions & { body?: string | Buffer; onChunk?: (text: string) => boolean };

/** A real nginx with the configuration of docs/deployment.md: only names, ports and certificate are put in. */
export class Nginx {
  readonly service: Service;
  readonly httpPort: number;
  readonly #httpsPort: number;
  readonly #certificate: string;
  readonly #accessLog: string;

  private constructor(service: Service, ports: readonly [number, number], folder: string) {
    this.service = service;
    [this.httpPort, this.#httpsPort] = ports;
    this.#certificate = readFileSync(join(folder, "certificate.pem"), "utf8");
    this.#accessLog = join(folder, "access.log");
  }

  static async start(parent: string, upstreams: Upstreams): Promise<Nginx> {
    const ports = [await freePort(), await freePort()] as const;
    const folder = join(parent, "nginx");
    mkdirSync(folder);
    const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-days", "2"];
    const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...files, ...subject], {
      stdio: "ignore",
    });
    writeFileSync(join(folder, "site.conf"), siteOf(folder, ports, upstreams));
    writeFileSync(join(folder, "nginx.conf"), configurationOf(folder));
    const args = ["-p", folder, "-c", join(folder, "nginx.conf")];
    return new Nginx(new Service("nginx", "nginx", args, { logsDir: join(parent, "logs") }), ports, folder);
  }

  /** A request as its clients make it. */
  call(path: string, { body, onChunk, ...options }: CallOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const to = { host: "127.0.0.1", port: this.#httpsPort, servername: name, ca: this.#certificate };
      const headers = { host: name, ...(options.headers as Record<string, string>) };
      const sent = request({ ...to, localAddress: clientAddress, ...options, path, headers }, (response) => {
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

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call(path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }

  /** The ports that answered requests of which the log's line matches. */
  answeredBy(line: RegExp): Set<number> {
    const lines = readFileSync(this.#accessLog, "utf8").split("\n");
    // A request that was passed on names each that was tried, the last one last.
    return new Set(lines.filter((each) => line.test(each)).map((each) => Number(/:(\d+)$/.exec(each)?.[1])));
  }
}

function siteOf(folder: string, [httpPort, httpsPort]: readonly [number, number], upstreams: Upstreams): string {
  const servers = (ports: readonly number[]) => ports.map((port) => `server 127.0.0.1:${port};`).join(" ");
  return readFileSync(join(root, "deploy/nginx/crosspoint.conf"), "utf8")
    .replaceAll(/^.*listen \[::\].*$/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`)
    .replace("server 127.0.0.1:3000;", servers(upstreams.pages))
    .replace("server 127.0.0.1:4100;", servers(upstreams.gateways))
    .replace("/etc/ssl/crosspoint/fullchain.pem", join(folder, "certificate.pem"))
    .replace("/etc/ssl/crosspoint/privkey.pem", join(folder, "key.pem"));
}

function configurationOf(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} daemon off; pid ${join(folder, "pid")}; error_log stderr; worker_processes 1; events { worker_connections 256; }
    http { log_format tried '$request $status $upstream_addr'; access_log ${join(folder, "access.log")} tried;
    ${temporary.join(" ")} include ${join(folder, "site.conf")}; }`;
}
