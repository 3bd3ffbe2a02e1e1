import { Doorway } from "./doorway.ts";
import { Turns } from "./turns.ts";

/** Applied at once: fewer than a gateway has connections, so that enrollment, commands and its pulse find one. */
const atOnceMost = 12;

/**
 * Reports that are applied alone, in the order of their arrival: all of a fleet's at once, after a change of its agents or an outage,
 * would each wait for a connection until its time is over, and so would whatever else needs one.
 */
export class AloneLane {
  readonly #door: Doorway;
  readonly #turns = new Turns(atOnceMost);

  constructor(door = Doorway.forAlone()) {
    this.#door = door;
  }

  /** Throws a 503 where too many wait, of all hosts or of this one. */
  async run<T>(hostId: string, apply: () => Promise<T>): Promise<T> {
    const leave = this.#door.enter(hostId);
    try {
      return await this.#turns.run(apply);
    } finally {
      leave();
    }
  }
}
