import { expect, it } from "vitest";
import { checkPlan, pathOfPlace, placeOfMistake, pointsOfStep, saysTheSame } from "./check";
import { draftOf } from "./draft-plan";
import { addableKinds, newStepFields } from "./kinds";

const sweep = { kind: "sweep", pattern: "random", blockBytes: 4096, readPercent: 100, durationSeconds: 30 };

function planOf(document: object) {
  const draft = draftOf(document);
  if ("mistake" in draft) throw new Error(draft.mistake);
  return draft.plan;
}

it("says by the steps whether it writes", () => {
  const reading = checkPlan(planOf({ name: "A", readsOnly: false, steps: [sweep] }));
  expect(reading).toMatchObject({ kind: "valid", document: { readsOnly: true } });
  const writing = checkPlan(planOf({ name: "A", readsOnly: true, steps: [{ ...sweep, readPercent: 70 }] }));
  expect(writing).toMatchObject({ kind: "valid", document: { readsOnly: false } });
});

it("gives each mistake to its step, with the field's path in it", () => {
  const each = { kind: "each", setting: "powerState", values: "offered" };
  const plan = planOf({
    name: "A",
    steps: [sweep, { ...each, steps: [{ ...sweep, queueDepth: [1, 0], blockBytes: "x" }] }],
  });
  const { mistakes } = checkPlan(plan);
  expect(mistakes.map(({ key, path, message }) => ({ key, path, message }))).toEqual([
    { key: "step-2", path: ["blockBytes"], message: 'expected a whole number of bytes, found "x"' },
    { key: "step-2", path: ["queueDepth", 1], message: "expected a whole number from 1 to 4096, found 0" },
  ]);
  expect(mistakes.map((mistake) => placeOfMistake(plan, mistake))).toEqual([
    "Step 2.1, Sweep: blockBytes",
    "Step 2.1, Sweep: queueDepth",
  ]);
});

it("gives the plan what is none of its steps' mistake", () => {
  const plan = planOf({ name: "", steps: [{ kind: "idle", seconds: 1 }] });
  const { mistakes } = checkPlan(plan);
  expect(mistakes.map((mistake) => [mistake.key, placeOfMistake(plan, mistake)])).toContainEqual([
    undefined,
    "Plan: name",
  ]);
});

it("counts the points of a step that is right, also where the plan is not, and makes none of 100,000", () => {
  const depths = Array.from({ length: 64 }, (_, index) => index + 1);
  const [large, wrong, small] = planOf({
    steps: [
      { ...sweep, queueDepth: depths, threads: depths, ratePerSecond: depths.slice(0, 25) },
      { ...sweep, queueDepth: 0 },
      { ...sweep, queueDepth: [1, 2] },
    ],
  }).steps.map(pointsOfStep);
  expect([large, wrong, small]).toEqual([undefined, undefined, 2]);
});

it.each(addableKinds)("a new step of kind %s has no mistake of its own", (kind) => {
  const { mistakes } = checkPlan(planOf({ name: "A", steps: [sweep, newStepFields(kind)] }));
  expect(mistakes).toEqual([]);
});

it("reads the places that the server names", () => {
  expect(pathOfPlace("steps[1].steps[0].queueDepth[2]")).toEqual(["steps", 1, "steps", 0, "queueDepth", 2]);
  expect(pathOfPlace("name")).toEqual(["name"]);
});

it("knows what is the same in another order of its fields", () => {
  expect(saysTheSame({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(saysTheSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
