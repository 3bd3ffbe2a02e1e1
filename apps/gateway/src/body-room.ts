import { protocolLimits } from "@crosspoint/protocol";
import { RequestError } from "./request-error.ts";

/** Most bytes of reports that are in hand at once, as sent and once inflated: what is read and not answered yet. */
export const bodiesInHandMost = 64 * 1024 * 1024;
/** Most of them of one host, which so fills no room of the others, however slowly it sends: two reports of the largest size. */
export const bodiesOfHostMost = 2 * protocolLimits.bodyBytes;
/** When who finds too much in hand comes back. */
const retryAfterSeconds = 2;

/** A body's place among those in hand. */
export interface BodyPlace {
  /** It turned out to be of that size. Throws a 503 where that is too much. */
  is(bytes: number): void;
  free(): void;
}

export interface BodyRoomLimits {
  readonly most?: number;
  readonly ofHostMost?: number;
}

/** Bounds what the bodies of reports hold of the memory, whoever sends how many at once. */
export class BodyRoom {
  readonly #most: number;
  readonly #ofHostMost: number;
  readonly #ofHosts = new Map<string, number>();
  #bytes = 0;

  constructor({ most = bodiesInHandMost, ofHostMost = bodiesOfHostMost }: BodyRoomLimits = {}) {
    this.#most = most;
    this.#ofHostMost = ofHostMost;
  }

  /** Throws a 503 where that much more is too much. */
  take(hostId: string, bytes: number): BodyPlace {
    let held = 0;
    const hold = (now: number) => {
      this.#add(hostId, now - held);
      held = now;
    };
    hold(bytes);
    return { is: hold, free: () => hold(0) };
  }

  #add(hostId: string, bytes: number): void {
    const ofHost = (this.#ofHosts.get(hostId) ?? 0) + bytes;
    const isTooMuch = this.#bytes + bytes > this.#most || ofHost > this.#ofHostMost;
    if (bytes > 0 && isTooMuch) {
      throw new RequestError(503, "unavailable", "The reports that are being read and stored fill the server's room.", {
        remedy: "Wait for the time in Retry-After, then send it again.",
        retryAfterSeconds,
      });
    }
    this.#bytes += bytes;
    if (ofHost > 0) this.#ofHosts.set(hostId, ofHost);
    else this.#ofHosts.delete(hostId);
  }
}
