import { expect, it } from "vitest";
import { durationWords, recurrenceWords } from "./window-words";

it.each([
  [null, "Once"],
  ["FREQ=DAILY", "Every day"],
  ["FREQ=WEEKLY;BYDAY=SU", "Every Sunday"],
  ["FREQ=WEEKLY;BYDAY=MO,SA,SU", "Every Monday, Saturday and Sunday"],
  ["FREQ=MONTHLY;BYMONTHDAY=28", "On day 28 of every month"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "On the last day of every month"],
  ["FREQ=MONTHLY;BYDAY=2TU", "On the second Tuesday of every month"],
  ["FREQ=MONTHLY;BYDAY=-1SU", "On the last Sunday of every month"],
])("says %s as %s", (recurrence, words) => {
  expect(recurrenceWords(recurrence)).toBe(words);
});

it("says how long in days, hours and minutes", () => {
  expect([5, 120, 150, 1440, 3045].map(durationWords)).toEqual(["5 min", "2 h", "2 h 30 min", "1 d", "2 d 2 h 45 min"]);
});
