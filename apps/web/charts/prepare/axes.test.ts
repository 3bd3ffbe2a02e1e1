import { describe, expect, it } from "vitest";
import { toCsv } from "./csv.ts";
import { linearTicks } from "./linear-axis.ts";
import { logAxis } from "./log-axis.ts";

describe("logAxis", () => {
  it("spans the whole decades around the values", () => {
    expect(logAxis([9_000, 720_300])).toEqual({
      kind: "axis",
      min: 1_000,
      max: 1_000_000,
      decades: [1_000, 10_000, 100_000, 1_000_000],
      minor: [2, 3, 4, 5, 6, 7, 8, 9]
        .flatMap((digit) => [digit * 1_000])
        .concat(
          [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => digit * 10_000),
          [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => digit * 100_000),
        ),
    });
  });

  it("begins and ends at a value that is a whole decade, and never has no length", () => {
    expect(logAxis([1_000, 100_000])).toMatchObject({ min: 1_000, max: 100_000 });
    expect(logAxis([1_000])).toMatchObject({ min: 1_000, max: 10_000 });
  });

  it("has no place for zero, negative or missing values", () => {
    expect(logAxis([0, -5, Number.NaN])).toEqual({ kind: "empty" });
    expect(logAxis([0, 20])).toMatchObject({ min: 10, max: 100 });
  });
});

describe("linearTicks", () => {
  it("begins at zero and ends at or above the largest value, in round steps", () => {
    expect(linearTicks(584_800)).toEqual([0, 200_000, 400_000, 600_000]);
    expect(linearTicks(10)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(linearTicks(0.31, 3)).toEqual([0, 0.2, 0.4]);
  });

  it("keeps a length where there is nothing", () => {
    expect(linearTicks(0)).toEqual([0, 1]);
    expect(linearTicks(Number.NaN)).toEqual([0, 1]);
  });
});

describe("toCsv", () => {
  it("quotes what needs it, leaves the unknown empty and disarms formulas", () => {
    const rows = [
      ["a, b", 1.5, undefined],
      ['say "x"', 0, "=1+1"],
    ];
    expect(toCsv({ header: ["name", "value", "note"], rows })).toBe(
      'name,value,note\r\n"a, b",1.5,\r\n"say ""x""",0,\'=1+1\r\n',
    );
  });
});
