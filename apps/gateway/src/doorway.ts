import { RequestError } from "./request-error.ts";

/** Polls whose hosts are being noted and whose commands are looked up at once: what the database does in less than a second. */
const pollsOpeningMost = 500;
/** Of one host, which polls once at a time. */
const pollsOfHostMost = 16;
/** Requests whose keys this gateway has not found good before: all of its agents once it was started, anybody at any time. */
const strangersMost = 500;
/** Of one address, which may stand for many hosts. */
const strangersOfAddressMost = 200;
/** Reports that are applied alone, or wait for it: some seconds' work of the database. */
const aloneMost = 300;
/** Of one host, which sends one after the other. */
const aloneOfHostMost = 4;
/** Who finds the door full comes back within these, each at another time. */
const waitSeconds = { least: 1, most: 15 };

export interface DoorwayLimits {
  readonly most: number;
  readonly ofOneMost: number;
}

/**
 * Bounds how many requests are at work at once, and so what they hold of the memory while they wait for the database; and how
 * many of them are of one who asks, who so cannot keep the others out.
 */
export class Doorway {
  readonly #limits: DoorwayLimits;
  readonly #random: () => number;
  readonly #ofOnes = new Map<string, number>();
  #inside = 0;

  /** @param random from 0 up to, not including, 1. */
  constructor(limits: DoorwayLimits, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** For polls, by the ids of their hosts. */
  static forPolls(): Doorway {
    return new Doorway({ most: pollsOpeningMost, ofOneMost: pollsOfHostMost });
  }

  /** For requests of whom is not known yet who they are, by their addresses. */
  static forStrangers(): Doorway {
    return new Doorway({ most: strangersMost, ofOneMost: strangersOfAddressMost });
  }

  /** For reports that are applied alone, by the ids of their hosts. */
  static forAlone(): Doorway {
    return new Doorway({ most: aloneMost, ofOneMost: aloneOfHostMost });
  }

  /** Returns what is called once it is through. Throws a 503 where too many are, of all or of this one. */
  enter(one: string): () => void {
    const ofOne = this.#ofOnes.get(one) ?? 0;
    if (this.#inside >= this.#limits.most || ofOne >= this.#limits.ofOneMost) throw this.full();
    this.#inside += 1;
    this.#ofOnes.set(one, ofOne + 1);
    let isThrough = false;
    return () => {
      if (!isThrough) this.#leave(one);
      isThrough = true;
    };
  }

  /** The refusal of whoever is turned away. */
  full(): RequestError {
    const { least, most } = waitSeconds;
    return new RequestError(503, "unavailable", "The server has too many requests to answer at once.", {
      remedy: "Wait for the time in Retry-After, then ask again.",
      retryAfterSeconds: least + Math.floor(this.#random() * (most - least + 1)),
    });
  }

  #leave(one: string): void {
    this.#inside -= 1;
    const others = (this.#ofOnes.get(one) ?? 0) - 1;
    if (others > 0) this.#ofOnes.set(one, others);
    else this.#ofOnes.delete(one);
  }
}
