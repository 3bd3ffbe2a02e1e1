import { type Rate, TokenBuckets } from "@crosspoint/services/access/rules/token-buckets";
import { RequestError } from "./request-error.ts";

/** Takes one request of whoever `key` names, or throws a 429 that says when the next one is welcome. */
export type RateLimiter = (key: string) => void;

/** A token bucket per key. */
export function rateLimiter(rate: Rate, now: () => Date): RateLimiter {
  const buckets = new TokenBuckets(rate);
  return (key) => {
    const waitMs = buckets.take(key, now().getTime());
    if (waitMs === 0) return;
    throw new RequestError(429, "tooMany", `More than ${rate.perSecond} requests a second for too long.`, {
      remedy: "Wait for the time in Retry-After, then send what has gathered in one report.",
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  };
}
