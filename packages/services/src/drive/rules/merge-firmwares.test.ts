import { expect, it } from "vitest";
import { mergeFirmwares } from "./merge-firmwares.ts";

it("counts a firmware over its models, the most frequent first, and equals by name", () => {
  const groups = [
    { value: "E2010650", count: 5 },
    { value: "8DV10171", count: 4 },
    { value: "VDV10184", count: 3 },
    { value: "8DV10131", count: 3 },
    { value: "8DV10171", count: 2 },
  ];
  expect(mergeFirmwares(groups).map(({ value, count }) => [value, count])).toEqual([
    ["8DV10171", 6],
    ["E2010650", 5],
    ["8DV10131", 3],
    ["VDV10184", 3],
  ]);
});
