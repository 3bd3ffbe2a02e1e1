import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { runToEnd, Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { type ServerSettings, startGateway } from "../../scripts/steps/services.ts";
import { RecordingProxy } from "./recording-proxy.ts";

export const victims = ["agent", "gateway", "postgres"] as const;
export type Victim = (typeof victims)[number];

const drives = ["p4800x", "p3700", "micron-9100"];

/**
 * Agent, gateway and PostgreSQL as they run for real, PostgreSQL with all its safety on, each to be killed and started
 * again. The drives are replayed; the benchmark and the file that it measures are real.
 */
export class KillableProduct {
  readonly db: Database;
  readonly proxy: RecordingProxy;
  readonly folder: string;
  readonly #settings: ServerSettings;
  readonly #binaries: string;
  #postgres: EmbeddedPostgres;
  #gateway: Service;
  #agent: Service | undefined;

  private constructor(parts: {
    folder: string;
    binaries: string;
    settings: ServerSettings;
    postgres: EmbeddedPostgres;
    gateway: Service;
    proxy: RecordingProxy;
  }) {
    this.folder = parts.folder;
    this.#binaries = parts.binaries;
    this.#settings = parts.settings;
    this.#postgres = parts.postgres;
    this.#gateway = parts.gateway;
    this.proxy = parts.proxy;
    this.db = connectDatabase(parts.settings.databaseUrl, 2);
  }

  static async start(binaries: string, losesAnswer: () => boolean): Promise<KillableProduct> {
    const folder = mkdtempSync(join(tmpdir(), "crosspoint-kills-"));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, endsWithThisProcess: true });
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    const databaseUrl = urls.application;
    const gatewayPort = await freePort();
    const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
    const settings: ServerSettings = {
      databaseUrl,
      sessionSecret: randomBytes(32).toString("hex"),
      host: "127.0.0.1",
      webPort: 0,
      gatewayPort,
      webUrl: "http://localhost:1",
      gatewayUrl,
      logsDir: join(folder, "logs"),
      appendLog: true,
    };
    const gateway = startGateway(settings);
    await waitUntilReady(gateway, `${gatewayUrl}/healthz`);
    const proxy = await RecordingProxy.start(gatewayUrl, losesAnswer);
    const product = new KillableProduct({ folder, binaries, settings, postgres, gateway, proxy });
    await product.#prepareHost();
    product.#startAgent(await product.#token());
    return product;
  }

  async kill(victim: Victim): Promise<void> {
    switch (victim) {
      case "agent":
        this.#agent?.killGroup();
        await this.#agent?.ended;
        return this.#startAgent();
      case "gateway":
        this.#gateway.killGroup();
        await this.#gateway.ended;
        this.#gateway = startGateway(this.#settings);
        return waitUntilReady(this.#gateway, `${this.#settings.gatewayUrl}/healthz`);
      case "postgres":
        return this.#killPostgres();
    }
  }

  /** The first process of PostgreSQL; the others notice and end by themselves. */
  async #killPostgres(): Promise<void> {
    // The port of its first start, which the gateway knows.
    const { port } = new URL(this.#settings.databaseUrl);
    const pid = Number(readFileSync(join(this.folder, "cluster/postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, "SIGKILL");
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#postgres = await startEmbeddedPostgres({
          dataDir: this.folder,
          settings: { port },
          endsWithThisProcess: true,
        });
        return;
      } catch (error) {
        // Its children hold the shared memory for a moment longer.
        if (attempt === 10) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  /** What the agent was made to measure: the queue depth of each plan that uring-bench was handed. */
  invocations(): number[] {
    const file = join(this.folder, "invocations");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    return [...text.matchAll(/"queueDepth":\s*(\d+)/g)].map(([, depth]) => Number(depth));
  }

  /** Events that the agent has not delivered; undefined before it has said so. */
  undelivered(): number | undefined {
    const file = join(this.folder, "state/link.json");
    const link = existsSync(file) ? JSON.parse(readFileSync(file, "utf8") || "{}") : {};
    if (link.link !== "connected") return undefined;
    const { results, seconds, samples } = link.pending;
    return results + seconds + samples;
  }

  bookmark(): { eventsDropped: number; eventsRefused: number } {
    return JSON.parse(readFileSync(join(this.folder, "state/spool/bookmark.json"), "utf8"));
  }

  /** Stops the agent in order. */
  async stopAgent(): Promise<void> {
    await this.#agent?.stop();
  }

  async close(): Promise<void> {
    await this.stopAgent();
    await this.proxy.close();
    await this.#gateway.stop();
    await this.db.$disconnect();
    await this.#postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  logs(): string {
    const logs = readdirSync(this.#settings.logsDir).map((name) => join(this.#settings.logsDir, name));
    const tail = (path: string) => readFileSync(path, "utf8").split("\n").slice(-25).join("\n");
    return logs.map((path) => `── ${path}\n${tail(path)}`).join("\n");
  }

  async #prepareHost(): Promise<void> {
    const replay = join(this.#binaries, "nvme-replay");
    const remedy = "nvme-replay's own message is above.";
    mkdirSync(join(this.folder, "machine"));
    await runToEnd(replay, ["host", join(this.folder, "machine")], { remedy });
    for (const profile of drives) await runToEnd(replay, ["plug", join(this.folder, "machine"), profile], { remedy });
    const wrapper = join(this.folder, "uring-bench");
    // A plan comes on stdin: it is kept in a file, so that uring-bench stays the agent's own child.
    const plan = `${join(this.folder, "plan")}.$$`;
    const record = `cat > ${plan} && cat ${plan} >> ${join(this.folder, "invocations")} && exec < ${plan} && rm ${plan}`;
    const binary = join(this.#binaries, "uring-bench");
    writeFileSync(wrapper, `#!/bin/sh\n[ "$1" = plan ] && { ${record}; }\nexec ${binary} "$@"\n`);
    chmodSync(wrapper, 0o755);
  }

  #startAgent(token?: string): void {
    const option = (name: string, ...path: string[]) => [`--${name}`, join(this.folder, ...path)];
    const args = [
      ...["run", "--server", this.proxy.url, "--hostname", "kills", "--sample-interval", "1s"],
      ...(token === undefined ? [] : ["--token", token]),
      ...option("state-dir", "state"),
      ...option("sysfs", "machine/sys"),
      ...option("nvme-cli", "machine/nvme"),
      ...option("uring-bench", "uring-bench"),
      ...option("policy", "no-policy.toml"),
      ...[...option("scratch-file", "scratch"), "--scratch-size", "8M"],
    ];
    const { logsDir } = this.#settings;
    this.#agent = new Service("agent", join(this.#binaries, "crosspoint-agent"), args, { logsDir, appendLog: true });
  }

  async #token(): Promise<string> {
    const context = { db: this.db, actor: { kind: "system", label: "kills" } as const, now: new Date() };
    return (await createEnrollmentToken(context, { uses: 1 })).token;
  }
}
