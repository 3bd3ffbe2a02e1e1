import { describe, expect, it } from "vitest";
import { describeRule, isBoundedPattern, likePattern } from "./rule.ts";

describe("a pattern", () => {
  it.each([
    ["db-*", "db-%"],
    ["*", "%"],
    ["a***b", "a%b"],
    ["stor-??", "stor-__"],
    // What LIKE would take for a wildcard stands for itself.
    ["100%_\\", "100\\%\\_\\\\"],
  ])("of %s is %s to SQL", (pattern, like) => {
    expect(likePattern(pattern)).toBe(like);
  });

  it("has four wildcards at most, of which some in a row are one", () => {
    expect(isBoundedPattern("*a*b*c*")).toBe(true);
    expect(isBoundedPattern("a********b")).toBe(true);
    expect(isBoundedPattern("*a*b*c*d*")).toBe(false);
  });
});

it("is said as a sentence", () => {
  const terms = [
    { field: "hostname", operator: "matches", values: ["db-*"] },
    { field: "rack", operator: "is", values: ["R1", "R2"] },
  ] as const;
  expect(describeRule({ match: "all", terms })).toBe("host name matches db-*, and rack is R1 or R2");
  expect(describeRule({ match: "any", terms })).toBe("host name matches db-*, or rack is R1 or R2");
});
