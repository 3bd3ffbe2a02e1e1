import { EventEmitter } from "node:events";
import { sessionUrl } from "@crosspoint/db";
import pg from "pg";
import { type LiveEvent, liveChannel, liveEvent } from "./topics.ts";

const reconnectDelayMs = 1000;

/**
 * One connection per process that listens for everything and hands it on. While PostgreSQL is away it keeps trying;
 * after a gap it sends a `resync`, because what happened meanwhile is unknown.
 */
export class LiveListener {
  readonly #url: string;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #connectedBefore = false;

  constructor(url: string) {
    this.#url = url;
  }

  async start(): Promise<void> {
    await this.#connect();
  }

  /** Calls back on each event until the returned function is called. */
  subscribe(onEvent: (event: LiveEvent | { topic: "resync" }) => void): () => void {
    this.#emitter.on("event", onEvent);
    return () => this.#emitter.off("event", onEvent);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({
      connectionString: sessionUrl(this.#url),
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    client.on("notification", (message) => this.#emit(message.payload));
    client.on("error", () => this.#reconnectLater(client));
    client.on("end", () => this.#reconnectLater(client));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${liveChannel}`);
    } catch {
      this.#reconnectLater(client);
      return;
    }
    if (this.#connectedBefore) this.#emitter.emit("event", { topic: "resync" });
    this.#connectedBefore = true;
  }

  #reconnectLater(client: pg.Client): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = undefined;
    client.removeAllListeners();
    client.on("error", () => undefined);
    client.end().catch(() => undefined);
    this.#retry = setTimeout(() => void this.#connect(), reconnectDelayMs);
  }

  #emit(payload: string | undefined): void {
    const parsed = liveEvent.safeParse(JSON.parse(payload ?? "null"));
    if (parsed.success) this.#emitter.emit("event", parsed.data);
  }
}
