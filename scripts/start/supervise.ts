/** Something that runs until it is stopped or ends by itself. */
export interface Running {
  /** How it ended: "signal SIGKILL", "exit code 1". */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervision {
  readonly name: string;
  /** Starts it, the first time and each time after. */
  start(): Running | Promise<Running>;
  say(line: string): void;
  /** It ended by itself too often, and is not started again. */
  onGivenUp(reason: string): void;
}

export interface Supervised {
  readonly name: string;
  stop(): Promise<void>;
}

const restartsLimit = 6;
const restartsWindowMs = 10 * 60_000;
const firstDelayMs = 500;

/** Starts it, and again whenever it ends by itself: after a while that doubles each time, and not too often. */
export async function supervise(supervision: Supervision): Promise<Supervised> {
  const one = new Supervisor(supervision);
  await one.start();
  return one;
}

class Supervisor implements Supervised {
  readonly name: string;
  readonly #supervision: Supervision;
  #running: Running | undefined;
  #restart: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #stopping = false;
  /** When it ended by itself, within the window. */
  #ends: number[] = [];

  constructor(supervision: Supervision) {
    this.name = supervision.name;
    this.#supervision = supervision;
  }

  async start(): Promise<void> {
    const running = await this.#supervision.start();
    this.#running = running;
    running.ended.then((how) => this.#startLater(`exited unexpectedly (${how})`, how));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    await this.#starting;
    await this.#running?.stop();
  }

  #startLater(what: string, how: string): void {
    if (this.#stopping) return;
    const now = Date.now();
    this.#ends = [...this.#ends.filter((end) => now - end < restartsWindowMs), now];
    const count = this.#ends.length;
    const minutes = restartsWindowMs / 60_000;
    if (count > restartsLimit) {
      const reason = `${this.name} exited unexpectedly ${count} times within ${minutes} minutes, last with ${how}.`;
      this.#supervision.onGivenUp(reason);
      return;
    }
    const delayMs = firstDelayMs * 2 ** (count - 1);
    const when = `in ${delayMs / 1000} s (${count} of at most ${restartsLimit} times in ${minutes} minutes)`;
    this.#supervision.say(`! ${this.name} ${what}. Restarting ${when}.`);
    this.#restart = setTimeout(() => {
      this.#starting = this.#startAgain();
    }, delayMs);
  }

  async #startAgain(): Promise<void> {
    try {
      await this.start();
      if (!this.#stopping) this.#supervision.say(`✓ ${this.name} was restarted.`);
    } catch (error) {
      const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      this.#startLater(`could not be restarted (${why})`, why);
    }
  }
}
