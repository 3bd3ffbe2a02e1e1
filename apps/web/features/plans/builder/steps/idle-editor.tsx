import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

export function IdleEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ValueField form={form} path={["seconds"]} label="Time (s)" kind="seconds" hint="60, 10m, 1h" />
    </FieldGrid>
  );
}
