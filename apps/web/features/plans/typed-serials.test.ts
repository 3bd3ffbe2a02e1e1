import { expect, it } from "vitest";
import { readSerials } from "./typed-serials";

const serials = ["PHKS1", "PHKS2", "PHKS10"];

it("finds whole serials in any order, apart by commas, semicolons and line breaks", () => {
  expect(readSerials(" PHKS10,PHKS1;\nPHKS2\n", serials)).toEqual({ confirmed: [true, true, true], unknown: [] });
});

it("takes no part of a serial and no other letter case for it", () => {
  expect(readSerials("PHKS phks2 PHKS10", serials)).toEqual({
    confirmed: [false, false, true],
    unknown: ["PHKS", "phks2"],
  });
});

it("names what belongs to no drive that was asked about", () => {
  expect(readSerials("PHKS1 PHKS2 PHKS10 PHKS3", serials).unknown).toEqual(["PHKS3"]);
});

it("wants a serial of two drives twice, and minds no serial that stands there once more", () => {
  expect(readSerials("A", ["A", "A"]).confirmed).toEqual([true, false]);
  expect(readSerials("A A", ["A", "A"]).confirmed).toEqual([true, true]);
  expect(readSerials("A A", ["A"]).unknown).toEqual([]);
});

it("takes a serial with spaces in it on a line of its own", () => {
  expect(readSerials("S 1\nB", ["S 1", "B"])).toEqual({ confirmed: [true, true], unknown: [] });
});
