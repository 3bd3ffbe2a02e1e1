import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { connectDatabase, type Database } from "@crosspoint/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@crosspoint/db/embedded";
import { bringUpToDate } from "@crosspoint/db/migrate";
import type { Role } from "@crosspoint/services";
import { addPerson } from "@crosspoint/services/access/add-person";
import { completeSetup } from "@crosspoint/services/access/complete-setup";
import { createSetupLink } from "@crosspoint/services/access/create-setup-link";
import { createEnrollmentToken } from "@crosspoint/services/host/create-enrollment-token";
import { buildAgent } from "../../scripts/steps/build.ts";
import { Service, waitUntilReady } from "../../scripts/steps/child.ts";
import { freePort } from "../../scripts/steps/ports.ts";
import { type ServerSettings, startGateway, startWeb, startWorker } from "../../scripts/steps/services.ts";
import { type ReplayedDrive, ReplayedHost } from "./replayed-host.ts";

export const admin = { name: "Ada Admin", email: "admin@example.com", password: "correct horse battery" };

/** The version of the agent that the gateway has to give: that of the agents which are started here. */
export const servedAgent = "0.1.0";

/**
 * The whole product, as `npm start` runs it, on free ports and in a folder of its own: real PostgreSQL, gateway,
 * worker and pages. Agents are started by whoever needs one.
 */
export class Stack {
  readonly settings: ServerSettings;
  readonly db: Database;
  readonly folder: string;
  /** Of the database as its owner, who changes the schema and cleans up. */
  readonly ownerUrl: string;
  readonly #postgres: EmbeddedPostgres;
  #servers: Service[] = [];
  readonly #agents: Service[] = [];

  private constructor(
    settings: ServerSettings,
    { postgres, folder, ownerUrl }: { postgres: EmbeddedPostgres; folder: string; ownerUrl: string },
  ) {
    this.settings = settings;
    this.folder = folder;
    this.ownerUrl = ownerUrl;
    this.#postgres = postgres;
    this.db = connectDatabase(settings.databaseUrl, 2);
  }

  static async start(): Promise<Stack> {
    const folder = mkdtempSync(join(tmpdir(), "crosspoint-e2e-"));
    const postgres = await startEmbeddedPostgres({ dataDir: folder, unsafeForTests: true });
    const urls = await postgres.ensureProduct();
    await bringUpToDate(urls);
    const databaseUrl = urls.application;
    const packagesDir = join(folder, "packages");
    mkdirSync(packagesDir);
    // Nobody installs it; that it is there, and whole, is enough.
    writeFileSync(join(packagesDir, `crosspoint-agent-${servedAgent}-x86_64.tar.gz`), gzipSync("no agent"));
    const [webPort, gatewayPort] = [await freePort(), await freePort()];
    const settings: ServerSettings = {
      databaseUrl,
      sessionSecret: randomBytes(32).toString("hex"),
      host: "127.0.0.1",
      webPort,
      gatewayPort,
      webUrl: `http://localhost:${webPort}`,
      gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
      packagesDir,
      logsDir: join(folder, "logs"),
      appendLog: true,
    };
    const stack = new Stack(settings, { postgres, folder, ownerUrl: urls.owner });
    await stack.startServers();
    return stack;
  }

  async startServers(): Promise<void> {
    const gateway = startGateway(this.settings);
    const web = startWeb(this.settings);
    this.#servers = [gateway, startWorker(this.settings), web];
    await waitUntilReady(gateway, `${this.settings.gatewayUrl}/healthz`);
    await waitUntilReady(web, `${this.settings.webUrl}/sign-in`);
  }

  /** The server goes away in order; PostgreSQL and the agents stay. */
  async stopServers(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    this.#servers = [];
  }

  /** The server goes away as in a power cut. */
  async killServers(): Promise<void> {
    for (const server of this.#servers) server.killGroup();
    await Promise.all(this.#servers.map((server) => server.ended));
    this.#servers = [];
  }

  /** A fresh one-time link for the first admin. */
  async setupLink(): Promise<string> {
    const link = await createSetupLink(this.#systemContext());
    if (!link.needed) throw new Error("There is an admin already.");
    return `${this.settings.webUrl}/setup?token=${link.token}`;
  }

  /** Uses a setup link, as its page does. */
  async completeSetup(link: string): Promise<void> {
    const token = new URL(link).searchParams.get("token") ?? "";
    await completeSetup(this.#systemContext(), { token, ...admin });
  }

  async createAdmin(): Promise<void> {
    await this.completeSetup(await this.setupLink());
  }

  async addPerson(person: typeof admin, role: Role): Promise<void> {
    await addPerson(this.#systemContext(), { ...person, role });
  }

  async enrollmentToken(): Promise<string> {
    return (await createEnrollmentToken(this.#systemContext(), { uses: 1 })).token;
  }

  /** A real agent on this machine, with a scratch file; enrolled as a host of the given name. */
  async startAgent(hostname: string, scratchFile?: string): Promise<Service> {
    const command = `crosspoint-agent run --server ${this.settings.gatewayUrl} --token ${await this.enrollmentToken()}`;
    return await this.runAgentCommand(command, hostname, scratchFile);
  }

  /**
   * A real agent on a replayed host: drives that nobody here owns, by the names of their profiles (see
   * agent/crates/nvme-replay), each with TOML put over its profile.
   */
  async startReplayedHost(hostname: string, drives: readonly ReplayedDrive[]): Promise<ReplayedHost> {
    const binaries = await buildAgent();
    const replay = new ReplayedHost(`${binaries}/nvme-replay`, join(this.folder, `replay-${hostname}`));
    for (const { profile, changes } of drives) replay.plug(profile, changes);
    const command = `crosspoint-agent run --server ${this.settings.gatewayUrl} --token ${await this.enrollmentToken()}`;
    await this.runAgentCommand(`${command} ${replay.agentOptions}`, hostname);
    return replay;
  }

  /**
   * Runs an agent's command as a shell would. What follows it keeps the agent to this test: a state
   * folder and a scratch file of its own, and a name.
   */
  async runAgentCommand(command: string, hostname: string, scratchFile?: string): Promise<Service> {
    const binaries = await buildAgent();
    const stateDir = join(this.folder, `agent-${hostname}`);
    mkdirSync(stateDir, { recursive: true });
    const own = ["--state-dir", stateDir, "--hostname", hostname];
    const scratch = ["--scratch-file", scratchFile ?? join(stateDir, "scratch.dat"), "--scratch-size", "128M"];
    const script = `PATH="${binaries}:$PATH"; exec ${command} "$@"`;
    const agent = new Service(`agent-${hostname}`, "sh", ["-c", script, "sh", ...own, ...scratch], {
      logsDir: this.settings.logsDir,
    });
    this.#agents.push(agent);
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.stop()));
    await this.stopServers();
    await this.db.$disconnect();
    await this.#postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #systemContext() {
    return { db: this.db, actor: { kind: "system", label: "end-to-end test" } as const, now: new Date() };
  }
}
