import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { type AgentEvent, type AgentEventOf, type Command, reportRequest } from "@crosspoint/protocol";

const POLL_MS = 100;

/** How long something is waited for. */
interface Limits {
  readonly limitMs?: number;
  /** Since something of a run arrived. */
  readonly silenceMs?: number;
}

/** A gateway for one agent: keeps what it reports, after checking it against the contract, and offers it commands. */
export class GatewayDouble {
  readonly url: string;
  readonly events: AgentEvent[] = [];
  readonly #offered: Command[] = [];
  readonly #server: Server;
  /** When an event of a run last arrived. */
  #heardOfRunMs = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<GatewayDouble> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const gateway = new GatewayDouble(server);
    server.on("request", async (request, response) => {
      const answer = await gateway.#answer(request);
      response.end(JSON.stringify({ serverTimeMs: Date.now(), ...answer }));
    });
    return gateway;
  }

  eventsOf<K extends AgentEvent["kind"]>(kind: K): AgentEventOf<K>[] {
    return this.events.filter((event): event is AgentEventOf<K> => event.kind === kind);
  }

  /** Waits until something that arrived is what is looked for. */
  async until<T>(what: string, look: () => T | undefined | false, limits: Limits = {}): Promise<T> {
    const { limitMs = 60_000, silenceMs = limitMs } = limits;
    const began = performance.now();
    for (;;) {
      const found = look();
      if (found !== undefined && found !== false) return found;
      const now = performance.now();
      if (now > began + limitMs || now > Math.max(began, this.#heardOfRunMs) + silenceMs) {
        const last = JSON.stringify(this.events.slice(-5)).slice(0, 1000);
        throw new Error(`${what} did not come within ${Math.round((now - began) / 1000)} s; the last events: ${last}`);
      }
      await pause(POLL_MS);
    }
  }

  /** Gives a command to the agent when it next asks. */
  offer(command: Command): void {
    this.#offered.push(command);
  }

  /** Has a command carried out; returns the agent's last word on it. */
  async carryOut(command: Command, limitMs = 60_000): Promise<AgentEventOf<"command">> {
    this.offer(command);
    return await this.until(
      `the end of ${command.kind}`,
      () =>
        this.eventsOf("command").find(({ commandId, outcome }) => commandId === command.id && outcome !== "accepted"),
      { limitMs },
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<object> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    switch (pathname) {
      case "/agent/v1/enroll":
        return { hostId: crypto.randomUUID(), agentKey: "cpa_lab" };
      case "/agent/v1/reports":
        return this.#take(request, Buffer.concat(chunks));
      default:
        return { commands: await this.#waitForCommands(Number(searchParams.get("waitSeconds") ?? 0)) };
    }
  }

  #take(request: IncomingMessage, body: Buffer): object {
    const plain = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    const { events } = reportRequest.parse(JSON.parse(plain.toString()));
    this.events.push(...events);
    if (events.some((event) => "runId" in event)) this.#heardOfRunMs = performance.now();
    return { accepted: events.length, refused: [], nextReportAfterMs: 0 };
  }

  /** Each command once: the agent remembers what it was told. */
  async #waitForCommands(waitSeconds: number): Promise<Command[]> {
    const deadline = performance.now() + waitSeconds * 1000;
    while (this.#offered.length === 0 && performance.now() < deadline) await pause(POLL_MS);
    return this.#offered.splice(0);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
