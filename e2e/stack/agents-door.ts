import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { type Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { startGateway } from "../../scripts/steps/services.ts";

/** A gateway with a database of its own, for hosts alone: no pages, no worker. */
export class AgentsDoor {
  /** Where the hosts reach it. */
  readonly url: string;
  readonly db: Database;
  readonly #gateway: Service;
  readonly #postgres: EmbeddedPostgres;
  readonly #folder: string;

  private constructor(url: string, db: Database, gateway: Service, postgres: EmbeddedPostgres, folder: string) {
    this.url = url;
    this.db = db;
    this.#gateway = gateway;
    this.#postgres = postgres;
    this.#folder = folder;
  }

  /**
   * `reachedAs` turns its address on this machine's loopback interface into the one by which hosts reach it; `packagesDir` is what
   * it gives hosts, if not what is built here.
   */
  static async open(reachedAs = (url: string) => url, packagesDir?: string): Promise<AgentsDoor> {
    const folder = mkdtempSync(join(tmpdir(), "crosspoint-door-"));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, unsafeForTests: true });
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    const gatewayPort = await freePort();
    const own = `http://127.0.0.1:${gatewayPort}`;
    const gatewayUrl = reachedAs(own).replace(/\/$/, "");
    const gateway = startGateway({
      databaseUrl: urls.application,
      sessionSecret: randomBytes(32).toString("hex"),
      host: "127.0.0.1",
      webPort: 0,
      gatewayPort,
      webUrl: "http://localhost:1",
      gatewayUrl,
      ...(packagesDir === undefined ? {} : { packagesDir }),
      logsDir: join(folder, "logs"),
    });
    await waitUntilReady(gateway, `${own}/healthz`);
    return new AgentsDoor(gatewayUrl, connectDatabase(urls.application, 2), gateway, postgres, folder);
  }

  async token(uses = 1): Promise<string> {
    const context = { db: this.db, actor: { kind: "system", label: "test" } as const, now: new Date() };
    return (await createEnrollmentToken(context, { uses })).token;
  }

  async close(): Promise<void> {
    await this.#gateway.stop();
    await this.db.$disconnect();
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
