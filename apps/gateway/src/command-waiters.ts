import type { LiveListener } from "@crosspoint/services";
import { Turns } from "./turns.ts";

/** Looks of polls that were woken, at once: more than the database has connections for, so that none of those waits. */
const looksMost = 50;

/** Who asked, and may go away: as much of a signal as is needed here. */
export interface Client {
  readonly aborted: boolean;
  addEventListener(event: "abort", listener: () => void): void;
  removeEventListener(event: "abort", listener: () => void): void;
}

/** One long poll that may be woken. Make it before the first look, so that nothing falls between look and wait. */
export interface CommandWaiter {
  /** Resolves true when there may be a command, false when the wait is over. Never rejects. */
  wait(forMs: number, client: Client): Promise<boolean>;
  /** Looks once it is this one's turn; finds nothing where the poll is over by then. */
  look<T>(look: () => Promise<T[]>, client: Client): Promise<T[]>;
  release(): void;
}

/**
 * The long polls that wait, by host, behind one subscription. A host has one: a newer poll ends the older, whose
 * connection is most likely dead.
 *
 * After a gap in what is told any host may have been given a command, and all polls wake in one moment. They look in turn, so
 * many at a time: ten thousand cost the database what they do in half a minute anyway, and neither its connections nor the memory
 * are taken from reports. A command that is asked for meanwhile is found at the turn of its host.
 */
export class CommandWaiters {
  readonly #byHost = new Map<string, Waiter>();
  readonly #unsubscribe: () => void;
  readonly #turns: Turns;
  #closed = false;

  constructor(listener: Pick<LiveListener, "subscribe">, looks = looksMost) {
    this.#turns = new Turns(looks);
    this.#unsubscribe = listener.subscribe((event) => {
      if (event.topic === "command") this.#byHost.get(event.hostId)?.wake();
      if (event.topic === "resync") for (const waiter of this.#byHost.values()) waiter.wake();
    });
  }

  register(hostId: string): CommandWaiter {
    const waiter = new Waiter(this.#turns, () => {
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
  readonly #turns: Turns;
  readonly #onRelease: () => void;
  #woken = false;
  #ended = false;
  #settle: (() => void) | undefined;

  constructor(turns: Turns, onRelease: () => void) {
    this.#turns = turns;
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

  async wait(forMs: number, client: Client): Promise<boolean> {
    if (!this.#woken && !this.#ended && !client.aborted && forMs > 0) await this.#settled(forMs, client);
    const woken = this.#woken && !this.#ended && !client.aborted;
    this.#woken = false;
    return woken;
  }

  look<T>(look: () => Promise<T[]>, client: Client): Promise<T[]> {
    return this.#turns.run(async () => (this.#ended || client.aborted ? [] : look()));
  }

  release(): void {
    this.#onRelease();
  }

  #settled(forMs: number, client: Client): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer);
        client.removeEventListener("abort", settle);
        this.#settle = undefined;
        resolve();
      };
      const timer = setTimeout(settle, forMs);
      client.addEventListener("abort", settle);
      this.#settle = settle;
    });
  }
}
