"use client";

import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import type { FieldPath } from "../draft/edit";
import type { StepForm } from "../step-form";

interface ChoiceFieldProps {
  readonly form: StepForm;
  readonly path: FieldPath;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string;
  /** What it means that nothing is chosen; without it something must be. */
  readonly none?: string;
  /** Instead of setting the field alone. */
  readonly onChoose?: (value: string | undefined) => void;
}

/** One of a few words. A word that is none of them stays to be seen. */
export function ChoiceField({ form, path, label, options, hint, none, onChoose }: ChoiceFieldProps) {
  const value = form.get(path);
  const chosen = value === undefined ? "" : String(value);
  const isKnown = options.some((option) => option.value === chosen) || (chosen === "" && none !== undefined);
  const choose = onChoose ?? ((next: string | undefined) => form.set(path, next));
  return (
    <Field label={label} hint={hint} error={form.error(path)}>
      <Select
        className="w-full"
        value={chosen}
        options={[
          ...(none === undefined ? [] : [{ value: "", label: none }]),
          ...(isKnown ? [] : [{ value: chosen, label: chosen === "" ? "Choose…" : chosen }]),
          ...options,
        ]}
        onValueChange={(next) => choose(next === "" ? undefined : next)}
      />
    </Field>
  );
}
