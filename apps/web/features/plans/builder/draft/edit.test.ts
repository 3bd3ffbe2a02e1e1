import { describe, expect, it } from "vitest";
import { type DraftStep, documentOf, draftOf, type KeyedPlan } from "./draft-plan";
import { type Edit, edited, setIn } from "./edit";
import { moveOf, placeWords } from "./moves";

const idle = (seconds: number) => ({ kind: "idle", seconds });
const each = (...steps: object[]) => ({ kind: "each", setting: "powerState", values: "offered", steps });
const rounds = (...steps: object[]) => ({ kind: "rounds", roundsMax: 2, steps });

function planOf(...steps: object[]): KeyedPlan {
  const draft = draftOf({ name: "A", steps });
  if ("mistake" in draft) throw new Error(draft.mistake);
  return draft;
}

/** Steps by what they are: [1, "each(2 3)"]. */
function shape({ plan }: KeyedPlan): string {
  const of = ({ fields, body }: DraftStep): string =>
    body === undefined ? String(fields.seconds ?? fields.kind) : `${String(fields.kind)}(${body.map(of).join(" ")})`;
  return plan.steps.map(of).join(" ");
}

const move = (plan: KeyedPlan, key: string, ...directions: ("up" | "down" | "in" | "out")[]) =>
  directions.reduce((before, direction) => edited(before, { kind: "move", key, direction }), plan);

describe("a document as a draft", () => {
  it("comes back as it was, without what the builder fills in", () => {
    const steps = [each(idle(1), rounds(idle(2))), { kind: "later", x: [1, { y: 2 }] }];
    const draft = draftOf({ id: "x", readsOnly: true, name: "A", follows: ["snia"], steps });
    expect("plan" in draft && documentOf(draft.plan)).toEqual({ name: "A", follows: ["snia"], steps });
    expect("nextKey" in draft && draft.nextKey).toBe(5);
  });

  it.each([
    ["a text", "text", "expected a mapping with name and steps"],
    ["steps that are no list", { steps: 1 }, "steps: expected a list of steps"],
    ["a step that is a number", { steps: [1] }, "steps: expected a mapping for each step"],
    ["a body that is no list", { steps: [{ kind: "each", steps: {} }] }, "steps: expected a list of steps"],
    ["257 steps", { steps: Array.from({ length: 257 }, () => idle(1)) }, "a plan may have 256 steps in all"],
    [
      "nine lists in each other",
      { steps: Array.from({ length: 8 }).reduce<object[]>((steps) => [each(...steps)], [idle(1)]) },
      "steps may stand in steps 8 deep at most",
    ],
  ])("is refused where it is %s", (_, document, mistake) => {
    expect(draftOf(document)).toEqual({ mistake });
  });
});

describe("a step", () => {
  it("moves up and down in its list, and no further", () => {
    const plan = planOf(idle(1), idle(2), idle(3));
    expect(shape(move(plan, "step-2", "up"))).toBe("1 3 2");
    expect(shape(move(plan, "step-0", "down", "down", "down"))).toBe("2 3 1");
    expect(moveOf(plan.plan.steps, "step-0", "up")).toEqual({ kind: "unable", why: "It is the first." });
  });

  it("moves into the steps before it, or else behind it, and out again", () => {
    const plan = planOf(idle(1), each(idle(2)), idle(3));
    expect(shape(move(plan, "step-3", "in"))).toBe("1 each(2 3)");
    expect(shape(move(plan, "step-0", "in"))).toBe("each(1 2) 3");
    expect(shape(move(plan, "step-2", "out"))).toBe("1 each() 2 3");
    expect(placeWords(move(plan, "step-3", "in").plan.steps, "step-3")).toBe("Idle is now step 2 of 2 in Each.");
    expect(shape(move(plan, "step-1", "in")), "nothing beside it has steps").toBe(shape(plan));
  });

  it("stays out of steps that have no place for it", () => {
    const plan = planOf(rounds(idle(1)), { kind: "purge", method: "format" });
    expect(moveOf(plan.plan.steps, "step-2", "in")).toEqual({ kind: "unable", why: "Purge cannot stand in Rounds." });
    const search = { kind: "search", steps: [{ kind: "sweep" }] };
    const full = planOf(search, { kind: "sweep" });
    expect(moveOf(full.plan.steps, "step-2", "in")).toMatchObject({ why: "Search has its one step already." });
    expect(edited(full, { kind: "drop", key: "step-0", at: { within: "step-0", index: 0 } })).toBe(full);
  });

  it("is dropped where it is let go, counted before it was taken away", () => {
    const plan = planOf(idle(1), idle(2), idle(3), each(idle(4)));
    const drop = (key: string, at: { within: string | undefined; index: number }) =>
      shape(edited(plan, { kind: "drop", key, at }));
    expect(drop("step-0", { within: undefined, index: 2 })).toBe("2 1 3 each(4)");
    expect(drop("step-2", { within: undefined, index: 0 })).toBe("3 1 2 each(4)");
    expect(drop("step-0", { within: "step-3", index: 1 })).toBe("2 3 each(4 1)");
    expect(drop("step-4", { within: undefined, index: 1 })).toBe("1 4 2 3 each()");
  });

  it("stands no deeper than eight", () => {
    const deep = Array.from({ length: 6 }).reduce<object>((inner) => each(inner), each(idle(1)));
    const plan = planOf(deep, each(idle(2)));
    expect(moveOf(plan.plan.steps, "step-8", "in")).toMatchObject({ kind: "to" });
    const inner = edited(plan, { kind: "drop", key: "step-8", at: { within: "step-6", index: 0 } });
    expect(inner, "nine lists").toBe(plan);
  });

  it("is added, copied with all in it, and removed", () => {
    const plan = planOf(each(idle(1)));
    const add: Edit = { kind: "add", stepKind: "search", at: { within: undefined, index: 0 } };
    expect(shape(edited(plan, add))).toBe("search(sweep) each(1)");
    const copied = edited(plan, { kind: "duplicate", key: "step-0" });
    expect(shape(copied)).toBe("each(1) each(1)");
    expect(copied.plan.steps.map(({ key }) => key)).toEqual(["step-0", "step-2"]);
    expect(shape(edited(copied, { kind: "remove", key: "step-1" }))).toBe("each() each(1)");
  });

  it("is no 257th, and no 65th of a list", () => {
    const list = planOf(...Array.from({ length: 64 }, () => idle(1)));
    expect(edited(list, { kind: "duplicate", key: "step-0" })).toBe(list);
    const four = planOf(...Array.from({ length: 4 }, () => each(...Array.from({ length: 63 }, () => idle(1)))));
    expect(edited(four, { kind: "duplicate", key: "step-1" })).toBe(four);
    expect(edited(planOf(idle(1)), { kind: "duplicate", key: "step-0" }).plan.steps).toHaveLength(2);
  });
});

it("changes a value within values", () => {
  expect(setIn({ a: 1 }, ["b", "c"], 2)).toEqual({ a: 1, b: { c: 2 } });
  expect(setIn({ a: { b: 1, c: 2 } }, ["a", "b"], undefined)).toEqual({ a: { c: 2 } });
  expect(setIn({ a: [{ b: 1 }, { b: 2 }] }, ["a", 1, "b"], 3)).toEqual({ a: [{ b: 1 }, { b: 3 }] });
  expect(setIn({ a: [1, 2] }, ["a", 0], undefined)).toEqual({ a: [2] });
  expect(setIn({}, ["a", 0], 1)).toEqual({ a: [1] });
});
