import { expect, it } from "vitest";
import { formatPercentageUsed } from "./endurance.ts";

it.each([
  [104, "104\u2009%"],
  [254, "254\u2009%"],
  [255, "255\u2009% or more"],
])("%d %% used reads %s", (percentageUsed, text) => {
  expect(formatPercentageUsed(percentageUsed)).toBe(text);
});
