"use client";

import { AxisField } from "../fields/axis-field";
import { FieldGrid } from "../fields/field-grid";
import { MoreFields } from "../fields/more-fields";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

export function RampField({ form }: { form: StepForm }) {
  return (
    <ValueField
      form={form}
      path={["rampSeconds"]}
      label="Warm-up (s)"
      kind="seconds"
      placeholder="0"
      hint="Runs first; excluded from the results."
    />
  );
}

/** A measurement in slices, each with how many operations took longer than some latencies. */
export function SliceFields({ form }: { form: StepForm }) {
  const slices = form.get(["slices"]);
  const set = (field: string, other: string, value: unknown) => {
    // Neither field is left: there are no slices.
    const isEmpty = (part: unknown) => part === undefined || (Array.isArray(part) && part.length === 0);
    if (isEmpty(value) && isEmpty(form.get(["slices", other]))) form.set(["slices"], undefined);
    else form.set(["slices", field], value);
  };
  const fields = (field: string, other: string): StepForm => ({ ...form, set: (_, value) => set(field, other, value) });
  return (
    <MoreFields title="Slices" isUsed={slices !== undefined}>
      <FieldGrid>
        <ValueField
          form={fields("seconds", "overNs")}
          path={["slices", "seconds"]}
          label="Slice length (s)"
          kind="seconds"
          placeholder="none"
          hint="The measurement is judged slice by slice."
        />
        <AxisField
          form={fields("overNs", "seconds")}
          path={["slices", "overNs"]}
          label="Count operations over (ns)"
          kind="nanoseconds"
          isList
          hint="1ms 2ms 8ms: how many took longer."
        />
      </FieldGrid>
    </MoreFields>
  );
}
