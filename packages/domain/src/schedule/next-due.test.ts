import { describe, expect, it } from "vitest";
import { countDue, nextDue, type Rhythm, weekdays } from "./next-due.ts";

const weekly = (zone: string, time: string, ...days: (typeof weekdays)[number][]): Rhythm => ({
  kind: "weekly",
  days: days.length > 0 ? days : weekdays,
  time,
  zone,
});

/** The next times, one after the other. */
function dues(rhythm: Rhythm, after: string, count: number): (string | undefined)[] {
  const found: Date[] = [];
  for (let at: Date | undefined = new Date(after); at !== undefined && found.length < count; ) {
    at = nextDue(rhythm, at);
    if (at !== undefined) found.push(at);
  }
  return found.map((at) => at.toISOString().replace(".000Z", "Z"));
}

describe("when a schedule is due", () => {
  it("is on its days, at its time of its zone, after the moment and not at it", () => {
    const rhythm = weekly("Europe/Berlin", "22:15", "monday", "friday");
    // 2026-11-22 is a Sunday; Berlin is an hour ahead of UTC.
    expect(dues(rhythm, "2026-11-22T12:00:00Z", 3)).toEqual([
      "2026-11-23T21:15:00Z",
      "2026-11-27T21:15:00Z",
      "2026-11-30T21:15:00Z",
    ]);
  });

  it("is on the day of its zone, where UTC has another", () => {
    // Monday 08:00 in Auckland is Sunday in UTC.
    expect(dues(weekly("Pacific/Auckland", "08:00", "monday"), "2026-11-21T00:00:00Z", 1)).toEqual([
      "2026-11-22T19:00:00Z",
    ]);
  });

  it("keeps to the wall clock when the clocks change", () => {
    const rhythm = weekly("America/New_York", "09:00", "sunday");
    expect(dues(rhythm, "2026-02-28T00:00:00Z", 3)).toEqual([
      "2026-03-01T14:00:00Z",
      // Daylight saving time begins on 8 March.
      "2026-03-08T13:00:00Z",
      "2026-03-15T13:00:00Z",
    ]);
  });

  it("is an hour later by the clock on the night that skips its time, and not left out", () => {
    // In Berlin 02:00 to 03:00 does not exist on 29 March 2026: 02:30 is 03:30 then.
    expect(dues(weekly("Europe/Berlin", "02:30"), "2026-03-27T12:00:00Z", 3)).toEqual([
      "2026-03-28T01:30:00Z",
      "2026-03-29T01:30:00Z",
      "2026-03-30T00:30:00Z",
    ]);
    // In Beirut the hour after midnight is skipped on that day.
    expect(dues(weekly("Asia/Beirut", "00:00"), "2026-03-27T12:00:00Z", 2)).toEqual([
      "2026-03-27T22:00:00Z",
      "2026-03-28T22:00:00Z",
    ]);
  });

  it("is due once on the night that shows its time twice", () => {
    // In Berlin 02:30 is 00:30 UTC and again 01:30 UTC on 25 October 2026.
    expect(dues(weekly("Europe/Berlin", "02:30"), "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00Z",
    ]);
    expect(dues(weekly("Europe/Berlin", "02:30"), "2026-10-25T00:45:00Z", 1)).toEqual(["2026-10-26T01:30:00Z"]);
  });

  it("is due once where it is once", () => {
    const once: Rhythm = { kind: "once", at: new Date("2026-11-22T12:00:00Z") };
    expect(dues(once, "2026-11-22T11:59:59Z", 2)).toEqual(["2026-11-22T12:00:00Z"]);
    expect(dues(once, "2026-11-22T12:00:00Z", 1)).toEqual([]);
  });

  it("counts what was due meanwhile, to a bound", () => {
    const daily = weekly("UTC", "03:00");
    const [from, to] = [new Date("2026-11-01T03:00:00Z"), new Date("2026-11-22T03:00:00Z")];
    expect([countDue(daily, from, to, 100), countDue(daily, from, to, 5)]).toEqual([21, 5]);
    const once: Rhythm = { kind: "once", at: to };
    expect([countDue(once, from, to, 100), countDue(once, to, to, 100)]).toEqual([1, 0]);
  });
});
