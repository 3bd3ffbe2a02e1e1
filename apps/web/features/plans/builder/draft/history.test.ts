import { expect, it } from "vitest";
import { documentOf, draftOf } from "./draft-plan";
import type { Edit } from "./edit";
import { type History, historyOf, historyReducer } from "./history";

function begin(): History {
  const draft = draftOf({ name: "A", steps: [{ kind: "idle", seconds: 1 }] });
  if ("mistake" in draft) throw new Error(draft.mistake);
  return historyOf(draft);
}
const edit = (history: History, ...edits: Edit[]) =>
  edits.reduce((before, each) => historyReducer(before, { kind: "edit", edit: each }), history);
const undo = (history: History) => historyReducer(history, { kind: "undo" });
const redo = (history: History) => historyReducer(history, { kind: "redo" });
const seconds = (value: number): Edit => ({ kind: "setField", key: "step-0", path: ["seconds"], value });
const steps = (history: History) => documentOf(history.now.plan).steps;

it("undoes what was removed, and does it again", () => {
  const removed = edit(begin(), { kind: "remove", key: "step-0" });
  expect(steps(removed)).toEqual([]);
  expect(steps(undo(removed))).toEqual([{ kind: "idle", seconds: 1 }]);
  expect(steps(redo(undo(removed)))).toEqual([]);
  expect(undo(undo(undo(removed))).past).toEqual([]);
});

it("undoes at once what was typed into one field, and not what was typed into another", () => {
  const typed = edit(begin(), seconds(1), seconds(12), seconds(120));
  expect(steps(undo(typed))).toEqual([{ kind: "idle", seconds: 1 }]);
  const both = edit(typed, { kind: "setHead", field: "name", value: "B" }, seconds(5));
  expect(steps(undo(both))).toEqual([{ kind: "idle", seconds: 120 }]);
  expect(undo(undo(both)).now.plan.head.name).toBe("A");
});

it("forgets what was undone once something else is done", () => {
  const other = edit(undo(edit(begin(), seconds(2))), { kind: "setHead", field: "name", value: "B" });
  expect(redo(other)).toBe(other);
});

it("gives no key twice after an undo", () => {
  const add: Edit = { kind: "add", stepKind: "idle", at: { within: undefined, index: 1 } };
  const again = edit(undo(edit(begin(), add)), add, add);
  const keys = again.now.plan.steps.map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

it("keeps a hundred steps back", () => {
  const many = Array.from({ length: 150 }, (_, index): Edit[] => [
    seconds(index),
    { kind: "setHead", field: "name", value: `B${index}` },
  ]).flat();
  expect(edit(begin(), ...many).past).toHaveLength(100);
});
