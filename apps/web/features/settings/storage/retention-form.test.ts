import { expect, it } from "vitest";
import { retentionOf, shortened, textsOf } from "./retention-form";

const retention = {
  keepSamplesDays: 30,
  keepHoursDays: 730,
  keepDaysDays: null,
  keepSecondsDays: 180,
  keepCommandsDays: 365,
};

it("reads back what it wrote, and takes nothing typed as forever where that may be", () => {
  expect(retentionOf(textsOf(retention))).toEqual(retention);
  expect(retentionOf({ ...textsOf(retention), keepSecondsDays: " " })).toMatchObject({ keepSecondsDays: null });
});

it.each(["", "x", "-1", "1.5", "1e3"])("takes %j for no number of days", (text) => {
  expect(retentionOf({ ...textsOf(retention), keepSamplesDays: text })).toBeUndefined();
});

it("names what would be removed, from forever to a time too", () => {
  expect(shortened(retention, { ...retention, keepDaysDays: 3650, keepSamplesDays: 60, keepSecondsDays: 90 })).toEqual([
    "keepDaysDays",
    "keepSecondsDays",
  ]);
  expect(shortened(retention, { ...retention, keepSecondsDays: null })).toEqual([]);
});
