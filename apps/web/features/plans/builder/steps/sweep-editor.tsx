import { FieldGrid } from "../fields/field-grid";
import type { StepForm } from "../step-form";
import { EndingFields } from "./ending-fields";
import { LoadFields, MoreLoadFields } from "./load-fields";
import { RampField, SliceFields } from "./time-fields";

export function SweepEditor({ form }: { form: StepForm }) {
  return (
    <div className="grid gap-3">
      <LoadFields form={form} isSweep />
      <FieldGrid>
        <EndingFields form={form} />
        <RampField form={form} />
      </FieldGrid>
      <MoreLoadFields form={form} isSweep />
      <SliceFields form={form} />
    </div>
  );
}
