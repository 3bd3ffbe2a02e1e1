import { describe, expect, it } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

describe("TokenBuckets", () => {
  it("gives the burst at once, then one every half second", () => {
    const buckets = new TokenBuckets({ burst: 3, perSecond: 2 });
    expect([1, 2, 3].map(() => buckets.take("a", 0))).toEqual([0, 0, 0]);
    expect(buckets.take("a", 0)).toBe(500);
    expect(buckets.take("a", 250)).toBe(250);
    expect(buckets.take("a", 500)).toBe(0);
    expect(buckets.take("b", 500)).toBe(0);
  });

  it("takes several at once, or none of them", () => {
    const buckets = new TokenBuckets({ burst: 10, perSecond: 1 });
    expect(buckets.take("a", 0, 8)).toBe(0);
    expect(buckets.take("a", 0, 8)).toBe(6000);
    expect(buckets.take("a", 0, 2)).toBe(0);
  });

  it("says how long to wait without taking, and starts over when told to", () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 1 });
    expect(buckets.waitMs("a", 0)).toBe(0);
    buckets.take("a", 0);
    expect(buckets.waitMs("a", 400)).toBe(600);
    buckets.forget("a");
    expect(buckets.waitMs("a", 400)).toBe(0);
  });

  it("takes a token back, never above the burst", () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 1 });
    buckets.take("a", 0);
    buckets.giveBack("a");
    buckets.giveBack("a");
    buckets.giveBack("unknown");
    expect(buckets.take("a", 0)).toBe(0);
    expect(buckets.take("a", 0)).toBe(1000);
  });

  it("is not moved by a clock that is set back", () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 1 });
    buckets.take("a", 10_000);
    expect(buckets.take("a", 0)).toBe(1000);
  });

  it("keeps a bounded number of keys: the one that was quiet longest goes", () => {
    const buckets = new TokenBuckets({ burst: 1, perSecond: 0.001 }, 2);
    buckets.take("a", 0);
    buckets.take("b", 1);
    buckets.take("c", 2);
    expect(buckets.take("b", 3)).toBeGreaterThan(0);
    expect(buckets.take("a", 3)).toBe(0);
  });
});
