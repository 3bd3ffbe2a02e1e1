import { hashKey, type QueryFilters } from "@tanstack/react-query";

/**
 * How soon after a change it is asked anew, so that several changes are one question; how soon again, for the first few
 * (`quick`) after a quiet time; and how far apart where changes never end.
 */
const rhythms = {
  object: { soonMs: 300, againMs: 2000, quick: 1, apartMs: 2000 },
  /** A list shows thousands of things, each of which changes; every open browser shows some list. */
  list: { soonMs: 500, againMs: 2000, quick: 4, apartMs: 15_000 },
} as const;
/** Lists of many browsers that heard of the same change are not asked for in the same moment. */
const spreadMs = 1000;
type Kind = keyof typeof rhythms;

interface Asked {
  readonly lastMs: number;
  /** When all would have been asked, had each waited for its turn: a time ahead is what was asked sooner. */
  readonly turnMs: number;
}

/** Asks queries anew after changes, each at its rhythm: soon after the first, and never sooner than that after the last. */
export class Refresher {
  readonly #invalidate: (filter: QueryFilters) => void;
  readonly #random: () => number;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #asked = new Map<string, Asked>();

  constructor(invalidate: (filter: QueryFilters) => void, random: () => number = Math.random) {
    this.#invalidate = invalidate;
    this.#random = random;
  }

  /** Something changed that these queries may show. */
  mark(kind: Kind, filters: readonly QueryFilters[]): void {
    for (const filter of filters) {
      const key = hashKey(filter.queryKey ?? []);
      if (this.#waiting.has(key)) continue;
      const timer = setTimeout(() => this.#refresh(kind, key, filter), this.#delayMs(kind, key));
      this.#waiting.set(key, timer);
    }
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #delayMs(kind: Kind, key: string): number {
    const { soonMs, againMs, quick, apartMs } = rhythms[kind];
    const spread = kind === "list" ? this.#random() * spreadMs : 0;
    const asked = this.#asked.get(key);
    if (asked === undefined) return soonMs + spread;
    const nextMs = Math.max(asked.lastMs + againMs, asked.turnMs - (quick - 1) * apartMs);
    return Math.max(soonMs + spread, nextMs - Date.now());
  }

  #refresh(kind: Kind, key: string, filter: QueryFilters): void {
    const nowMs = Date.now();
    this.#waiting.delete(key);
    this.#forget(nowMs);
    const turnMs = Math.max(this.#asked.get(key)?.turnMs ?? nowMs, nowMs) + rhythms[kind].apartMs;
    this.#asked.set(key, { lastMs: nowMs, turnMs });
    this.#invalidate(filter);
  }

  /** What has had its turn holds nothing back. */
  #forget(nowMs: number): void {
    for (const [key, { turnMs }] of this.#asked) if (turnMs <= nowMs) this.#asked.delete(key);
  }
}
