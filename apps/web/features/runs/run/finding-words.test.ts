import { expect, it } from "vitest";
import { findingWords } from "./finding-words";
import { raisedWords } from "./raised-words";

const stepPath = [0];

it.each([
  [{ search: { parameter: "rate", highest: 24, undecided: false } }, "Highest that passes: ×24"],
  [{ search: { parameter: "queueDepth", highest: 64, undecided: false } }, "Highest that passes: 64"],
  [{ search: { parameter: "threads", undecided: false } }, "None passed"],
  [{ search: { parameter: "rate", undecided: true } }, "Undecided: a trial was not measured to its end"],
  [{ rounds: { rounds: 7, steady: true } }, "Steady after 7 rounds"],
  [{ rounds: { rounds: 25, steady: false } }, "Not steady after 25 rounds"],
  [{ rounds: { rounds: 1 } }, "1 round"],
] as const)("%j is said in words", (found, verdict) => {
  expect(findingWords({ stepPath, ...found })?.verdict).toBe(verdict);
});

it("says nothing of what it does not know", () => {
  expect(findingWords({ stepPath })).toBeUndefined();
});

it.each([
  [{ parameter: "rate", value: 24 }, "rate ×24 (trial)"],
  [{ parameter: "rate", value: 24, confirms: true }, "rate ×24 (confirmation)"],
  [{ parameter: "queueDepth", value: 8 }, "queue depth 8 (trial)"],
] as const)("%j names its point", (raised, words) => {
  expect(raisedWords(raised)).toBe(words);
});
