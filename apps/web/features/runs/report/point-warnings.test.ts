import { expect, it } from "vitest";
import { pointWarnings } from "./point-warnings";

it("gives each warning once, with all points that it is about, in the order of measuring", () => {
  const points = [
    { sequence: 2, warnings: ["slow", "slow", "hot"] },
    { sequence: 0, warnings: ["hot"] },
    { sequence: 1, warnings: [] },
  ];
  expect(pointWarnings(points)).toEqual([
    { text: "hot", sequences: [0, 2] },
    { text: "slow", sequences: [2] },
  ]);
});
