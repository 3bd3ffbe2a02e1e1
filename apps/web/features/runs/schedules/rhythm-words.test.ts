import { expect, it } from "vitest";
import { weeklyWords } from "./rhythm-words";

const at = { kind: "weekly", time: "02:30", zone: "Europe/Berlin" } as const;

it.each([
  [["sunday", "monday"], "Mondays and Sundays at 02:30, Europe/Berlin"],
  [["friday"], "Fridays at 02:30, Europe/Berlin"],
  [["monday", "tuesday", "wednesday", "thursday", "friday"], "Monday to Friday at 02:30, Europe/Berlin"],
  [
    ["monday", "tuesday", "wednesday", "thursday", "sunday"],
    "Mondays, Tuesdays, Wednesdays, Thursdays and Sundays at 02:30, Europe/Berlin",
  ],
  [["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"], "Every day at 02:30, Europe/Berlin"],
] as const)("says %j in words", (days, words) => {
  expect(weeklyWords({ ...at, days: [...days] })).toBe(words);
});
