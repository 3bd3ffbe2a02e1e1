import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { gunzipSync } from "node:zlib";

/** What of an event is watched. */
export interface SentEvent {
  readonly id: string;
  readonly kind: string;
  readonly timeMs: number;
  readonly sequence: number;
}

/**
 * Stands between the agent and the gateway and writes down every event that was sent, whether or not it arrived. Now
 * and then it loses an answer after the gateway has given it, which no kill does reliably: the agent must send again,
 * and the server must not take it again.
 */
export class RecordingProxy {
  readonly url: string;
  readonly sent = new Map<string, SentEvent>();
  /** Every number under which an event was sent; one that was said again after a crash has two. */
  readonly sequences = new Set<number>();
  reports = 0;
  answersLost = 0;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(gatewayUrl: string, losesAnswer: () => boolean): Promise<RecordingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const proxy = new RecordingProxy(server, `http://127.0.0.1:${port}`);
    server.on("request", (incoming, outgoing) => void proxy.#pass(gatewayUrl, incoming, outgoing, losesAnswer));
    return proxy;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(gatewayUrl: string, incoming: IncomingMessage, outgoing: ServerResponse, losesAnswer: () => boolean) {
    const body = await readAll(incoming).catch(() => undefined);
    if (body === undefined) return;
    const isReport = incoming.url?.startsWith("/agent/v1/reports") ?? false;
    if (isReport) this.#record(body);
    const { method, headers } = incoming;
    const onward = httpRequest(new URL(incoming.url ?? "/", gatewayUrl), { method, headers });
    outgoing.on("close", () => onward.destroy());
    onward.on("error", () => outgoing.destroy());
    onward.on("response", (answer) => {
      answer.on("error", () => outgoing.destroy());
      if (isReport && answer.statusCode === 200 && losesAnswer()) {
        this.answersLost += 1;
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.end(body);
  }

  #record(body: Buffer): void {
    this.reports += 1;
    const { events } = JSON.parse(gunzipSync(body).toString()) as { events: SentEvent[] };
    for (const { id, kind, timeMs, sequence } of events) {
      this.sent.set(id, { id, kind, timeMs, sequence });
      this.sequences.add(sequence);
    }
  }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
