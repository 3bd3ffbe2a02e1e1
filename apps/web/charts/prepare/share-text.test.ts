import { THIN_SPACE } from "@crosspoint/domain";
import { expect, it } from "vitest";
import { ioCount } from "./io-count.ts";
import { shareText } from "./share-text.ts";

it.each([
  [90, 100, "90 %"],
  // 1 of 103,853 is 0.00096 %.
  [1, 103_853, "under 0.01 %"],
  [103_852, 103_853, "over 99.99 %"],
  [103_853, 103_853, "100 %"],
  [1, 3, "33.33 %"],
])("%i of %i are %s", (part, whole, words) => {
  expect(shareText(part, whole).replaceAll(THIN_SPACE, " ")).toBe(words);
});

it("counts one I/O as one", () => {
  expect([0, 1, 2, 584_800].map(ioCount)).toEqual(["0 I/Os", "1 I/O", "2 I/Os", "584,800 I/Os"]);
});
