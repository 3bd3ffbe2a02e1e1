import { purgeMethods } from "../draft/words";
import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import type { StepForm } from "../step-form";

export function PurgeEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ChoiceField
        form={form}
        path={["method"]}
        label="Method"
        options={purgeMethods}
        hint="A drive that lacks it skips the step and says so. Discard also works on a scratch file."
      />
    </FieldGrid>
  );
}
