import type { Mistake } from "./draft/check";
import type { Fields } from "./draft/draft-plan";
import { type FieldPath, setIn } from "./draft/edit";

/** The fields of a step, or of a part of it, to be shown and changed. */
export interface StepForm {
  readonly get: (path: FieldPath) => unknown;
  readonly set: (path: FieldPath, value: unknown) => void;
  /** Several fields at once, which are undone together. */
  readonly setAll: (values: Fields) => void;
  /** What is wrong with a field, or with what is in it. */
  readonly error: (path: FieldPath) => string | undefined;
  /** A part of it: a stream, a criterion. */
  readonly at: (...path: FieldPath) => StepForm;
}

interface FormOf {
  readonly fields: Fields;
  readonly mistakes: readonly Mistake[];
  readonly onSet: (path: FieldPath, value: unknown) => void;
  readonly onFields: (fields: Fields) => void;
}

export function stepForm(of: FormOf, within: FieldPath = []): StepForm {
  const { fields, mistakes, onSet, onFields } = of;
  const whole = (path: FieldPath) => [...within, ...path];
  return {
    get: (path) => valueAt(fields, whole(path)),
    set: (path, value) => onSet(whole(path), value),
    setAll: (values) => {
      const entries = Object.entries(values);
      onFields(entries.reduce((all, [field, value]) => setIn(all, whole([field]), value) as Fields, fields));
    },
    error: (path) => mistakes.find((mistake) => begins(mistake.path, whole(path)))?.message,
    at: (...path) => stepForm(of, whole(path)),
  };
}

function valueAt(within: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<string | number, unknown> | undefined)?.[part], within);
}

function begins(path: FieldPath, start: FieldPath): boolean {
  return start.every((part, index) => path[index] === part);
}
