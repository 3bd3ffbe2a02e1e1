import { expect, it } from "vitest";
import { foundRules, type ListedRule } from "./rule-search";

const rule = (more: Partial<ListedRule>): ListedRule => ({
  id: "mediaErrors",
  title: "Media errors",
  kind: "growth",
  judgedBy: "worker",
  unit: "errors",
  countedFrom: undefined,
  holds: "above",
  grades: [],
  gradeTexts: [],
  meaning: "Data could not be read back intact.",
  meaningAt: undefined,
  remedy: "Replace it.",
  remedyAt: undefined,
  exceptions: ["A total that does not grow is history."],
  source: "FAST 2020",
  needs: undefined,
  ends: "Ends at once.",
  ...more,
});
const rules = [rule({}), rule({ id: "badBlocks", title: "Bad blocks", needs: "OCP log page C0h" })];

it.each([
  ["", ["mediaErrors", "badBlocks"]],
  ["BAD", ["badBlocks"]],
  ["ocp c0h", ["badBlocks"]],
  ["history media", ["mediaErrors"]],
  ["nothing of the kind", []],
])("finds rules by %j in all that is said of them", (search, ids) => {
  expect(foundRules(rules, search).map(({ id }) => id)).toEqual(ids);
});
