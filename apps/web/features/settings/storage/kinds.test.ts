import { expect, it } from "vitest";
import { keptText, kindWords, type Retention, sinceText, typedDaysText } from "./kinds";

it("says no day of what is stored by months or years", () => {
  const since = new Date("2026-08-01T00:00:00Z");
  expect([sinceText("samples", since), sinceText("hours", since), sinceText("days", since)]).toEqual([
    ...["2026-08-01", "2026-08", "2026"],
  ]);
});

it("says a time in the unit in which it is typed", () => {
  expect([null, 1, 30, 365, 730].map(typedDaysText)).toEqual([
    ...["forever", "1 day", "30 days", "365 days (1 year)", "730 days (2 years)"],
  ]);
});

it("says how long what nobody sets is kept", () => {
  const [keepSamplesDays, keepHoursDays, keepCommandsDays] = [30, 730, 90];
  const retention: Retention = {
    ...{ keepSamplesDays, keepHoursDays, keepCommandsDays },
    ...{ keepDaysDays: null, keepSecondsDays: null },
  };
  const kept = (["commands", "firmwareChanges", "days"] as const).map((kind) => keptText(kindWords[kind], retention));
  expect(kept).toEqual(["90 days", "2 years", "forever"]);
});
