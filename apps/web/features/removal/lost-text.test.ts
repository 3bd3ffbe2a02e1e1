import { expect, it } from "vitest";
import { comparisonsText, lostTexts } from "./lost-text";

it("counts what goes, and says nothing of what there is none of", () => {
  expect(
    lostTexts({ drives: 1, samples: 43_200, sampledSince: new Date("2026-08-24T23:30:00Z"), runs: 2, commands: 1 }),
  ).toEqual(["1 drive", "43,200 health samples, history since 2026-08-24", "2 benchmark runs", "1 command"]);
  expect(lostTexts({ samples: 0, sampledSince: null, runs: 0 })).toEqual([]);
});

it.each([
  [0, 0, undefined],
  [1, 0, "1 saved comparison includes them and will show them as deleted."],
  [0, 2, "2 shared links include them and will show them as deleted."],
  [1, 1, "1 saved comparison and 1 shared link include them and will show them as deleted."],
])("says which comparisons lose something: %s saved, %s shared", (comparisons, shares, text) => {
  expect(comparisonsText({ comparisons, shares })).toBe(text);
});
