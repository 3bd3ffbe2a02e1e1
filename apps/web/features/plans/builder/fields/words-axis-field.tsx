"use client";

import { useId } from "react";
import type { FieldPath } from "../draft/edit";
import { axisOf, valuesOf } from "../draft/value-text";
import type { StepForm } from "../step-form";

interface WordsAxisFieldProps {
  readonly form: StepForm;
  readonly path: FieldPath;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Several of a few words, in the order in which they stand here. */
export function WordsAxisField({ form, path, label, options }: WordsAxisFieldProps) {
  const id = useId();
  const chosen = valuesOf(form.get(path));
  const error = form.error(path);
  const toggle = (word: string, on: boolean) => {
    const next = options.map(({ value }) => value).filter((value) => (value === word ? on : chosen.includes(value)));
    form.set(path, axisOf(next));
  };
  return (
    <fieldset className="grid content-start gap-1" aria-describedby={error === undefined ? undefined : `${id}-note`}>
      <legend className="mb-1 font-medium text-table">{label}</legend>
      <div className="flex h-8 flex-wrap items-center gap-x-4">
        {options.map(({ value, label: word }) => (
          <label key={value} className="inline-flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              className="accent-(--accent)"
              checked={chosen.includes(value)}
              onChange={({ target }) => toggle(value, target.checked)}
            />
            {word}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-note`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}
