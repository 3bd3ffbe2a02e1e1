import { ServiceError } from "@crosspoint/services";

/** Lets so many work at a time; others wait in the order in which they came, and are refused where too many do. */
export class WaitingLine {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor({ atOnce, waitingMax }: { readonly atOnce: number; readonly waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#working < this.#atOnce) {
      this.#working += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#waitingMax) {
      const retryAfterSeconds = 5;
      const remedy = `Try again in ${retryAfterSeconds} s.`;
      throw new ServiceError("tooMany", "The server is busy with other requests of this kind.", {
        remedy,
        retryAfterSeconds,
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waited longest takes over the place. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#working -= 1;
    else next();
  }
}
