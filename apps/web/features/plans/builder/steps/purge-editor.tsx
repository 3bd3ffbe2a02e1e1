import { ChoiceField } from "../fields/choice-field";
import { FieldGrid } from "../fields/field-grid";
import type { StepForm } from "../step-form";

const methods = [
  { value: "format", label: "Format NVM" },
  { value: "sanitizeBlock", label: "Sanitize, block erase" },
  { value: "sanitizeCrypto", label: "Sanitize, crypto erase" },
  { value: "sanitizeOverwrite", label: "Sanitize, overwrite" },
  { value: "discard", label: "Discard every block" },
] as const;

export function PurgeEditor({ form }: { form: StepForm }) {
  return (
    <FieldGrid>
      <ChoiceField
        form={form}
        path={["method"]}
        label="Method"
        options={methods}
        hint="A drive that lacks it skips the step and says so. Discard also works on a scratch file."
      />
    </FieldGrid>
  );
}
