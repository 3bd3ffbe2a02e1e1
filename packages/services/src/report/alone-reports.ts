import type { Database } from "@crosspoint/db";
import type { RefusedEvent } from "@crosspoint/protocol";
import { ServiceError } from "../errors.ts";
import { Turns } from "../turns.ts";
import { ingestAlone, type JudgedReport } from "./alone.ts";

/** Applied at once: fewer than a gateway has connections, so that enrollment, commands and its pulse find one. */
const atOnceMost = 12;
/** Being applied, or waiting for it: some seconds' work of the database. */
const insideMost = 300;
/** Of one host, which sends one after the other. */
const ofHostMost = 4;
/** Who finds too many comes back within these, each at another time. */
const waitSeconds = { least: 2, most: 15 };

/**
 * Reports that are applied alone, in the order of their arrival: all of a fleet's at once, after a change of its agents or an outage,
 * would each wait for a connection until its time is over, and so would whatever else needs one.
 */
export class AloneReports {
  readonly #apply: typeof ingestAlone;
  readonly #random: () => number;
  readonly #turns = new Turns(atOnceMost);
  readonly #ofHosts = new Map<string, number>();
  #inside = 0;

  /** @param random from 0 up to, not including, 1. */
  constructor(apply = ingestAlone, random: () => number = Math.random) {
    this.#apply = apply;
    this.#random = random;
  }

  /** As {@link ingestAlone}. Throws `unavailable` where too many wait, of all hosts or of this one. */
  async apply(db: Database, report: JudgedReport): Promise<ReadonlyMap<string, RefusedEvent>> {
    const { hostId } = report;
    const ofHost = this.#ofHosts.get(hostId) ?? 0;
    if (this.#inside >= insideMost || ofHost >= ofHostMost) throw this.#full();
    this.#inside += 1;
    this.#ofHosts.set(hostId, ofHost + 1);
    try {
      return await this.#turns.run(() => this.#apply(db, report));
    } finally {
      this.#inside -= 1;
      const others = (this.#ofHosts.get(hostId) ?? 0) - 1;
      if (others > 0) this.#ofHosts.set(hostId, others);
      else this.#ofHosts.delete(hostId);
    }
  }

  #full(): ServiceError {
    const { least, most } = waitSeconds;
    return new ServiceError("unavailable", "More reports wait here than can be taken soon.", {
      remedy: "Wait for the time in Retry-After, then send it again.",
      retryAfterSeconds: least + Math.floor(this.#random() * (most - least + 1)),
    });
  }
}
