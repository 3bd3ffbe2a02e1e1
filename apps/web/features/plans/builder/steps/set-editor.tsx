import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

export function SetEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ValueField
        form={form}
        path={["powerState"]}
        label="NVMe power state"
        kind="count"
        hint="0 to 31. Empty: unchanged."
      />
      <ValueField
        form={form}
        path={["powerGovernor"]}
        label="Intel power governor"
        kind="count"
        hint="Value of feature C6h, 0 to 255. Empty: unchanged."
      />
      <ValueField
        form={form}
        path={["scheduler"]}
        label="I/O scheduler"
        kind="text"
        hint="none, mq-deadline, … Empty: unchanged."
      />
    </FieldGrid>
  );
}
