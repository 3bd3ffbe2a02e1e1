import { expect, it } from "vitest";
import { comparisonsText, lostTexts } from "./lost-text";

it("counts what goes, and says nothing of what there is none of", () => {
  const since = new Date("2026-08-24T23:30:00Z");
  const history = { samples: 43_200, hours: 2016, days: 84, since };
  expect(lostTexts({ drives: 1, ...history, runs: 2, commands: 1 })).toEqual([
    "1 drive",
    "43,200 health samples",
    "2,016 hourly and 84 daily values, since 2026-08-24",
    "2 benchmark runs",
    "1 command",
  ]);
  expect(lostTexts({ samples: 0, hours: 0, days: 0, since: null, runs: 0 })).toEqual([]);
});

it("says what samples were rolled up to also where no sample is left", () => {
  const since = new Date("2026-08-24T00:00:00Z");
  expect(lostTexts({ samples: 0, hours: 0, days: 84, since })).toEqual(["84 daily values, since 2026-08-24"]);
  expect(lostTexts({ samples: 61, hours: 1, days: 0, since })).toEqual([
    "61 health samples",
    "1 hourly value, since 2026-08-24",
  ]);
});

it.each([
  [0, 0, undefined],
  [1, 0, "1 saved comparison includes them and will show them as deleted."],
  [0, 2, "2 shared links include them and will show them as deleted."],
  [1, 1, "1 saved comparison and 1 shared link include them and will show them as deleted."],
])("says which comparisons lose something: %s saved, %s shared", (comparisons, shares, text) => {
  expect(comparisonsText({ comparisons, shares })).toBe(text);
});
