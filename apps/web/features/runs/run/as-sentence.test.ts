import { expect, it } from "vitest";
import { asSentence } from "./as-sentence";

it.each([
  ["the database fits in memory; ask for a larger one", "The database fits in memory; ask for a larger one."],
  ["The agent was restarted.", "The agent was restarted."],
])("%s", (clause, sentence) => {
  expect(asSentence(clause)).toBe(sentence);
});
