import type { Fields } from "../draft/draft-plan";
import { AxisField } from "../fields/axis-field";
import { FieldGrid } from "../fields/field-grid";
import { ValueField } from "../fields/value-field";
import type { StepForm } from "../step-form";

/** The fields of a step that has no form of its own, by their names in the language; what is deeper is edited as text. */
export function OtherEditor({ form, fields }: { form: StepForm; fields: Fields }) {
  const names = Object.keys(fields).filter((name) => name !== "kind");
  const deep = names.filter((name) => isDeep(fields[name]));
  return (
    <div className="grid gap-3">
      <FieldGrid>
        {names
          .filter((name) => !deep.includes(name))
          .map((name) =>
            Array.isArray(fields[name]) ? (
              <AxisField key={name} form={form} path={[name]} label={name} kind={kindOf(fields[name][0])} isList />
            ) : (
              <ValueField key={name} form={form} path={[name]} label={name} kind={kindOf(fields[name])} />
            ),
          )}
      </FieldGrid>
      {deep.length > 0 ? <p className="text-muted text-table">Edit as text: {deep.join(", ")}</p> : null}
    </div>
  );
}

function kindOf(value: unknown): "count" | "text" {
  return typeof value === "number" ? "count" : "text";
}

function isDeep(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === "object");
  return typeof value === "object" && value !== null;
}
