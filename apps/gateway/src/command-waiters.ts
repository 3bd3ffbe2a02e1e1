import type { LiveListener } from "@crosspoint/services";

/** One long poll that may be woken. Make it before the first look, so that nothing falls between look and wait. */
export interface CommandWaiter {
  /** Resolves true when there may be a command, false when the wait is over. Never rejects. */
  wait(forMs: number, client: AbortSignal): Promise<boolean>;
  release(): void;
}

/**
 * The long polls that wait, by host, behind one subscription. A host has one: a newer poll ends the older, whose
 * connection is most likely dead.
 */
export class CommandWaiters {
  readonly #byHost = new Map<string, Waiter>();
  readonly #unsubscribe: () => void;
  #closed = false;

  constructor(listener: Pick<LiveListener, "subscribe">) {
    this.#unsubscribe = listener.subscribe((event) => {
      if (event.topic === "command") this.#byHost.get(event.hostId)?.wake();
      // The connection was lost for a while: any host may have been given a command.
      if (event.topic === "resync") for (const waiter of this.#byHost.values()) waiter.wake();
    });
  }

  register(hostId: string): CommandWaiter {
    const waiter = new Waiter(() => {
      if (this.#byHost.get(hostId) === waiter) this.#byHost.delete(hostId);
    });
    this.#byHost.get(hostId)?.end();
    this.#byHost.set(hostId, waiter);
    if (this.#closed) waiter.end();
    return waiter;
  }

  /** Ends every wait, now and later: the gateway is shutting down. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    for (const waiter of this.#byHost.values()) waiter.end();
  }
}

class Waiter implements CommandWaiter {
  readonly #onRelease: () => void;
  #woken = false;
  #ended = false;
  #settle: (() => void) | undefined;

  constructor(onRelease: () => void) {
    this.#onRelease = onRelease;
  }

  wake(): void {
    this.#woken = true;
    this.#settle?.();
  }

  end(): void {
    this.#ended = true;
    this.#settle?.();
  }

  async wait(forMs: number, client: AbortSignal): Promise<boolean> {
    if (!this.#woken && !this.#ended && !client.aborted && forMs > 0) await this.#settled(forMs, client);
    const woken = this.#woken && !this.#ended && !client.aborted;
    this.#woken = false;
    return woken;
  }

  release(): void {
    this.#onRelease();
  }

  #settled(forMs: number, client: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        client.removeEventListener("abort", settle);
        this.#settle = undefined;
        resolve();
      };
      const timer = setTimeout(settle, forMs);
      client.addEventListener("abort", settle, { once: true });
      this.#settle = settle;
    });
  }
}
