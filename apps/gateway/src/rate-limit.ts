import { RequestError } from "./request-error.ts";

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Takes one request of whoever `key` names, or throws a 429 that says when the next one is welcome. */
export type RateLimiter = (key: string) => void;

/** Past this many keys the full buckets are dropped: they say nothing that a new one would not. */
const keysLimit = 50_000;

/** A token bucket per key, in memory: each process keeps its own, which is enough to stop a loop that ran wild. */
export function rateLimiter({ burst, perSecond }: Rate, now: () => Date): RateLimiter {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  const filled = (bucket: { tokens: number; atMs: number }, nowMs: number) =>
    Math.min(burst, bucket.tokens + (Math.max(nowMs - bucket.atMs, 0) / 1000) * perSecond);

  return (key) => {
    const nowMs = now().getTime();
    if (buckets.size >= keysLimit) {
      for (const [other, bucket] of buckets) if (filled(bucket, nowMs) >= burst) buckets.delete(other);
    }
    const tokens = filled(buckets.get(key) ?? { tokens: burst, atMs: nowMs }, nowMs);
    if (tokens < 1) {
      throw new RequestError(429, "tooMany", `More than ${perSecond} requests a second for too long.`, {
        remedy: "Wait for the time in Retry-After, then send what has gathered in one report.",
        retryAfterSeconds: Math.ceil((1 - tokens) / perSecond),
      });
    }
    buckets.set(key, { tokens: tokens - 1, atMs: nowMs });
  };
}
