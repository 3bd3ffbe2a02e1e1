import { expect, it } from "vitest";
import { trendText } from "./trend-text";

const earlier = { day: "2026-11-14", byVerdict: [{ verdict: "watch" as const, count: 1_005 }] };

it.each([
  ["watch", 1_008, "+3 since 2026-11-14"],
  ["watch", 5, "−1,000 since 2026-11-14"],
  ["watch", 1_005, "as on 2026-11-14"],
  ["failed", 2, "+2 since 2026-11-14"],
] as const)("a trend of %s, now %i, is %j", (verdict, count, text) => {
  expect(trendText(verdict, count, earlier)).toBe(text);
});
