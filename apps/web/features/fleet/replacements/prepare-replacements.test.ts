import { expect, it } from "vitest";
import type { Replacements } from "../fleet";
import { labelOf, replacementsPlot } from "./prepare-replacements";

const months = ["2026-11", "2026-12"];

/** Of each model so many drives in the first month, and none in the second. */
function data(counts: Readonly<Record<string, number>>): Replacements {
  const shares = Object.entries(counts).map(([key, count]) => ({ key, count }));
  const count = shares.reduce((sum, each) => sum + each.count, 0);
  return {
    asOf: undefined,
    ends: [
      { ends: "reached", count: 0, shares: [] },
      { ends: "2026-11", count, shares },
      { ends: "2026-12", count: 0, shares: [] },
    ],
    of: Object.keys(counts).map((key) => ({ key, name: key.startsWith("MZ") ? "Samsung PM1733" : key })),
  };
}

const looks = (counts: Readonly<Record<string, number>>) =>
  replacementsPlot(data(counts), "model").series.map(({ label, color, hollow, points }) => ({
    ...{ label, color, hollow: hollow === true, points: points.map(({ x, y, id }) => [x, y, id]) },
  }));

it("tells two model numbers of one product apart by their numbers", () => {
  const { of } = data({ MZ1: 2, MZ2: 1, P4800X: 1 });
  expect(of.map((owner) => labelOf(owner, of))).toEqual(["Samsung PM1733 (MZ1)", "Samsung PM1733 (MZ2)", "P4800X"]);
  expect(looks({ MZ1: 2, MZ2: 1 }).map(({ label }) => label)).toEqual(["Samsung PM1733 (MZ1)", "Samsung PM1733 (MZ2)"]);
});

it("has a color for each of six models, and one outline for all others", () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`M${index}`, 10 - index]));
  const drawn = looks(many);
  expect(new Set(drawn.map(({ color }) => color)).size).toBe(7);
  expect(drawn.map(({ hollow }) => hollow)).toEqual([...Array.from({ length: 6 }, () => false), true]);
  expect(drawn.at(-1)).toMatchObject({ label: "3 other models", points: [[0, 4 + 3 + 2, "2026-11"]] });
});

it("names the seventh model where it would be the only other one", () => {
  const seven = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`M${index}`, 10 - index]));
  expect(looks(seven).map(({ label }) => label)).toEqual(["M0", "M1", "M2", "M3", "M4", "M5", "M6"]);
});

it("draws a model only in months in which it has drives", () => {
  expect(looks({ A: 3, B: 1 }).map(({ points }) => points)).toEqual([
    [
      [0, 3, "2026-11"],
      [1, 0, undefined],
    ],
    [[0, 1, "2026-11"]],
  ]);
  expect(months).toEqual(replacementsPlot(data({ A: 1 }), "model").x.categories);
});
