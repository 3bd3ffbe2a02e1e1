import { describe, expect, it } from "vitest";
import { basisText, dwpdText, endText, ofRating } from "./wear-words";

const at = (day: string) => new Date(`${day}T09:30:00Z`);
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, " ");
const used = (...days: readonly (readonly [day: string, percentageUsed: number])[]) => ({
  days: days.map(([on, percentageUsed]) => ({ timeMs: Date.parse(`${on}T00:00:00Z`), percentageUsed })),
});
const rating = { limitPercent: 100, limitIsModels: false, ...used() };
const optane = { limitPercent: 105, limitIsModels: true, ...used() };
const reached = { end: { kind: "reached", at: at("2026-01-01") } } as const;
const forecast = {
  kind: "forecast",
  basis: "writes",
  percentPerDay: 0.0321,
  earliest: at("2027-02-01"),
  likely: at("2027-05-11"),
  latest: at("2027-10-30"),
} as const;

describe("the end of a drive's wear", () => {
  it.each([
    [{ end: { kind: "notEnoughData" } as const, ...rating }, "Not enough data for a date."],
    [{ end: { kind: "beyond" } as const, ...rating }, "100 % is not reached within 10 years at the present pace."],
    [{ ...rating, ...reached, ...used(["2025-12-31", 99], ["2026-01-01", 100]) }, "100 % was reached on 2026-01-01."],
    [
      { ...rating, ...reached, ...used(["2026-01-01", 106], ["2026-11-23", 112]) },
      "100 % was reached on 2026-01-01 or before; now 112 % is used.",
    ],
    [
      { ...optane, ...reached, ...used(["2025-12-31", 104], ["2026-01-01", 105], ["2026-11-23", 255]) },
      "105 %, where this model limits its writes, was reached on 2026-01-01; now 255 % or more is used.",
    ],
    [{ end: forecast, ...rating }, "100 % is reached between 2027-02-01 and 2027-10-30, most likely on 2027-05-11."],
    [
      { end: { ...forecast, latest: undefined }, ...optane },
      "105 %, where this model limits its writes, is reached on 2027-02-01 at the earliest, most likely on 2027-05-11.",
    ],
  ])("%#", (wear, text) => {
    expect(plain(endText(wear))).toBe(text);
  });

  it("says what its date goes by, and what is lacking for one", () => {
    expect(plain(basisText({ end: forecast }))).toBe(
      "0.96 % in 30 days. By percentage used, and how much the weeks differ in writes; the interval is 95 %, if it goes on as it did.",
    );
    expect(plain(basisText({ end: { ...forecast, latest: undefined } }))).toContain("there is no latest date");
    expect(plain(basisText({ end: { kind: "notEnoughData" } }))).toContain("3 whole percents");
    expect(basisText({ end: { kind: "beyond" } })).toBeUndefined();
  });
});

it("tells drive writes per day in three digits, and beside the rating", () => {
  expect([dwpdText(0), dwpdText(0.04213), dwpdText(5.331), dwpdText(123.4)]).toEqual(["0", "0.042", "5.33", "123"]);
  expect(plain(ofRating(0.42, 30))).toBe("1.4 % of the rating");
});
