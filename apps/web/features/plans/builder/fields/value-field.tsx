"use client";

import { Field } from "@/ui/field";
import type { FieldPath } from "../draft/edit";
import { showValue, type ValueKind } from "../draft/value-text";
import type { StepForm } from "../step-form";
import { TypedInput } from "./typed-input";

interface ValueFieldProps {
  readonly form: StepForm;
  readonly path: FieldPath;
  readonly label: string;
  readonly kind: ValueKind;
  readonly hint?: string;
  readonly placeholder?: string;
}

/** One value of a step. */
export function ValueField({ form, path, label, kind, hint, placeholder }: ValueFieldProps) {
  const value = form.get(path);
  return (
    <Field label={label} hint={readAs(value, kind) ?? hint} error={form.error(path)}>
      <TypedInput value={value} kind={kind} placeholder={placeholder} onValue={(next) => form.set(path, next)} />
    </Field>
  );
}

/** A number of seconds or nanoseconds that is hard to read at a glance, in larger units. */
function readAs(value: unknown, kind: ValueKind): string | undefined {
  if (typeof value !== "number" || (kind !== "seconds" && kind !== "nanoseconds")) return undefined;
  return value < (kind === "seconds" ? 120 : 1000) ? undefined : `= ${showValue(value, kind)}`;
}
