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

/** What a poll waits for, and what becomes of it: one of `answer` and `fail` is called, once. */
export interface Wait<T> {
  readonly client: Client;
  /** When it is over, by `performance.now()`. */
  readonly deadlineMs: number;
  /** Looks again: there may be a command. */
  look(): Promise<T[]>;
  /** With none where the wait is over. */
  answer(found: T[]): void;
  fail(error: unknown): void;
}

/** One long poll that may be woken. Make it before the first look, so that nothing falls between look and wait. */
export interface CommandWaiter<T> {
  /** Waits from now on. Nothing else is kept for it: ten thousand functions that stand still would hold a hundred megabytes. */
  wait(wait: Wait<T>): void;
  /** It will not wait. */
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
export class CommandWaiters<T> {
  readonly #byHost = new Map<string, Waiter<T>>();
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

  register(hostId: string): CommandWaiter<T> {
    const waiter = new Waiter<T>(this.#turns, () => {
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

class Waiter<T> implements CommandWaiter<T> {
  readonly release: () => void;
  readonly #turns: Turns;
  #woken = false;
  #ended = false;
  /** While it sleeps. */
  #asleep: { readonly wait: Wait<T>; readonly timer: NodeJS.Timeout } | undefined;

  constructor(turns: Turns, release: () => void) {
    this.#turns = turns;
    this.release = release;
  }

  wake(): void {
    this.#woken = true;
    this.#getUp();
  }

  end(): void {
    this.#ended = true;
    this.#getUp();
  }

  wait(wait: Wait<T>): void {
    const leftMs = wait.deadlineMs - performance.now();
    if (this.#isOver(wait) || (!this.#woken && leftMs <= 0)) this.#finish(() => wait.answer([]));
    else if (this.#woken) void this.#look(wait);
    else this.#sleep(wait, leftMs);
  }

  #isOver({ client }: Wait<T>): boolean {
    return this.#ended || client.aborted;
  }

  #sleep(wait: Wait<T>, forMs: number): void {
    this.#asleep = { wait, timer: setTimeout(this.#getUp, forMs) };
    wait.client.addEventListener("abort", this.#getUp);
  }

  readonly #getUp = (): void => {
    if (this.#asleep === undefined) return;
    const { wait, timer } = this.#asleep;
    this.#asleep = undefined;
    clearTimeout(timer);
    wait.client.removeEventListener("abort", this.#getUp);
    this.wait(wait);
  };

  async #look(wait: Wait<T>): Promise<void> {
    this.#woken = false;
    const look = async () => (this.#isOver(wait) ? [] : wait.look());
    const outcome = await this.#turns.run(look).then(
      (found) => ({ found }),
      (error: unknown) => ({ error }),
    );
    if ("error" in outcome) this.#finish(() => wait.fail(outcome.error));
    else if (outcome.found.length > 0) this.#finish(() => wait.answer(outcome.found));
    else this.wait(wait);
  }

  #finish(say: () => void): void {
    this.release();
    say();
  }
}
