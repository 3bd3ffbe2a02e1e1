import { RequestError } from "./request-error.ts";

/** Polls whose agents are being looked up and noted at once: what the database does in less than a second. */
export const pollsOpeningMost = 500;
/** Who finds the door full comes back within these, each at another time. */
const waitSeconds = { least: 1, most: 15 };

/** Bounds how many requests are at work at once, and so what they hold of the memory while they wait for the database. */
export class Doorway {
  readonly #most: number;
  readonly #random: () => number;
  #inside = 0;

  /** @param random from 0 up to, not including, 1. */
  constructor(most = pollsOpeningMost, random: () => number = Math.random) {
    this.#most = most;
    this.#random = random;
  }

  /** Returns what is called once it is through. Throws a 503 where too many are. */
  enter(): () => void {
    if (this.#inside >= this.#most) {
      const { least, most } = waitSeconds;
      throw new RequestError(503, "unavailable", "More agents come to the server at once than it can look up.", {
        remedy: "Wait for the time in Retry-After, then ask again.",
        retryAfterSeconds: least + Math.floor(this.#random() * (most - least + 1)),
      });
    }
    this.#inside += 1;
    let isThrough = false;
    return () => {
      if (!isThrough) this.#inside -= 1;
      isThrough = true;
    };
  }
}
