/** A stretch of counts, both ends included. */
interface Stretch {
  first: number;
  last: number;
}

/**
 * Most stretches that are kept of a host. An agent that starts anew begins one, and an event that was refused or is still
 * on its way leaves a gap.
 */
export const stretchesLimit = 64;

/**
 * Which of a host's events were taken, by the host's own count, which no two of its events share: the last of the
 * stretches is the watermark, and what lies between them are the gaps. Where there are too many, the oldest is
 * forgotten: an event of it that is sent again is applied again, which changes nothing, because samples are kept by
 * drive and time and everything else gives way to what is newer.
 */
export class TakenCounts {
  readonly #stretches: Stretch[];
  #changed = false;

  private constructor(stretches: Stretch[]) {
    this.#stretches = stretches;
  }

  /** From pairs of first and last, as they are stored. */
  static read(pairs: readonly (bigint | string)[]): TakenCounts {
    const stretches: Stretch[] = [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      stretches.push({ first: Number(pairs[at]), last: Number(pairs[at + 1]) });
    }
    return new TakenCounts(stretches);
  }

  get changed(): boolean {
    return this.#changed;
  }

  /** Takes a count; false where it was taken before. */
  take(count: number): boolean {
    // Nearly always behind everything that was taken before.
    const below = this.#stretches.findLastIndex(({ first }) => first <= count);
    const before = this.#stretches[below];
    if (before !== undefined && count <= before.last) return false;
    this.#changed = true;
    const after = this.#stretches[below + 1];
    const joinsBefore = before !== undefined && before.last + 1 === count;
    const joinsAfter = after !== undefined && count + 1 === after.first;
    if (joinsBefore && joinsAfter) {
      before.last = after.last;
      this.#stretches.splice(below + 1, 1);
    } else if (joinsBefore) before.last = count;
    else if (joinsAfter) after.first = count;
    else this.#stretches.splice(below + 1, 0, { first: count, last: count });
    if (this.#stretches.length > stretchesLimit) this.#stretches.shift();
    return true;
  }

  /** As it is stored. */
  pairs(): bigint[] {
    return this.#stretches.flatMap(({ first, last }) => [BigInt(first), BigInt(last)]);
  }
}
