import { copyOf, type DraftPlan, type DraftStep, type Fields, type KeyedPlan, kindOf } from "./draft-plan";
import { newStepFields } from "./kinds";
import { type Direction, moveOf, whyNotAdd, whyNotAt } from "./moves";
import { changeStep, findStep, insertStep, type Place, removeStep } from "./tree";

export type FieldPath = readonly (string | number)[];

export type Edit =
  | { readonly kind: "setHead"; readonly field: string; readonly value: unknown }
  /** An undefined value takes the field away. */
  | { readonly kind: "setField"; readonly key: string; readonly path: FieldPath; readonly value: unknown }
  | { readonly kind: "setFields"; readonly key: string; readonly fields: Fields }
  | { readonly kind: "add"; readonly stepKind: string; readonly at: Place }
  | { readonly kind: "duplicate"; readonly key: string }
  | { readonly kind: "remove"; readonly key: string }
  | { readonly kind: "move"; readonly key: string; readonly direction: Direction }
  /** The place is counted as the list is before, with the step itself where it stands in it. */
  | { readonly kind: "drop"; readonly key: string; readonly at: Place };

/** The plan after an edit; what cannot be done changes nothing. */
export function edited(before: KeyedPlan, edit: Edit): KeyedPlan {
  const { plan, nextKey } = before;
  const withSteps = (steps: DraftPlan["steps"], next = nextKey): KeyedPlan => ({
    plan: { ...plan, steps },
    nextKey: next,
  });
  switch (edit.kind) {
    case "setHead":
      return { plan: { ...plan, head: setIn(plan.head, [edit.field], edit.value) as Fields }, nextKey };
    case "setField":
      return withSteps(
        changeStep(plan.steps, edit.key, (step) => ({
          ...step,
          fields: setIn(step.fields, edit.path, edit.value) as Fields,
        })),
      );
    case "setFields":
      return withSteps(changeStep(plan.steps, edit.key, (step) => ({ ...step, fields: edit.fields })));
    case "add":
      return inserted(before, { key: "", ...newStep(edit.stepKind) }, edit.at);
    case "duplicate": {
      const found = findStep(plan.steps, edit.key);
      if (found === undefined) return before;
      return inserted(before, found.step, { within: found.within, index: found.index + 1 });
    }
    case "remove":
      return withSteps(removeStep(plan.steps, edit.key));
    case "move": {
      const move = moveOf(plan.steps, edit.key, edit.direction);
      return move.kind === "to" ? withSteps(placed(plan.steps, edit.key, move.place)) : before;
    }
    case "drop":
      return dropped(before, edit.key, edit.at);
  }
}

function newStep(kind: string): Omit<DraftStep, "key"> {
  const { steps, ...fields } = newStepFields(kind);
  if (steps === undefined) return { fields };
  return { fields, body: (steps as Fields[]).map((each) => ({ key: "", fields: each })) };
}

/** A copy of a step, under keys that no other has. */
function inserted(before: KeyedPlan, step: DraftStep, at: Place): KeyedPlan {
  const { plan, nextKey } = before;
  const copy = copyOf(step, nextKey);
  if (whyNotAdd(plan.steps, copy.step, at.within) !== undefined) return before;
  return { plan: { ...plan, steps: insertStep(plan.steps, at, copy.step) }, nextKey: copy.nextKey };
}

/** A step at another place, which is counted without it. */
function placed(steps: readonly DraftStep[], key: string, place: Place): readonly DraftStep[] {
  const found = findStep(steps, key);
  return found === undefined ? steps : insertStep(removeStep(steps, key), place, found.step);
}

function dropped(before: KeyedPlan, key: string, { within, index }: Place): KeyedPlan {
  const { plan, nextKey } = before;
  const found = findStep(plan.steps, key);
  if (found === undefined || whyNotAt(plan.steps, found.step, within) !== undefined) return before;
  const isBehindItself = found.within === within && found.index < index;
  const steps = placed(plan.steps, key, { within, index: isBehindItself ? index - 1 : index });
  return { plan: { ...plan, steps }, nextKey };
}

/** A value within values; an undefined one takes its field or its item away, and what is then empty stays. */
export function setIn(within: unknown, path: FieldPath, value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof first === "number") return setItem(Array.isArray(within) ? within : [], first, rest, value);
  const fields = { ...(within as Record<string, unknown> | undefined) };
  const next = setIn(fields[first], rest, value);
  if (next === undefined) delete fields[first];
  else fields[first] = next;
  return fields;
}

function setItem(list: readonly unknown[], index: number, rest: FieldPath, value: unknown): unknown[] {
  const next = setIn(list[index], rest, value);
  return next === undefined ? list.toSpliced(index, 1) : list.toSpliced(index, 1, next);
}

/** Edits of one field that follow each other are undone together. */
export function groupOf(edit: Edit): string | undefined {
  if (edit.kind === "setHead") return `head.${edit.field}`;
  return edit.kind === "setField" ? `${edit.key}.${edit.path.join(".")}` : undefined;
}

/** What was done, for whoever wants it undone: "Removed Sweep". */
export function removedKind({ plan }: KeyedPlan, key: string): string {
  const found = findStep(plan.steps, key);
  return found === undefined ? "" : kindOf(found.step);
}
