import { EventEmitter } from "node:events";
import { sessionUrl } from "@crosspoint/db";
import pg from "pg";
import { type LiveNews, RecentEvents } from "./recent.ts";
import { liveChannel, liveEvent } from "./topics.ts";

const reconnectDelayMs = 1000;

/**
 * One connection per process that listens for everything and hands it on. While PostgreSQL is away it keeps trying;
 * after a gap it sends a `resync`, because what happened meanwhile is unknown.
 */
export class LiveListener {
  readonly #url: string;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #recent = new RecentEvents();
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
  subscribe(onEvent: (event: LiveNews) => void): () => void {
    this.#emitter.on("event", onEvent);
    return () => this.#emitter.off("event", onEvent);
  }

  /** What happened since then by this process's clock: `resync` where that is unknown. */
  since(ms: number): LiveNews[] {
    return this.#recent.since(ms);
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
    client.on("notification", (message) => this.#hear(message.payload));
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
    this.#recent.begin(Date.now());
    if (this.#connectedBefore) this.#emit({ topic: "resync" });
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

  #hear(payload: string | undefined): void {
    const parsed = liveEvent.safeParse(JSON.parse(payload ?? "null"));
    if (parsed.success) this.#emit(parsed.data);
  }

  #emit(event: LiveNews): void {
    this.#recent.add(event, Date.now());
    this.#emitter.emit("event", event);
  }
}
