import { expect, it } from "vitest";
import { changedLines } from "./diff-lines";

const lines = (...texts: (string | number)[]) => `${texts.join("\n")}\n`;

it("shows what changed with three lines around it", () => {
  const before = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const after = lines(1, 2, 3, 4, 5, "six", 7, 8, 9, 10, 11);
  expect(changedLines(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "skipped 2 lines unchanged",
    "same 3",
    "same 4",
    "same 5",
    "removed 6",
    "added six",
    "same 7",
    "same 8",
    "same 9",
    "skipped 2 lines unchanged",
  ]);
});

it("has nothing to show of what is the same", () => {
  expect(changedLines(lines(1, 2), lines(1, 2))).toEqual([]);
});

it("shows all of what is new", () => {
  expect(changedLines("", lines("a", "b")).map(({ kind }) => kind)).toEqual(["added", "added"]);
});
