import { protocolLimits } from "@crosspoint/protocol";
import { BodyPieces, type Piece } from "./body-pieces.ts";
import { RequestError } from "./request-error.ts";

/** Most bytes of reports that are in hand at once, as sent and once inflated: what is read and not answered yet. */
export const bodiesInHandMost = 64 * 1024 * 1024;
/** Most of them of one host, which so fills no room of the others, however slowly it sends: two reports of the largest size. */
export const bodiesOfHostMost = 2 * protocolLimits.bodyBytes;
/** When who finds too much in hand comes back. */
const retryAfterSeconds = 2;

/** A body's place among those in hand. */
export interface BodyPlace {
  /** The body that it turned out to be, which may be read until it is freed: others are written there then. Throws a 503 where it is too large. */
  hold(body: Buffer): Buffer;
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
  readonly #pieces = new BodyPieces();
  #bytes = 0;

  constructor({ most = bodiesInHandMost, ofHostMost = bodiesOfHostMost }: BodyRoomLimits = {}) {
    this.#most = most;
    this.#ofHostMost = ofHostMost;
  }

  /** Throws a 503 where that much more is too much. */
  take(hostId: string, bytes: number): BodyPlace {
    let held = 0;
    let piece: Piece | undefined;
    const is = (now: number) => {
      this.#add(hostId, now - held);
      held = now;
    };
    const letGo = () => {
      piece?.free();
      piece = undefined;
    };
    is(bytes);
    return {
      hold: (body) => {
        letGo();
        piece = this.#pieces.copyOf(body);
        is(piece.bytes);
        return piece.body;
      },
      free: () => {
        letGo();
        is(0);
      },
    };
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
