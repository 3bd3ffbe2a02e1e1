import { expect, it } from "vitest";
import { recurrencesOf } from "./recurrence-fields";

it("offers what a day is of its week and its month", () => {
  const weekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
  // A Sunday, the fourth of its month.
  expect(recurrencesOf("2026-11-22T02:00")).toEqual([
    "FREQ=WEEKLY;BYDAY=SU",
    weekdays,
    "FREQ=MONTHLY;BYMONTHDAY=22",
    "FREQ=MONTHLY;BYDAY=4SU",
  ]);
  // A Monday, the fifth and last.
  expect(recurrencesOf("2026-11-30T02:00")).toEqual([
    "FREQ=WEEKLY;BYDAY=MO",
    weekdays,
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "FREQ=MONTHLY;BYDAY=-1MO",
  ]);
  expect(recurrencesOf("")).toEqual([]);
});
