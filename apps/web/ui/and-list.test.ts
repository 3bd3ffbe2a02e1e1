import { expect, it } from "vitest";
import { andList } from "./and-list";

it.each([
  [[], ""],
  [["3.1"], "3.1"],
  [["Saturday", "Sunday"], "Saturday and Sunday"],
  [["1.1 to 1.3", "2.1", "5"], "1.1 to 1.3, 2.1 and 5"],
])("says %j in words", (words, text) => {
  expect(andList(words)).toBe(text);
});
