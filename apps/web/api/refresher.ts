import { hashKey, type QueryFilters } from "@tanstack/react-query";

/** How soon after a change it is asked anew, so that several changes are one question, and how soon again at most. */
const rhythms = {
  object: { soonMs: 300, apartMs: 2000 },
  /** A list shows thousands of things, each of which changes; every open browser shows some list. */
  list: { soonMs: 500, apartMs: 15_000 },
} as const;
/** Lists of many browsers that heard of the same change are not asked for in the same moment. */
const spreadMs = 1000;
type Kind = keyof typeof rhythms;

/** Asks queries anew after changes, each at its rhythm: soon after the first, and never sooner than that after the last. */
export class Refresher {
  readonly #invalidate: (filter: QueryFilters) => void;
  readonly #random: () => number;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #lastMs = new Map<string, number>();

  constructor(invalidate: (filter: QueryFilters) => void, random: () => number = Math.random) {
    this.#invalidate = invalidate;
    this.#random = random;
  }

  /** Something changed that these queries may show. */
  mark(kind: Kind, filters: readonly QueryFilters[]): void {
    for (const filter of filters) {
      const key = hashKey(filter.queryKey ?? []);
      if (this.#waiting.has(key)) continue;
      const timer = setTimeout(() => this.#refresh(key, filter), this.#delayMs(kind, key));
      this.#waiting.set(key, timer);
    }
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #delayMs(kind: Kind, key: string): number {
    const { soonMs, apartMs } = rhythms[kind];
    const spread = kind === "list" ? this.#random() * spreadMs : 0;
    const nextMs = (this.#lastMs.get(key) ?? Number.NEGATIVE_INFINITY) + apartMs;
    return Math.max(soonMs + spread, nextMs - Date.now());
  }

  #refresh(key: string, filter: QueryFilters): void {
    this.#waiting.delete(key);
    this.#forget();
    this.#lastMs.set(key, Date.now());
    this.#invalidate(filter);
  }

  /** What was asked longer ago than any rhythm holds nothing back. */
  #forget(): void {
    const before = Date.now() - rhythms.list.apartMs;
    for (const [key, lastMs] of this.#lastMs) if (lastMs < before) this.#lastMs.delete(key);
  }
}
