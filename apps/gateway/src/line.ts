import type { Client } from "./command-waiters.ts";
import type { GatewayTypes } from "./parts.ts";
import { headersForBrowsers } from "./secure-answers.ts";

type Outgoing = NonNullable<GatewayTypes["Bindings"]["outgoing"]>;

/**
 * A connection on which an answer is due, by Node's own answer. The signal of a request would cost a request of the web for each line that
 * is open, and any signal a kilobyte.
 */
export class Line implements Client {
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  get aborted(): boolean {
    return this.#outgoing.destroyed || this.#outgoing.closed;
  }

  addEventListener(_: "abort", listener: () => void): void {
    this.#outgoing.once("close", listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#outgoing.off("close", listener);
  }

  /** Nothing, to who has gone, or was answered otherwise: whoever calls this may have nobody to tell of an error. */
  send(status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
    if (this.aborted || this.#outgoing.headersSent) return;
    const text = JSON.stringify(body);
    const described = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
    this.#outgoing.writeHead(status, { ...headersForBrowsers, ...described, ...headers }).end(text);
  }
}
