export interface Rate {
  /** Taken at once by whoever was quiet. */
  readonly burst: number;
  readonly perSecond: number;
}

/** Keys kept. Past it the one that was quiet longest is forgotten: it starts over with a full bucket. */
const keysLimit = 50_000;

/**
 * A token bucket per key, in memory: each process keeps its own, which is enough to stop a loop that ran wild and to
 * make guessing slow. Times are milliseconds since the epoch.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #keysLimit: number;
  /** In the order of their last use. */
  readonly #buckets = new Map<string, { readonly tokens: number; readonly atMs: number }>();

  constructor(rate: Rate, keys = keysLimit) {
    this.#rate = rate;
    this.#keysLimit = keys;
  }

  /** Takes tokens. Answers 0, or how long to wait, in milliseconds, if there are not enough; then it takes none. */
  take(key: string, nowMs: number, tokens = 1): number {
    const { burst, perSecond } = this.#rate;
    const there = this.#tokens(key, nowMs);
    if (there < tokens) return (Math.min(tokens, burst) - there) * (1000 / perSecond);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: there - tokens, atMs: nowMs });
    if (this.#buckets.size > this.#keysLimit) this.#forgetOldest();
    return 0;
  }

  /** How long until `tokens` can be taken, in milliseconds; takes none. */
  waitMs(key: string, nowMs: number, tokens = 1): number {
    const missing = Math.min(tokens, this.#rate.burst) - this.#tokens(key, nowMs);
    return missing <= 0 ? 0 : missing * (1000 / this.#rate.perSecond);
  }

  /** Gives back a token that was taken. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket) this.#buckets.set(key, { ...bucket, tokens: Math.min(this.#rate.burst, bucket.tokens + 1) });
  }

  forget(key: string): void {
    this.#buckets.delete(key);
  }

  #tokens(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return this.#rate.burst;
    const grown = (Math.max(nowMs - bucket.atMs, 0) / 1000) * this.#rate.perSecond;
    return Math.min(this.#rate.burst, bucket.tokens + grown);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
