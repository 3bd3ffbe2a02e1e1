import { describe, expect, it } from "vitest";
import { isRecurrence, occurrenceAt, type WindowTimes } from "./occurrence.ts";

const berlin = { zone: "Europe/Berlin", durationMinutes: 120, recurrence: null };
const at = (times: WindowTimes, moment: string) => {
  const found = occurrenceAt(times, new Date(moment));
  return found && [found.from.toISOString(), found.until.toISOString()].join(" ");
};

describe("a window that is open once", () => {
  const once = { ...berlin, beginsAt: "2026-11-22T02:00" };
  const it0 = "2026-11-22T01:00:00.000Z 2026-11-22T03:00:00.000Z";
  it.each([
    ["2026-01-01T00:00:00Z", it0],
    ["2026-11-22T02:59:59.999Z", it0],
    // Its end is not of it.
    ["2026-11-22T03:00:00Z", undefined],
  ])("is at %s %s", (moment, expected) => {
    expect(at(once, moment)).toBe(expected);
  });

  it("may begin on any side of the date line", () => {
    expect(at({ ...once, zone: "Pacific/Kiritimati" }, "2026-01-01T00:00:00Z")).toContain("2026-11-21T12:00:00.000Z ");
    expect(at({ ...once, zone: "Etc/GMT+12" }, "2026-01-01T00:00:00Z")).toContain("2026-11-22T14:00:00.000Z ");
  });
});

describe("a window that is open again and again", () => {
  const from = { ...berlin, beginsAt: "2026-11-02T02:00" };
  it.each([
    // Not before the first, a Monday.
    ["FREQ=DAILY", "2026-01-01T00:00:00Z", "2026-11-02T01:00:00.000Z"],
    ["FREQ=WEEKLY;BYDAY=SU,MO", "2026-11-02T03:00:00Z", "2026-11-08T01:00:00.000Z"],
    // Under way until two hours later.
    ["FREQ=WEEKLY;BYDAY=SU", "2026-11-08T02:59:00Z", "2026-11-08T01:00:00.000Z"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-08T00:00:00Z", "2026-11-30T01:00:00.000Z"],
    ["FREQ=MONTHLY;BYMONTHDAY=28", "2026-11-29T00:00:00Z", "2026-12-28T01:00:00.000Z"],
    ["FREQ=MONTHLY;BYDAY=2TU", "2026-11-08T00:00:00Z", "2026-11-10T01:00:00.000Z"],
    ["FREQ=MONTHLY;BYDAY=-1SU", "2026-11-08T00:00:00Z", "2026-11-29T01:00:00.000Z"],
    // 02:00 stays 02:00 in summer.
    ["FREQ=DAILY", "2027-07-01T12:00:00Z", "2027-07-02T00:00:00.000Z"],
  ])("%s is at %s from %s", (recurrence, moment, expected) => {
    expect(at({ ...from, recurrence }, moment)?.split(" ")[0]).toBe(expected);
  });

  it("longer than its period is open all the time", () => {
    const long = { ...from, durationMinutes: 2 * 24 * 60, recurrence: "FREQ=DAILY" };
    expect(at(long, "2026-11-20T12:00:00Z")?.split(" ")[0]).toBe("2026-11-19T01:00:00.000Z");
  });
});

it("takes no rule that never comes, or comes too often", () => {
  const refused = [
    "FREQ=SECONDLY",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=5MO",
    "FREQ=WEEKLY",
    "FREQ=DAILY\n",
  ];
  expect(refused.filter(isRecurrence)).toEqual([]);
});
