import { expect, it } from "vitest";
import { formatPercentageUsed, percentageUsedFigure } from "./endurance.ts";

it.each([
  [104, "104\u2009%", "104\u2009%"],
  [254, "254\u2009%", "254\u2009%"],
  [255, "255\u2009% or more", "≥255\u2009%"],
])("%d %% used reads %s, and as a figure %s", (percentageUsed, text, figure) => {
  expect([formatPercentageUsed(percentageUsed), percentageUsedFigure(percentageUsed).text]).toEqual([text, figure]);
});
