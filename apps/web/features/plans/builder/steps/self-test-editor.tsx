import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import type { StepForm } from "../step-form";

const tests = [
  { value: "short", label: "Short (about two minutes)" },
  { value: "extended", label: "Extended (up to hours)" },
] as const;

export function SelfTestEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ChoiceField
        form={form}
        path={["test"]}
        label="Test"
        options={tests}
        hint="A drive without a self-test skips the step and says so."
      />
    </FieldGrid>
  );
}
