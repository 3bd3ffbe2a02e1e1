import { describe, expect, it } from "vitest";
import { basisText, dwpdText, endText, ofRating } from "./wear-words";

const at = (day: string) => new Date(`${day}T09:30:00Z`);
const plain = (text: string | undefined) => text?.replaceAll(/\s/g, " ");
const used = (...days: readonly (readonly [day: string, percentageUsed: number])[]) => ({
  days: days.map(([on, percentageUsed]) => ({ timeMs: Date.parse(`${on}T00:00:00Z`), percentageUsed })),
});
const rating = { limitPercent: 100, writeLimitPercent: undefined, rated: { bytes: 20.54e15 }, ...used() };
const optane = { ...rating, limitPercent: 105, writeLimitPercent: 105 };
const optaneRating = { ...optane, limitPercent: 100 };
const reached = { end: { kind: "reached", at: at("2026-01-01") } } as const;
const beyond = (basis: "percentageUsed" | "ratedWrites", years = 10) => ({ kind: "beyond", basis, years }) as const;
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
    [{ end: beyond("percentageUsed"), ...rating }, "100 % is not reached within 10 years at the present pace."],
    [
      { end: beyond("percentageUsed"), ...optane },
      "105 %, where this model limits its writes, is not reached within 10 years at the present pace.",
    ],
    [
      { end: beyond("ratedWrites"), ...optaneRating },
      "The rating of 20.54 PB is not used up within 10 years at the present pace.",
    ],
    [
      { end: { ...forecast, basis: "ratedWrites" } as const, ...optaneRating, rated: {} },
      "The rating in bytes is used up between 2027-02-01 and 2027-10-30, most likely on 2027-05-11.",
    ],
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
    expect(plain(basisText({ end: forecast, ...rating }))).toBe(
      "0.96 % in 30 days. By percentage used, and how much the weeks differ in writes; the interval is 95 %, if it goes on as it did.",
    );
    const never = { ...forecast, latest: undefined };
    expect(plain(basisText({ end: never, ...rating }))).toContain("there is no latest date");
    expect(basisText({ end: beyond("percentageUsed"), ...rating })).toBeUndefined();
    const sooner = { end: beyond("percentageUsed", 6), ...rating };
    expect(plain(endText(sooner))).toBe("100 % is not reached within 6 years at the present pace.");
    expect(plain(basisText(sooner))).toBe(
      "By twice the pace that percentage used can have had at most. A date takes at least 3 whole percents of wear, or 30 days of writes where the rating is in bytes.",
    );
    const lacking = (percentageUsed: number) =>
      plain(basisText({ end: { kind: "notEnoughData" }, ...optane, ...used(["2026-01-01", percentageUsed]) }));
    expect(lacking(3)).toBe(
      "A date takes at least 3 whole percents of wear, or 30 days of writes where the rating is in bytes.",
    );
    expect(lacking(101)).toBe("A date takes at least 3 whole percents of wear.");
  });
});

it("says of a rating in bytes that it tells nothing of where the model limits its writes", () => {
  const limit = "When this model limits its writes, from 105 % on, takes at least 3 whole percents of wear to tell.";
  const far = { end: beyond("ratedWrites"), ...optaneRating };
  expect(plain(basisText(far))).toBe(`By what was written over 30 days or more. ${limit}`);
  expect(plain(basisText({ ...far, writeLimitPercent: undefined }))).toBe("By what was written over 30 days or more.");
  const dated = { ...forecast, basis: "ratedWrites", percentPerDay: undefined } as const;
  expect(plain(basisText({ end: dated, ...optaneRating }))).toBe(
    `By what was written against the rating in bytes; the interval is 95 %, if it goes on as it did. ${limit}`,
  );
});

it("tells drive writes per day in three digits, and beside the rating", () => {
  expect([dwpdText(0), dwpdText(0.04213), dwpdText(5.331), dwpdText(123.4)]).toEqual(["0", "0.042", "5.33", "123"]);
  expect(plain(ofRating(0.42, 30))).toBe("1.4 % of the rating");
});
