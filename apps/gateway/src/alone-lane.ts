import { protocolLimits } from "@crosspoint/protocol";
import type { AlonePlace } from "@crosspoint/services/report/ingest";
import { connections } from "./connections.ts";
import { Doorway } from "./doorway.ts";

/**
 * Bytes of JSON of large reports that wait or are applied. With the small ones, of which there are 300 at most, it is 43 MiB: below the
 * 64 MiB that the gateway reads at once, so that samples find room while these wait.
 */
const largeBytesMost = 24 * 1024 * 1024;
/** A host of ten drives tells less. Only larger ones keep each other out: six of the largest size leave half of the turns idle. */
const smallReportBytes = 64 * 1024;
/** Of one host: a report of the largest size, or several smaller ones. */
const bytesOfHostMost = protocolLimits.bodyBytes;
/** An agent gives up after 30 s, and storing its report takes time as well. */
const longestWaitMs = 10_000;

/**
 * Reports that are applied alone, in the order of their arrival, one at a time of a host: all of a fleet's at once, after a change
 * of its agents or an outage, would each wait for a connection until its time is over, and so would whatever else needs one.
 */
export class AloneLane {
  readonly #door = Doorway.forAlone();
  readonly #waiting: Waiting[] = [];
  readonly #hostsAtWork = new Set<string>();
  readonly #bytesOfHosts = new Map<string, number>();
  #largeBytes = 0;

  /** Throws a 503 where too many have a place, of all hosts or of this one. */
  enter(hostId: string, bytes: number): AlonePlace {
    const largeBytes = bytes > smallReportBytes ? bytes : 0;
    const isTooMuch = largeBytes > 0 && this.#largeBytes + largeBytes > largeBytesMost;
    if (isTooMuch || this.#bytesOf(hostId) + bytes > bytesOfHostMost) throw this.#door.full();
    const leave = this.#door.enter(hostId);
    this.#largeBytes += largeBytes;
    this.#hold(hostId, bytes);
    return {
      turn: (apply) => this.#turn(hostId, apply),
      leave: () => {
        this.#largeBytes -= largeBytes;
        this.#hold(hostId, -bytes);
        leave();
      },
    };
  }

  #bytesOf(hostId: string): number {
    return this.#bytesOfHosts.get(hostId) ?? 0;
  }

  #hold(hostId: string, bytes: number): void {
    const ofHost = this.#bytesOf(hostId) + bytes;
    if (ofHost > 0) this.#bytesOfHosts.set(hostId, ofHost);
    else this.#bytesOfHosts.delete(hostId);
  }

  async #turn<T>(hostId: string, apply: () => Promise<T>): Promise<T> {
    if (this.#isFree(hostId)) this.#hostsAtWork.add(hostId);
    else await this.#wait(hostId);
    try {
      return await apply();
    } finally {
      this.#hostsAtWork.delete(hostId);
      this.#startNext();
    }
  }

  #isFree(hostId: string): boolean {
    return this.#hostsAtWork.size < connections.reportsAlone && !this.#hostsAtWork.has(hostId);
  }

  #wait(hostId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(tooLate);
        this.#hostsAtWork.add(hostId);
        resolve();
      };
      const waiting = { hostId, start };
      const tooLate = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(this.#door.full());
      }, longestWaitMs);
      this.#waiting.push(waiting);
    });
  }

  #startNext(): void {
    const place = this.#waiting.findIndex(({ hostId }) => this.#isFree(hostId));
    if (place >= 0) this.#waiting.splice(place, 1)[0]?.start();
  }
}

interface Waiting {
  readonly hostId: string;
  readonly start: () => void;
}
