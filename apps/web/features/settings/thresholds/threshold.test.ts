import { expect, it } from "vitest";
import { shownThresholds, type Threshold } from "./threshold";

const threshold = (more: Partial<Threshold>): Threshold => ({
  id: "1",
  scope: { kind: "fleet" },
  drives: "the fleet",
  rule: "mediaErrors",
  title: "Media errors",
  grades: "off",
  text: "not judged",
  defaultText: "watch: 1 media error or more",
  changedAt: new Date(0),
  changedBy: "ada@example.com",
  why: "known",
  ...more,
});
const all = [
  threshold({}),
  threshold({ id: "2", scope: { kind: "model", model: "ACME 1" }, drives: "ACME 1", why: "bought used" }),
  threshold({ id: "3", rule: "percentageUsed", title: "Percentage used" }),
];
const none = { search: "", of: null, rule: "" } as const;

it.each([
  [none, ["1", "2", "3"]],
  [{ ...none, search: "USED" }, ["2", "3"]],
  [{ ...none, search: "acme used" }, ["2"]],
  [{ ...none, of: "fleet" as const }, ["1", "3"]],
  [{ ...none, rule: "percentageUsed" }, ["3"]],
  [{ ...none, of: "drive" as const }, []],
])("shows thresholds by %j", (filter, ids) => {
  expect(shownThresholds(all, filter).map(({ id }) => id)).toEqual(ids);
});
