import { describe, expect, it } from "vitest";
import { isoDate, isoTime, relativeTime, shortRelativeTime } from "./relative-time";

const now = new Date("2026-11-21T12:00:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe("relativeTime", () => {
  it.each([
    [4, "just now"],
    [5, "5 seconds ago"],
    [59.9, "59 seconds ago"],
    [60, "1 minute ago"],
    [3599, "59 minutes ago"],
    [7200, "2 hours ago"],
    [86_400 * 38, "38 days ago"],
    [86_400 * 99.9, "99 days ago"],
    // A month is a twelfth of 365 days.
    [86_400 * 100, "3 months ago"],
    [86_400 * 364, "11 months ago"],
    [86_400 * 729, "23 months ago"],
    [86_400 * 730, "2 years ago"],
    [-7200, "in 2 hours"],
  ])("%s seconds before now is %s", (seconds, text) => {
    expect(relativeTime(before(seconds), now)).toBe(text);
  });
});

describe("shortRelativeTime", () => {
  it.each([
    [4, "now"],
    [59.9, "59\u2009s ago"],
    [60, "1\u2009min ago"],
    [7200, "2\u2009h ago"],
    [86_400 * 90, "90\u2009d ago"],
    [86_400 * 100, "3\u2009mo ago"],
    [86_400 * 730, "2\u2009y ago"],
    [-7200, "in 2\u2009h"],
  ])("%s seconds before now is %s", (seconds, text) => {
    expect(shortRelativeTime(before(seconds), now)).toBe(text);
  });
});

it("writes a time in the zone of whoever reads it", () => {
  const time = new Date(2026, 10, 1, 2, 3, 4);
  expect(isoTime(time)).toBe("2026-11-01 02:03:04");
  expect(isoDate(time)).toBe("2026-11-01");
});
