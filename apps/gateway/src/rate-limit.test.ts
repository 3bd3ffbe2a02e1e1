import { expect, it } from "vitest";
import { rateLimiter } from "./rate-limit.ts";

it("lets a burst through, then the rate, each key for itself, and says when to come back", () => {
  let nowMs = 0;
  const take = rateLimiter({ burst: 3, perSecond: 2 }, () => new Date(nowMs));
  for (let request = 0; request < 3; request += 1) take("a");
  expect(() => take("a")).toThrow(expect.objectContaining({ status: 429, retryAfterSeconds: 1 }));
  take("b");
  nowMs = 500;
  take("a");
  expect(() => take("a")).toThrow();
  // A bucket never holds more than its burst, and a clock that goes back takes nothing away.
  nowMs = 1_000_000;
  for (let request = 0; request < 3; request += 1) take("a");
  expect(() => take("a")).toThrow();
  nowMs = 0;
  expect(() => take("a")).toThrow();
});
